import { useTranslation } from 'react-i18next';
import type { BulkAction } from '../controllers/list-bulk.ts';
import { countSelected, everythingSelected, nothingSelected } from '../controllers/list-selection.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { EntityWords } from '../data/entity-words.ts';
import { useKeys } from '../ui/use-keys.ts';

interface Props {
  list: ListController;
  words: EntityWords;
  actions: readonly BulkAction[];
  busy: boolean;
  onAction(action: BulkAction): void;
}

/** Stands where the filters are while rows are selected: how many, all or none, and what they can be put through. */
export function ListBulkBar({ list, words, actions, busy, onAction }: Props) {
  const { t } = useTranslation();
  const { selection } = list;
  const count = countSelected(selection, list.total);
  useKeys({ Escape: () => list.setSelection(nothingSelected) });
  const total = list.capped ? t('list.atLeast', { count: capShown(list.total) }) : list.total.toLocaleString();
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.bulk')}>
      <strong role="status">
        {selection.all && list.capped
          ? t('list.selectedAtLeast', { count: capShown(list.total).toLocaleString() })
          : t('list.selected', { count: count.toLocaleString() })}
      </strong>
      {!selection.all && count < list.total ? (
        <button type="button" className="link-button" onClick={() => list.setSelection(everythingSelected)}>
          {t('list.selectAll', { total })}
        </button>
      ) : null}
      <button type="button" className="link-button" onClick={() => list.setSelection(nothingSelected)}>
        {t('list.selectNone')}
      </button>
      <span className="bulk-bar-actions">
        {actions.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`button${action.danger ? ' is-danger' : ''}`}
            disabled={busy || action.able === 0}
            title={action.able === 0 ? t('list.noneCan') : undefined}
            onClick={() => onAction(action)}
          >
            {words.action(action.name)}
            {action.able !== null && action.able < count ? (
              <small>{t('list.someCan', { able: action.able, count })}</small>
            ) : null}
          </button>
        ))}
        {actions.length === 0 ? <span className="bulk-bar-none">{t('list.noBulk')}</span> : null}
      </span>
    </div>
  );
}

/** The round number below a capped count. */
export const capShown = (total: number): number => (total >= 1000 ? Math.floor(total / 1000) * 1000 : total);
