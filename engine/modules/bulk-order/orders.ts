import type { ActorFacts, Entity, Issue } from '../../core/index.ts';
import type { SheetColumn } from './columns.ts';
import type { Reading } from './read-cell.ts';
import type { ReferenceTemplates } from './reference-lines.ts';
import { isBlank, type Row } from './sheet.ts';

/** `error`: it cannot be saved. `gap`: it can, and not be placed. `note`: worth a look, and holds nothing up. */
export type Grade = 'error' | 'gap' | 'note';

export interface CellIssue extends Issue {
  readonly row: string;
  readonly column: string;
  readonly grade: Grade;
  /** What was typed there. */
  readonly text: string;
}

/** Rows that make one order, as they were understood. */
export interface SheetOrder {
  /** The id of its first row. */
  readonly key: string;
  readonly reference: string;
  readonly rows: readonly Row[];
  /** The order as it is sent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Known again as long as nothing in it changes. */
  readonly print: string;
  readonly issues: readonly CellIssue[];
  readonly boxes: number;
  /** How each understood cell stands there, by row and column; what stands as it was typed is left out. */
  readonly shown: ReadonlyMap<string, string>;
}

/** Everything that an order is judged with. */
export interface Judging {
  readonly entity: Entity;
  readonly columns: readonly SheetColumn[];
  /** Default texts of empty cells, by column. */
  readonly defaults: Readonly<Record<string, string>>;
  readonly reading: Reading;
  readonly customer: string | null;
  readonly references?: ReferenceTemplates;
  readonly actor: ActorFacts;
  readonly now: string;
}

/** The rows of each order in their order: those with one reference, and each row without. */
export function groupRows(rows: readonly Row[]): Row[][] {
  const orders = new Map<string, Row[]>();
  for (const row of rows) {
    if (isBlank(row)) continue;
    const reference = (row.cells['refNo'] ?? '').trim();
    const key = reference === '' ? `row ${row.id}` : `ref ${reference}`;
    const own = orders.get(key);
    if (own) own.push(row);
    else orders.set(key, [row]);
  }
  return [...orders.values()];
}

/** The place of a cell in a map. */
export const cellKey = (row: string, column: string): string => `${row} ${column}`;

/** Rows that say something of a box (or an item); an order without any has its first row for a box. */
export function rowsOf(part: 'box' | 'item', rows: readonly Row[], columns: readonly SheetColumn[]): readonly Row[] {
  const own = columns.filter((column) => column.part === part).map(({ id }) => id);
  const found = rows.filter(({ cells }) => own.some((id) => (cells[id] ?? '') !== ''));
  return found.length > 0 || part === 'item' ? found : rows.slice(0, 1);
}

/** Where a reason stands whose own field is no column. */
export const standIn: Readonly<Record<string, string>> = {
  senderMode: 'channel',
  boxes: 'boxes.weight',
  items: 'items.description',
  carrierCode: 'channel',
};

/** `boxes[2].weight` is the third box's `boxes.weight`. */
export function placeOf(path: string): { column: string; lines: string | null; at: number } {
  const [, lines = '', at = '', inner = ''] = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  if (lines !== '') return { column: inner === '' ? lines : `${lines}.${inner}`, lines, at: Number(at) };
  return { column: path.split(/[.,]/, 1)[0] ?? '', lines: null, at: 0 };
}

/** A short print of what is sent: the same for the same order. */
export function printOf(body: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(body);
  let [one, two] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ (code + at), 0x85ebca6b);
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}.${text.length}`;
}

/** The reasons of the server against an order, on the cells that they are about. */
export function cellsOfIssues(
  order: SheetOrder,
  columns: readonly SheetColumn[],
  found: readonly Issue[],
): CellIssue[] {
  const ids = new Set(columns.map(({ id }) => id));
  const boxRows = rowsOf('box', order.rows, columns);
  const itemRows = rowsOf('item', order.rows, columns);
  return found.map((each) => {
    const place = placeOf(each.path);
    const column = ids.has(place.column) ? place.column : (standIn[place.column] ?? 'refNo');
    const row =
      (place.lines === 'boxes' ? boxRows[place.at] : itemRows[place.lines === 'items' ? place.at : -1]) ??
      order.rows.find(({ cells }) => (cells[column] ?? '') !== '') ??
      order.rows[0];
    return { ...each, row: row?.id ?? order.key, column, grade: 'error' as const, text: row?.cells[column] ?? '' };
  });
}
