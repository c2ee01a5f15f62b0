import { stringify } from 'csv-stringify/sync';

/** Characters with which spreadsheets begin a formula. */
const formulaSign = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
const plainNumber = /^-?[\d.,]+%?$/;

/** Rows as CSV text. Cells that a spreadsheet would run as a formula are escaped; plain numbers are not. */
export const csvText = (rows: readonly (readonly string[])[], begins: boolean): string =>
  stringify(
    rows.map((row) => row.map((cell) => (formulaSign.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell))),
    { bom: begins, record_delimiter: '\r\n' },
  );

/** Removes the escape that `csvText` adds. */
export const unquoted = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formulaSign.test(cell.slice(1)) ? cell.slice(1) : cell;

export interface TableLimits {
  readonly rows: number;
  /** Cells per row. */
  readonly columns: number;
  /** Characters per cell. */
  readonly text: number;
}

/** The file is not a readable table; `code` is the code. */
export class UnreadableTable extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
  }
}

/** The most frequent separator in the first line. */
export function delimiterOf(head: string): string {
  const line = head.split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
