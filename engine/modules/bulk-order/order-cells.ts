import { issue, type Issue } from '../../core/index.ts';
import type { SheetColumn } from './columns.ts';
import { cellKey, type CellIssue, type Grade, type Judging } from './orders.ts';
import { readCell, type Around } from './read-cell.ts';
import type { Row } from './sheet.ts';

/** A cell by its row and the id of its column. */
export interface CellPlace {
  readonly row: Row;
  readonly column: string;
}

/** The cells of one order while it is read: what they say, how that was understood, and what is wrong with it. */
export interface OrderCells {
  readonly rows: readonly [Row, ...Row[]];
  readonly issues: readonly CellIssue[];
  /** How an understood cell stands there, where that is not as it was typed. */
  readonly shown: ReadonlyMap<string, string>;
  has(column: string): boolean;
  /** The row that says a column of the order, and what it says or is taken for. */
  textOf(column: string): { row: Row; text: string };
  /** The value of a cell; undefined where it was not understood, which is noted. */
  read(row: Row, column: SheetColumn, around: Around): unknown;
  /** The value of a column that the order has once, by its name; rows that say something else are noted. */
  readOnce(column: string, around: Around): Readonly<Record<string, unknown>>;
  show(place: CellPlace, text: string): void;
  note(place: CellPlace, found: Issue, grade?: Grade): void;
}

export function cellsOf(rows: readonly Row[], { columns, defaults, reading }: Judging): OrderCells {
  const all = rows as readonly [Row, ...Row[]];
  const issues: CellIssue[] = [];
  const shown = new Map<string, string>();
  const byId = new Map(columns.map((column) => [column.id, column]));
  const sources = new Map<string, Row>();
  const sourceOf = (id: string): Row => {
    const row = sources.get(id) ?? all.find(({ cells }) => (cells[id] ?? '') !== '') ?? all[0];
    sources.set(id, row);
    return row;
  };
  const textIn = (row: Row, id: string): string => row.cells[id] || defaults[id] || '';
  const show: OrderCells['show'] = ({ row, column }, text) => shown.set(cellKey(row.id, column), text);
  const note: OrderCells['note'] = ({ row, column }, found, grade = 'error') =>
    issues.push({ ...found, row: row.id, column, grade, text: row.cells[column] ?? '' });
  const read: OrderCells['read'] = (row, column, around) => {
    const found = readCell(column, textIn(row, column.id), { reading, around });
    if (!found.ok) {
      for (const each of found.issues) note({ row, column: column.id }, each);
      return undefined;
    }
    if (found.shown !== (row.cells[column.id] ?? '')) show({ row, column: column.id }, found.shown);
    return found.value;
  };
  return {
    ...{ rows: all, issues, shown, show, note, read },
    has: (id) => byId.has(id),
    textOf(id) {
      const row = sourceOf(id);
      return { row, text: textIn(row, id) };
    },
    readOnce(id, around) {
      const column = byId.get(id);
      if (!column) return {};
      const source = sourceOf(id);
      const text = textIn(source, id);
      const value = read(source, column, around);
      for (const row of all) {
        const said = row.cells[id] ?? '';
        if (row !== source && said !== '' && said !== text)
          note({ row, column: id }, issue('sheet.differs', '', { value: text }));
      }
      return { [id]: value };
    },
  };
}
