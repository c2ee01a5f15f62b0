/**
 * Reads all sheets of a workbook, or a CSV file as the only one, in a thread of its own: texts row by row, merged cells
 * filled, blank rows kept so that a cell can be named. Plain JavaScript, because a thread starts from a file.
 */
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { isLegacyWorkbook, readLegacyWorkbook } from './legacy-workbook.mjs';
import { zipProblem } from './zip-bounds.mjs';

const { path, name, limits, encoding } = workerData;

class Refused extends Error {
  constructor(code, params = {}) {
    super(code);
    Object.assign(this, { code, params });
  }
}

try {
  const bytes = await readFile(path);
  const sheets = await sheetsOf(bytes);
  parentPort.postMessage({ sheets }, []);
} catch (error) {
  const known = error.code?.startsWith?.('import.');
  parentPort.postMessage({ code: known ? error.code : 'import.unreadable', params: known ? error.params : {} }, []);
}
parentPort.close();

async function sheetsOf(bytes) {
  if (isLegacyWorkbook(bytes)) return texts(await readLegacyWorkbook(bytes));
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' ? texts(await workbook(bytes)) : [csv(bytes)];
}

async function workbook(bytes) {
  const problem = await zipProblem(bytes, limits.zip);
  if (problem) throw new Refused(problem);
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return (await readXlsx(view, { sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden })).sheets;
}

function texts(sheets) {
  if (sheets.length > limits.sheets) throw new Refused('import.tooManySheets', { max: limits.sheets });
  const count = counter();
  return sheets.map(({ name: title, rows, merges = [], cells, rowDefs, columns }) => {
    const read = rows.map((row) => count(Array.from(row, textOf)));
    // A formula without a calculated value stays a text, and is refused where a number is expected.
    for (const [at, cell] of cells ?? []) {
      const [row, column] = at.split(',').map(Number);
      if (cell.formula && (cell.value === null || cell.value === undefined) && read[row])
        read[row][column] = `=${cell.formula}`.slice(0, limits.text);
    }
    for (const merge of merges) fill(read, merge);
    return { name: title, rows: read, hidden: hiddenOf(rowDefs, columns) };
  });
}

function hiddenOf(rowDefs = [], columns = []) {
  return {
    rows: [...rowDefs].flatMap(([at, row]) => (row.hidden ? [at] : [])),
    columns: columns.flatMap((column, at) => (column?.hidden ? [at] : [])),
  };
}

function csv(bytes) {
  const text = decoded(bytes);
  const head = text.split(/\r?\n/, 20).join('\n');
  const delimiter = [';', '\t'].reduce((best, sign) => (count(head, sign) > count(head, best) ? sign : best), ',');
  const rows = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false });
  const counted = counter();
  return { name, rows: rows.map((row) => counted(row.map((cell) => cell.slice(0, limits.text)))) };
}

function count(text, sign) {
  return text.split(sign).length;
}

function decoded(bytes) {
  const text = encoding && new TextDecoder(encoding).decode(bytes);
  if (!text || /[^\P{Cc}\s]/u.test(text.slice(0, 4_096))) throw new Refused('import.kind');
  return text;
}

/** Passes rows on and stops at one too many, in one sheet or in all of them. */
function counter() {
  let rows = 0;
  let cells = 0;
  return (row) => {
    rows += 1;
    cells += row.length;
    if (rows > limits.rows) throw new Refused('import.tooManyRows', { max: limits.rows });
    if (row.length > limits.columns) throw new Refused('import.tooManyColumns', { max: limits.columns });
    if (cells > limits.cells) throw new Refused('import.tooManyCells', { max: limits.cells });
    return row;
  };
}

function fill(rows, { startRow, startCol, endRow, endCol }) {
  const text = rows[startRow]?.[startCol] ?? '';
  if (text === '') return;
  for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row += 1) {
    for (let column = startCol; column <= Math.min(endCol, limits.columns); column += 1) rows[row][column] = text;
    for (let column = 0; column < rows[row].length; column += 1) rows[row][column] ??= '';
  }
}

/** A cell as a person would type it. */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  const text = typeof value === 'object' ? String(value.text ?? '') : String(value);
  return text.slice(0, limits.text);
}
