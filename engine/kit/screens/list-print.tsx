import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../controllers/list-columns.ts';
import type { ListState } from '../controllers/list-state.ts';
import type { PrintSheet } from '../controllers/use-print.ts';
import { useTermWords } from '../controllers/use-term-words.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { useValueContext } from '../data/viewer.ts';
import { cellText } from '../fields/controls/cell-text.ts';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  columns: readonly ListColumn[];
  state: ListState;
  total: number;
  sheet: PrintSheet;
}

/** A list on paper: what it is, by which conditions and when; then all columns of the view, their heads on every page. */
export function ListPrint({ ready, words, columns, state, total, sheet }: Props) {
  const { t } = useTranslation();
  const { culture, timeZone } = useValueContext();
  const wordsOf = useTermWords(ready, words);
  const shown = columns.filter(({ hidden }) => !hidden);
  // A record named by a condition has its title in the rows that it let through.
  const titleOf = (field: string) => (id: string) => {
    const row = sheet.rows.find((one) => one[field] === id);
    return row ? words.title(ready.entity.byName.get(field)?.meta.to, id, row[`$${field}`]) : id;
  };
  const criteria = [
    state.view ? words.view(state.view) : '',
    state.search ? t('list.searchOf', { search: state.search }) : '',
    ...state.filters.map((term) => `${words.field(term.field)} ${wordsOf(term, titleOf(term.field), true)}`),
  ].filter(Boolean);
  return createPortal(
    <section className="print-sheet">
      <h1>{words.plural}</h1>
      <p>{criteria.length > 0 ? t('print.filters', { asked: criteria.join('; ') }) : t('print.noFilters')}</p>
      <p>
        {t('print.at', { at: sheet.at.toLocaleString(culture, { timeZone, dateStyle: 'medium', timeStyle: 'short' }) })}
        {' · '}
        {sheet.rows.length < total
          ? t('print.some', { shown: sheet.rows.length.toLocaleString(culture), total: total.toLocaleString(culture) })
          : t('list.count', { count: sheet.rows.length.toLocaleString(culture) })}
      </p>
      <table>
        <thead>
          <tr>
            {shown.map(({ id, label, numeric }) => (
              <th key={id} scope="col" data-numeric={numeric}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <tr key={row.id}>
              {shown.map(({ id, field, numeric }) => (
                <td key={id} data-numeric={numeric}>
                  {cellText(field, row, { words, culture })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
