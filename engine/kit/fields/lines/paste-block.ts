import type { Field } from '../../../core/index.ts';

export type Row = Record<string, unknown>;

export interface Paste {
  columns: readonly Field[];
  rows: readonly Row[];
  /** The cell that was in use. */
  at: { row: number; column: number };
  block: readonly (readonly string[])[];
  /** Column names by the words of their heads. */
  heads: ReadonlyMap<string, string>;
  newRow: () => Row;
  /** Text of a cell to its value; undefined when it says nothing that fits. */
  read: (text: string, column: Field) => unknown;
}

export interface Pasted {
  rows: Row[];
  cells: number;
  /** Cells whose text could not be placed. */
  skipped: number;
}

/** The cells of a block that a spreadsheet puts on the clipboard: tabs between cells, quotes around line breaks. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    rows.push([...row, cell]);
    row = [];
    cell = '';
  };
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? '';
    if (quoted && letter === '"' && source[at + 1] === '"') cell += source[++at];
    else if (letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && letter === '\t') {
      row.push(cell);
      cell = '';
    } else if (!quoted && letter === '\n') endRow();
    else cell += letter;
  }
  endRow();
  return rows;
}

/** Whether the clipboard holds more than one cell; a single one is an ordinary paste. */
export const isBlock = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''));

/**
 * Lays a block over the table from the cell in use, adding rows as needed. A first row made of column heads says which
 * column is which, and is not data. Cells that fit nowhere are counted, never dropped in silence.
 */
export function pasteBlock({ columns, rows, at, block, heads, newRow, read }: Paste): Pasted {
  const named = (block[0] ?? []).map((text) => heads.get(text.trim().toLowerCase()));
  const hasHeads = named.length > 0 && named.every((name) => name !== undefined);
  const columnAt = (index: number) =>
    hasHeads ? columns.find((column) => column.name === named[index]) : columns[at.column + index];
  const next = rows.map((row) => ({ ...row }));
  let cells = 0;
  let skipped = 0;
  const data = hasHeads ? block.slice(1) : block;
  data.forEach((texts, down) => {
    if (texts.every((text) => text.trim() === '')) return;
    const target = (next[at.row + down] ??= newRow());
    texts.forEach((text, across) => {
      const column = columnAt(across);
      const value = column ? read(text.trim(), column) : undefined;
      if (value === undefined || !column) {
        if (text.trim() !== '') skipped += 1;
        return;
      }
      target[column.name] = value;
      // A title belongs to the value that was there.
      delete target[`$${column.name}`];
      cells += 1;
    });
  });
  return { rows: [...next].map((row) => row ?? newRow()), cells, skipped };
}

/** The value of one cell in every row below it. */
export function fillDown(rows: readonly Row[], from: number, column: string): Row[] {
  const value = rows[from]?.[column];
  const title = rows[from]?.[`$${column}`];
  return rows.map((row, at) => (at <= from ? row : titled({ ...row, [column]: value }, column, title)));
}

/** A copy of a row right below it; it is a new one, so the id stays behind. */
export function duplicateRow(rows: readonly Row[], at: number): Row[] {
  const { id: _id, ...copy } = structuredClone(rows[at] ?? {});
  return rows.toSpliced(at + 1, 0, copy);
}

export function moveRow(rows: readonly Row[], from: number, to: number): Row[] {
  if (to < 0 || to >= rows.length) return [...rows];
  const row = rows[from];
  return row ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : [...rows];
}

function titled(row: Row, column: string, title: unknown): Row {
  const { [`$${column}`]: _before, ...rest } = row;
  return title === undefined ? rest : { ...rest, [`$${column}`]: title };
}
