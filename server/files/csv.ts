import { stringify } from 'csv-stringify/sync';

/** Signs with which a spreadsheet begins a formula. */
const formulaSign = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
const plainNumber = /^-?[\d.,]+%?$/;

/** Rows as CSV text. A cell that a spreadsheet would run as a formula is quoted for it; plain numbers are none. */
export const csvText = (rows: readonly (readonly string[])[], begins: boolean): string =>
  stringify(
    rows.map((row) => row.map((cell) => (formulaSign.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell))),
    { bom: begins, record_delimiter: '\r\n' },
  );

/** What `csvText` put before a formula sign is taken away again. */
export const unquoted = (cell: string): string =>
  cell.charCodeAt(0) === 39 && formulaSign.test(cell.slice(1)) ? cell.slice(1) : cell;

export interface TableLimits {
  readonly rows: number;
  /** Cells of one row. */
  readonly columns: number;
  /** Characters of one cell. */
  readonly text: number;
}

/** A file that is no readable table; `code` names the issue. */
export class UnreadableTable extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
  }
}

/** The separator that stands most often in the first line. */
export function delimiterOf(head: string): string {
  const line = head.split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
