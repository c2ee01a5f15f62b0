import { read, type Cell, type CellValue } from 'hucre';

/**
 * The cells of the first filled visible sheet of a workbook (.xlsx, .xls, .xlsb, .ods) as texts; [] if none is filled.
 * Nothing of it leaves the browser. Throws where the file is no workbook or needs a password.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const { sheets } = await read(bytes, { sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden });
  const sheet = sheets.find(({ rows }) => rows.length > 0);
  // Rows and cells without content are holes.
  const rows = Array.from(sheet?.rows ?? [], (row: readonly CellValue[] | undefined) => Array.from(row ?? [], textOf));
  for (const [at, cell] of sheet?.cells ?? []) {
    const [row = 0, column = 0] = at.split(',').map(Number);
    const own = rows[row];
    if (own && isOpenFormula(cell)) own[column] = `=${cell.formula}`;
  }
  return rows;
}

/** A formula without a stored result stays text. */
const isOpenFormula = ({ formula, value }: Partial<Cell>): boolean =>
  Boolean(formula) && (value === null || value === undefined);

/** A cell as a person would type it. */
function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  // A double stores 12.1 as 12.100000000000000355.
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value);
}
