/**
 * Splits a file into rows in a thread of its own: CSV in any separator and encoding that people's tools write, or the
 * sheets of a workbook. Hands over texts, a few chunks ahead of the reader. Plain JavaScript, because a thread starts
 * from a file.
 */
import { streamXlsxRows } from 'hucre/xlsx';
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { zipProblem } from '../../../files/zip-bounds.mjs';

const { path, workbook, limits } = workerData;
/** Between cells, and between rows, of what is handed over; neither stands in a cell. */
const [cellEnd, rowEnd] = ['\u001f', '\u001e'];
const chunk = 400;
/** Cells that a row has at least for what a quote has taken in to be known as a row. */
const rowCells = 20;
let credit = 3;
let wake = () => undefined;
parentPort.on('message', () => {
  credit += 1;
  wake();
});

class Refused extends Error {
  constructor(code, params = {}, line = null, column = null) {
    super(code);
    Object.assign(this, { code, params, line, column });
  }
}

let count = 0;
let rows = [];
let lines = [];
/** Of a workbook, from 0; a batch has rows of one sheet. */
let sheet = 0;
/** Whether a text file has a NUL, whose place is found when its row is read. */
let hasNul = false;
try {
  const end = await (workbook ? readWorkbook() : readText());
  await flush();
  parentPort.postMessage({ end }, []);
} catch (error) {
  const known = error instanceof Refused;
  // The rows before it may have faults to be named with it.
  if (known) await flush();
  const { code, params = {}, line = null, column = null } = known ? error : { code: 'billing.unreadable' };
  parentPort.postMessage({ code, params, line, column }, []);
}
parentPort.close();

async function take(cells, line) {
  if (cells.length > limits.columns) throw new Refused('billing.tooManyColumns', { max: limits.columns }, line);
  if (cells.every((cell) => cell === '' || cell.trim() === '')) return;
  count += 1;
  if (count > limits.rows) throw new Refused('billing.tooManyLines', { max: limits.rows }, line);
  rows.push(cells.join(cellEnd));
  lines.push(line);
  if (rows.length >= chunk) await flush();
}

function refuseNul(cells, line) {
  const at = hasNul ? cells.findIndex((cell) => cell.includes('\0')) : -1;
  if (at >= 0) throw new Refused('billing.nul', {}, line, at + 1);
}

async function flush() {
  if (rows.length === 0) return;
  if (credit < 1) await new Promise((resolve) => (wake = resolve));
  credit -= 1;
  parentPort.postMessage({ rows: rows.join(rowEnd), lines, sheet }, []);
  rows = [];
  lines = [];
}

async function readWorkbook() {
  const bytes = await readFile(path);
  const problem = await zipProblem(bytes, limits.zip);
  if (problem) throw new Refused(problem === 'import.tooLarge' ? 'billing.tooLarge' : 'billing.unreadable');
  const book = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  // Rows of later sheets are counted on, so that no two rows of a file have the same number.
  let [line, before] = [0, 0];
  for (sheet = 0; sheet < sheetsIn(bytes); sheet += 1) {
    for await (const { index, values } of streamXlsxRows(book, { sheet })) {
      line = before + index + 1;
      const cells = values.map((value) => clean(textOf(value)));
      while (cells.length > 0 && cells.at(-1) === '') cells.pop();
      await take(cells, line);
    }
    await flush();
    before = line;
  }
  return { separator: null, whole: true };
}

/** Worksheets by the directory of the archive. */
function sheetsIn(bytes) {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const names = bytes.toString('latin1', bytes.readUInt32LE(end + 16), end).match(/xl\/worksheets\/[^/]+?\.xml/g);
  return names?.length ?? 1;
}

async function readText() {
  const encoding = await encodingOf();
  const decoder = new TextDecoder(encoding);
  let [text, line, separator, newline] = ['', 1, null, '\n'];
  let last = '';
  const record = { text: '', line: 0, parts: 0 };
  const endLine = async (part) => {
    const own = part.endsWith('\r') ? part.slice(0, -1) : part;
    // Spreadsheets write their separator into a first line of its own.
    const named = separator === null ? /^"?sep=([,;|\t])"?$/i.exec(own) : null;
    if (named) {
      separator = named[1];
      line += 1;
      return;
    }
    separator ??= separatorOf(own);
    if (record.parts === 0 && !own.includes('"')) {
      refuseNul(own.split(separator), line);
      await take(clean(own).split(separator), line);
    } else {
      if (record.parts === 0) record.line = line;
      record.text += record.parts === 0 ? own : `\n${own}`;
      record.parts += 1;
      const cells = cellsOf(record.text, separator);
      if (cells.open === null) {
        const torn = record.parts > 1 ? tornOf(cells, separator) : -1;
        if (torn >= 0) throw new Refused('billing.tornQuote', {}, record.line, torn + 1);
        refuseNul(cells.cells, record.line);
        await take(
          cells.cells.map((cell) => literal(clean(cell))),
          record.line,
        );
        Object.assign(record, { text: '', parts: 0 });
      } else if (record.parts > limits.parts || record.text.length > limits.record) {
        throw new Refused('billing.openQuote', {}, record.line, cells.open + 1);
      }
    }
    line += 1;
  };
  for await (const bytes of createReadStream(path, { highWaterMark: 262_144 })) {
    text += decoder.decode(bytes, { stream: true });
    if (separator === null) newline = newlineOf(text);
    let from = 0;
    for (let to = text.indexOf(newline); to >= 0; to = text.indexOf(newline, from)) {
      await endLine(text.slice(from, to));
      from = to + 1;
    }
    text = text.slice(from);
    if (text.length > limits.record) throw new Refused('billing.tooLongLine', {}, line);
  }
  last = text + decoder.decode();
  if (last !== '') await endLine(last);
  if (record.parts > 0) {
    throw new Refused('billing.openQuote', {}, record.line, cellsOf(record.text, separator).open + 1);
  }
  return { separator, whole: last === '' };
}

/** A carriage return where nothing else ends a line outside of quotes: cells of such a file may hold line feeds. */
function newlineOf(text) {
  if (!text.includes('\r')) return '\n';
  const bare = text.replace(/(^|[,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g, '$1');
  return bare.includes('\n') || !bare.includes('\r') ? '\n' : '\r';
}

/** The separator that stands most often in the first line, outside of quotes. */
function separatorOf(line) {
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (sign) => bare.split(sign).length;
  return [';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

/**
 * The cell whose stray quote was closed by another one in a row below, so that the rows between would be lost: more text
 * follows its end, or it holds as many separators as a row has. -1: there is none.
 */
function tornOf({ cells, followed }, separator) {
  if (followed >= 0) return followed;
  if (cells.length < rowCells) return -1;
  return cells.findIndex((cell) => cell.includes('\n') && cell.split(separator).length >= cells.length);
}

/**
 * The cells of a record; `open`: the cell whose quote has not been closed; `followed`: the one over several lines with
 * text after its quote, or -1.
 */
function cellsOf(text, separator) {
  const cells = [];
  let followed = -1;
  let at = 0;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) return { cells, open: cells.length, followed };
        cell += text.slice(from, quote);
        from = quote + 1;
        if (text[from] !== '"') break;
        cell += '"';
        from += 1;
      }
      at = from;
    }
    const end = text.indexOf(separator, at);
    const rest = text.slice(at, end < 0 ? undefined : end);
    if (followed < 0 && cell.includes('\n') && rest.trim() !== '') followed = cells.length;
    cells.push(cell + rest);
    if (end < 0) return { cells, open: null, followed };
    at = end + 1;
  }
}

/** Signs that no text of a person has, and no database takes. */
function clean(text) {
  return /[^\P{Cc}\t\n]|[\ufffe\uffff]/u.test(text) ? text.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '') : text;
}

/** A number that was written as a formula of a text alone, which keeps its leading zeros in a spreadsheet. */
function literal(cell) {
  return cell.startsWith('="') && /^="[\w -]*"$/.test(cell) ? cell.slice(2, -1) : cell;
}

function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // A workbook holds fifteen digits of a number: the rest of a longer one is lost, and it must not pass for whole.
  if (typeof value === 'number')
    return Math.abs(value) >= 1e15 ? value.toExponential() : String(Number(value.toPrecision(15)));
  const text = typeof value === 'object' ? String(value.text ?? '') : String(value);
  return text.slice(0, limits.text);
}

/** By the mark at its beginning, else UTF-8 where all of it is, else what its other bytes look like. */
async function encodingOf() {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(1_048_576);
    const state = { left: Buffer.alloc(0), utf8: true, high: 0, pairs: 0, first: true };
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, null);
      if (bytesRead === 0) break;
      const part = bytes.subarray(0, bytesRead);
      if (state.first && part[0] === 0xff && part[1] === 0xfe) return 'utf-16le';
      if (state.first && part[0] === 0xfe && part[1] === 0xff) return 'utf-16be';
      if (state.first && part[0] !== 0 && part[1] === 0) return 'utf-16le';
      if (state.first && part[0] === 0 && part[1] !== 0) return 'utf-16be';
      state.first = false;
      if (part.includes(0)) {
        if (!isLikeText(part)) throw new Refused('billing.kind');
        hasNul = true;
      }
      if (state.utf8) state.utf8 = staysUtf8(state, part);
      if (!state.utf8) {
        countHigh(state, part);
        if (state.high > 10_000) break;
      }
    }
    if (state.utf8 && state.left.length === 0) return 'utf-8';
    // Chinese stands in pairs of high bytes; the letters of European languages stand alone.
    return state.pairs * 2 > state.high * 0.8 ? 'gb18030' : 'windows-1252';
  } finally {
    await file.close();
  }
}

/** Whether bytes are lines without any other control character than NUL; those of pictures and programs have some. */
function isLikeText(bytes) {
  return bytes.includes(10) && bytes.every((byte) => byte >= 32 || [0, 9, 10, 13].includes(byte));
}

function staysUtf8(state, part) {
  const all = state.left.length > 0 ? Buffer.concat([state.left, part]) : part;
  // A letter that is cut at the end of the part belongs to the next one.
  for (let cut = 0; cut <= 3 && cut <= all.length; cut += 1) {
    if (!isUtf8(all.subarray(0, all.length - cut))) continue;
    state.left = Buffer.from(all.subarray(all.length - cut));
    return true;
  }
  return false;
}

function countHigh(state, part) {
  for (let at = 0; at < part.length; at += 1) {
    if (part[at] < 0x80) continue;
    state.high += 1;
    if (part[at + 1] >= 0x80) {
      state.high += 1;
      state.pairs += 1;
      at += 1;
    }
  }
}
