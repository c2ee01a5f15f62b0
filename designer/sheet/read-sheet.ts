import { readBlock, readTableFile } from '../../engine/kit/index.ts';

/** A table as it was pasted or read from a file: the heads, and the rows below them, all as wide as the heads. */
export interface Sheet {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A sheet as it was given. */
export interface GivenSheet {
  readonly sheet: Sheet;
  /** The file name; '' if pasted. */
  readonly source: string;
}

/** Why a sheet cannot be taken; the words are `sheet.error.<code>`. */
export class UnreadableSheet extends Error {
  constructor(
    readonly code: 'empty' | 'oneRow' | 'tooManyRows' | 'tooManyColumns' | 'tooLarge' | 'unreadable',
    readonly params: Readonly<Record<string, number>> = {},
  ) {
    super(code);
  }
}

/** What one browser reads at once; an import of the published entity takes more. */
export const sheetLimits = Object.freeze({ rows: 20_000, columns: 100, bytes: 20 * 1024 * 1024, cell: 20_000 });

/** A pasted table: tabs as spreadsheets copy them, else the sign that parts most of the first lines. */
export const sheetOfText = (text: string): Sheet => sheetOf(readBlockOf(text));

/** A CSV file in the encoding that it is written in, or the first visible sheet of a workbook. */
export async function sheetOfFile(file: Blob): Promise<Sheet> {
  if (file.size > sheetLimits.bytes) throw new UnreadableSheet('tooLarge', { max: sheetLimits.bytes / 1024 / 1024 });
  const found = await readTableFile(file).catch(() => null);
  if (!found) throw new UnreadableSheet('unreadable');
  return 'rows' in found ? sheetOf(found.rows) : sheetOfText(found.text);
}

/** Rows of texts as a sheet: without empty edges, the first non-empty row as heads. */
export function sheetOf(table: readonly (readonly string[])[]): Sheet {
  const filled = table
    .map((row) => row.map((cell) => cell.replaceAll('\u0000', '').trim().slice(0, sheetLimits.cell)))
    .filter((row) => row.some((cell) => cell !== ''));
  const [heads, ...rows] = filled;
  if (!heads) throw new UnreadableSheet('empty');
  const width = Math.max(...filled.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  if (width > sheetLimits.columns) throw new UnreadableSheet('tooManyColumns', { max: sheetLimits.columns });
  if (rows.length === 0) throw new UnreadableSheet('oneRow');
  if (rows.length > sheetLimits.rows) throw new UnreadableSheet('tooManyRows', { max: sheetLimits.rows });
  const wide = (row: readonly string[]) => Array.from({ length: width }, (_, at) => row[at] ?? '');
  // A column without a head and without a value is none.
  const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
    filled.some((row) => (row[at] ?? '') !== ''),
  );
  const taken = (row: readonly string[]) => used.map((at) => wide(row)[at] ?? '');
  return { heads: taken(heads), rows: rows.map(taken) };
}

/** Rows of a text whose cells are parted by tabs, commas or semicolons. */
function readBlockOf(text: string): string[][] {
  const clean = text.replace(/^\ufeff/, '');
  const head = clean.split(/\r?\n/, 20).join('\n');
  const count = (sign: string) => head.split(sign).length;
  const sign = ['\t', ',', ';', '\uff0c', '|'].reduce((best, each) => (count(each) > count(best) ? each : best));
  return sign === '\t' ? readBlock(clean) : readSeparated(clean, sign);
}

/** The same with another sign between the cells: quotes hold signs and line breaks. */
function readSeparated(text: string, sign: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) {
      if (!isQuoted) cell = '';
      isQuoted = !isQuoted;
    } else if (isQuoted) cell += letter;
    else if (letter === sign) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
