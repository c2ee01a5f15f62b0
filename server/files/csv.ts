import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import type { Readable } from 'node:stream';

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
const unquoted = (cell: string): string =>
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

/** The rows of a CSV file as they come, separated by commas, semicolons or tabs; blank rows are left out. */
export async function* readCsv(source: Readable, head: Buffer, limits: TableLimits): AsyncGenerator<string[]> {
  const most = limits.text * 2;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head.toString('utf8')),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: Math.min(limits.columns * most, 4_194_304),
  });
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let count = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      count += 1;
      if (count > limits.rows + 1) throw new UnreadableTable('import.tooManyRows', { max: limits.rows });
      if (record.length > limits.columns) throw new UnreadableTable('import.tooManyColumns', { max: limits.columns });
      if (record.every((cell) => cell === '')) continue;
      yield record.map(unquoted);
    }
  } catch (error) {
    if (error instanceof UnreadableTable || !(error as { code?: string }).code?.startsWith('CSV_')) throw error;
    throw new UnreadableTable('import.unreadable', { row: count + 1 });
  } finally {
    source.destroy();
  }
}

/** The separator that stands most often in the first line. */
function delimiterOf(head: string): string {
  const line = head.split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
