import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Field } from '../../core/index.ts';
import { rowHeights, type Density } from '../controllers/list-columns.ts';
import { showableRows } from '../controllers/list-limits.ts';
import { useListTotals } from '../controllers/use-list-totals.ts';
import type { ListController } from '../controllers/use-list.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import { cellText } from '../fields/controls/cell-text.ts';
import { shownCount } from '../fields/controls/number-text.ts';
import { useCulture } from '../ui/culture.ts';
import { capShown } from './list-bulk-bar.tsx';
import { ListPager } from './list-pager.tsx';

interface Props {
  entity: Entity;
  words: EntityLabels;
  list: ListController;
  density: Density;
}

/** Under the rows: how many, exactly on a press, and the sums. Its height never changes. */
export function ListFooter({ entity, words, list, density }: Props) {
  const { t } = useTranslation();
  const culture = useCulture();
  const totals = useListTotals(entity, list.state, list.generation);
  const showable = showableRows(list.total, rowHeights[density]);
  const sums = (field: Field, key: string): string =>
    (totals === 'loading' ? [] : (totals ?? []))
      .map((row) => cellText(field, { ...row, [field.name]: row[key], id: '' }, { words, culture }) + fixedUnit(field))
      .filter((text) => text !== fixedUnit(field))
      .join(' · ');
  const totalled = (entity.meta.list.totals ?? []).flatMap((name) => {
    const field = entity.byName.get(name);
    return field ? [{ key: name, label: words.field(name), field }] : [];
  });
  // A balance only applies to a full statement and is placed as the list declares: before or after the movements.
  const isKnown = (key: string) => totals !== 'loading' && (totals ?? []).some((row) => key in row);
  const counted = (period: 'before' | 'after' | null) =>
    entity.counted.flatMap(({ name, field, balance }) => {
      const key = `counted.${name}`;
      if ((balance?.stands ?? null) !== period || (balance && !isKnown(key))) return [];
      return [{ key, label: words.counted(name), field }];
    });
  return (
    <div className="list-foot">
      <RowCount list={list} />
      {showable < list.total && !list.capped && !list.paged ? (
        <span className="list-foot-note">{t('list.tooMany', { shown: shownCount(showable, culture) })}</span>
      ) : null}
      {list.paged && (list.total > 0 || list.paged.page > 1) ? (
        <ListPager paged={list.paged} onPage={list.toPage} onPageSize={list.setSize} />
      ) : null}
      {list.gaps ? (
        <span className="list-foot-note" role="alert">
          {t('list.gaps')}{' '}
          <button type="button" className="link-button" onClick={list.reload}>
            {t('ui.retry')}
          </button>
        </span>
      ) : null}
      {totals ? (
        <Sums
          items={[...counted('before'), ...totalled, ...counted(null), ...counted('after')]}
          textOf={totals === 'loading' ? null : (field, key) => sums(field, key) || '0'}
        />
      ) : null}
    </div>
  );
}

/** How many rows there are; of very many the exact number on a press. */
function RowCount({ list }: { list: ListController }) {
  const { t } = useTranslation();
  const culture = useCulture();
  const [counting, setCounting] = useState(false);
  const count = async () => {
    setCounting(true);
    await list.countExactly().catch(() => undefined);
    setCounting(false);
  };
  return (
    <span role="status">
      {list.phase === 'first' || list.phase === 'failed' ? null : list.capped ? (
        <button type="button" className="link-button" disabled={counting} title={t('list.countHint')} onClick={count}>
          {counting ? t('list.counting') : t('list.countAtLeast', { count: shownCount(capShown(list.total), culture) })}
        </button>
      ) : (
        t('list.count', { count: shownCount(list.total, culture) })
      )}
    </span>
  );
}

interface SumsProps {
  readonly items: readonly { readonly key: string; readonly label: string; readonly field: Field }[];
  /** Null while they are loaded. */
  readonly textOf: ((field: Field, key: string) => string) | null;
}

function Sums({ items, textOf }: SumsProps) {
  const { t } = useTranslation();
  return (
    <dl>
      {items.map(({ key, label, field }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {textOf === null ? (
              <span className="bone list-foot-bone">
                <span className="sr-only">{t('ui.loading')}</span>
              </span>
            ) : (
              textOf(field, key)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A currency that is the same in every row. */
const fixedUnit = ({ meta }: Field): string => (/^[A-Z]{3}$/.test(meta.currency ?? '') ? ` ${meta.currency}` : '');
