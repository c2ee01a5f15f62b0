import { useTranslation } from 'react-i18next';
import { isNarrowed } from '../controllers/list-state.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { EmptyState } from '../ui/empty-state.tsx';

interface Props {
  list: ListController;
  words: EntityLabels;
  onAdd: (() => void) | null;
  onImport: (() => void) | null;
}

/** No rows: because there are none yet, or because none match what was asked. */
export function ListEmptyState({ list, words, onAdd, onImport }: Props) {
  const { t } = useTranslation();
  if (isNarrowed(list.state)) {
    const { search, filters, view } = list.state;
    const criteria = [
      view && words.view(view),
      search && t('list.searchOf', { search }),
      ...filters.map(({ field }) => words.field(field)),
    ].filter(Boolean);
    return (
      <EmptyState
        kind="noMatch"
        title={t('list.noMatch', { name: words.plural })}
        note={t('list.noMatchNote', { asked: criteria.join(', ') })}
        actions={
          <button type="button" className="button" onClick={list.clear}>
            {t('list.clear')}
          </button>
        }
      />
    );
  }
  return (
    <EmptyState
      kind="nothing"
      title={t('list.nothing', { name: words.plural })}
      note={t(onAdd ? 'list.nothingNote' : 'list.nothingReadOnly')}
      actions={
        onAdd || onImport ? (
          <>
            {onAdd ? (
              <button type="button" className="button is-primary" onClick={onAdd}>
                {t('list.new', { name: words.name })}
              </button>
            ) : null}
            {onImport ? (
              <button type="button" className="button" onClick={onImport}>
                {t('import.open')}
              </button>
            ) : null}
          </>
        ) : null
      }
    />
  );
}
