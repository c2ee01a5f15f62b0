/** A row as it is typed: every cell is text until it is read. */
export interface Row {
  readonly id: string;
  readonly cells: Readonly<Record<string, string>>;
}

export interface Sheet {
  readonly rows: readonly Row[];
}

/** A cell and what goes into it. */
export interface CellChange {
  readonly row: string;
  readonly column: string;
  readonly text: string;
}

/** Most rows of one sheet. */
export const maxRows = 1_000;
const fewestRows = 30;
const spareRows = 5;

export const isBlank = ({ cells }: Row): boolean => Object.values(cells).every((text) => text.trim() === '');

let counted = 0;
const start = Date.now().toString(36);
/** Unique among the rows of every sheet that this browser keeps. */
export const newRowId = (): string =>
  `${start}-${(counted += 1).toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
export const newRow = (cells: Row['cells'] = {}): Row => ({ id: newRowId(), cells });

/** With empty rows below the last one, so that there is always somewhere to type. */
export function padded({ rows }: Sheet): Sheet {
  const last = rows.findLastIndex((row) => !isBlank(row));
  const wanted = Math.min(maxRows, Math.max(fewestRows, last + 1 + spareRows));
  if (rows.length >= wanted) return { rows };
  return { rows: [...rows, ...Array.from({ length: wanted - rows.length }, () => newRow())] };
}

export const emptySheet = (): Sheet => padded({ rows: [] });

/** Signs without width and those that turn the direction: phones, chats and web pages copy them along unseen. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Line breaks and tabs inside of a cell are spaces: an order has single lines. */
export const tidy = (text: string): string =>
  text
    .replace(unseen, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

function withCells(row: Row, changes: ReadonlyMap<string, string>): Row {
  const next: Record<string, string> = { ...row.cells };
  let changed = false;
  for (const [column, raw] of changes) {
    const text = tidy(raw);
    if ((next[column] ?? '') === text) continue;
    changed = true;
    if (text === '') delete next[column];
    else next[column] = text;
  }
  return changed ? { id: row.id, cells: next } : row;
}

/** The same sheet where nothing changes; rows that stay as they are stay the same objects. */
export function setCells(sheet: Sheet, changes: readonly CellChange[]): Sheet {
  const byRow = new Map<string, Map<string, string>>();
  for (const { row, column, text } of changes) {
    const own = byRow.get(row) ?? new Map<string, string>();
    byRow.set(row, own.set(column, text));
  }
  const rows = sheet.rows.map((row) => {
    const own = byRow.get(row.id);
    return own ? withCells(row, own) : row;
  });
  return rows.every((row, at) => row === sheet.rows[at]) ? sheet : padded({ rows });
}

/** Rows of texts by column, from a place on: over what stands there, with further rows below. */
export function layRows(sheet: Sheet, from: number, texts: readonly Readonly<Record<string, string>>[]): Sheet {
  const rows = [...sheet.rows];
  for (const [down, cells] of texts.entries()) {
    const at = from + down;
    if (at >= maxRows) break;
    while (rows.length <= at) rows.push(newRow());
    rows[at] = withCells(rows[at] as Row, new Map(Object.entries(cells)));
  }
  return padded({ rows });
}

/** Where new rows go: below the last one that holds something. */
export const firstFree = ({ rows }: Sheet): number => rows.findLastIndex((row) => !isBlank(row)) + 1;

export function insertRows({ rows }: Sheet, at: number, count: number): Sheet {
  const room = Math.max(0, Math.min(count, maxRows - rows.length));
  return { rows: rows.toSpliced(at, 0, ...Array.from({ length: room }, () => newRow())) };
}

export function deleteRows({ rows }: Sheet, ids: ReadonlySet<string>): Sheet {
  return padded({ rows: rows.filter(({ id }) => !ids.has(id)) });
}

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The first row of a range in every row of it; of a single row the one above it. */
export function fillDown(sheet: Sheet, { top, bottom, left, right }: Range, columns: readonly string[]): Sheet {
  const source = top === bottom ? top - 1 : top;
  const from = sheet.rows[source];
  if (!from) return sheet;
  const changes = sheet.rows
    .slice(source + 1, bottom + 1)
    .flatMap(({ id }) =>
      columns.slice(left, right + 1).map((column) => ({ row: id, column, text: from.cells[column] ?? '' })),
    );
  return setCells(sheet, changes);
}

export const clearRange = (sheet: Sheet, { top, bottom, left, right }: Range, columns: readonly string[]): Sheet =>
  setCells(
    sheet,
    sheet.rows
      .slice(top, bottom + 1)
      .flatMap(({ id }) => columns.slice(left, right + 1).map((column) => ({ row: id, column, text: '' }))),
  );

/** A range as a spreadsheet takes it. */
export const copyRange = (
  { rows }: Sheet,
  { top, bottom, left, right }: Range,
  {
    columns,
    wordOf = (row, column) => row.cells[column] ?? '',
  }: { columns: readonly string[]; wordOf?: (row: Row, column: string) => string },
): string =>
  rows
    .slice(top, bottom + 1)
    .map((row) =>
      columns
        .slice(left, right + 1)
        .map((column) => quoted(wordOf(row, column)))
        .join('\t'),
    )
    .join('\n');

const quoted = (text: string): string => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Steps that can be taken back, the latest last. */
export interface History {
  readonly past: readonly Sheet[];
  readonly now: Sheet;
  readonly next: readonly Sheet[];
}

const maxSteps = 100;

export const begin = (now: Sheet): History => ({ past: [], now, next: [] });
export const step = (history: History, now: Sheet): History =>
  now === history.now ? history : { past: [...history.past, history.now].slice(-maxSteps), now, next: [] };
export function undo(history: History): History {
  const before = history.past.at(-1);
  return before ? { past: history.past.slice(0, -1), now: before, next: [history.now, ...history.next] } : history;
}
export function redo(history: History): History {
  const [after, ...rest] = history.next;
  return after ? { past: [...history.past, history.now], now: after, next: rest } : history;
}
