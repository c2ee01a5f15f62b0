import type { SheetColumn } from './columns.ts';
import { countOf, type Spot } from './grid-range.ts';
import type { Range, Row } from './sheet.ts';
import type { SheetView } from './sheet-view.ts';
import { useWords } from './wording.ts';

interface Props {
  spot: { at: Spot; range: Range } | null;
  rows: readonly Row[];
  columns: readonly SheetColumn[];
  view: SheetView;
  isEmpty: boolean;
}

/** The cell in use: where it is, what stands there, and what is wrong with it. */
export function CellBar({ spot, rows, columns, view, isEmpty }: Props) {
  const t = useWords();
  const row = spot ? rows[spot.at.row] : undefined;
  const column = spot ? columns[spot.at.column] : undefined;
  if (!spot || !row || !column)
    return <p className="bulk-cell-bar is-idle">{isEmpty ? t('cell.empty') : t('cell.idle')}</p>;
  const count = countOf(spot.range);
  const typed = row.cells[column.id] ?? '';
  const shown = view.textOf(row, column.id);
  const reason = view.messageOf(row.id, column.id);
  const left = column.most === null || typed.length < column.most * 0.8 ? null : column.most - Array.from(typed).length;
  return (
    <p className="bulk-cell-bar">
      <strong>{t('cell.place', { row: spot.at.row + 1, column: column.label })}</strong>
      <span className="bulk-cell-text">
        {typed}
        {shown !== '' && shown !== typed ? <em>{typed === '' ? shown : ` → ${shown}`}</em> : null}
      </span>
      {left === null ? null : <span data-tone={left < 0 ? 'bad' : 'warn'}>{t('cell.left', { count: left })}</span>}
      {count > 1 ? <span>{t('cell.selected', { count })}</span> : null}
      <span className="bulk-cell-reason" role="status" data-grade={view.issueOf(row.id, column.id)?.grade}>
        {reason}
      </span>
    </p>
  );
}
