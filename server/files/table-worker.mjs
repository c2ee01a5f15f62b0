/**
 * Reads a table (the first sheet of a workbook, or CSV) in a thread of its own and hands its rows over as texts, a
 * few chunks ahead of the reader. Plain JavaScript, because a thread starts from a file and tests run without a build.
 */
import { parse } from 'csv-parse';
import { streamXlsxRows } from 'hucre/xlsx';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { isLegacyWorkbook, readLegacyWorkbook } from './legacy-workbook.mjs';
import { zipProblem } from './zip-bounds.mjs';

const { path, csv, limits, chunk } = workerData;
let credit = 2;
let wake = () => undefined;
parentPort.on('message', () => {
  credit += 1;
  wake();
});

/** A table that breaks a limit; the code names the issue. */
class Refused extends Error {
  constructor(code, params) {
    super(code);
    Object.assign(this, { code, params });
  }
}

let count = 0;
try {
  await read();
  parentPort.postMessage({ end: true }, []);
} catch (error) {
  const known = error.code?.startsWith?.('import.');
  const at = csv === null ? undefined : { row: count + 1 };
  parentPort.postMessage({ code: known ? error.code : 'import.unreadable', params: known ? error.params : at }, []);
}
parentPort.close();

async function read() {
  let rows = [];
  for await (const row of csv === null ? workbookRows() : csvRows()) {
    if (count > limits.rows + 1) throw new Refused('import.tooManyRows', { max: limits.rows });
    if (row.length > limits.columns) throw tooManyColumns();
    if (row.every((cell) => cell === '')) continue;
    rows.push(row);
    if (rows.length < chunk) continue;
    await send(rows);
    rows = [];
  }
  if (rows.length > 0) await send(rows);
}

function tooManyColumns() {
  return new Refused('import.tooManyColumns', { max: limits.columns });
}

async function* workbookRows() {
  const bytes = await readFile(path);
  for await (const values of isLegacyWorkbook(bytes) ? legacyRows(bytes) : xlsxRows(bytes)) {
    const row = values.map(textOf);
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.length > 0) count += 1;
    yield row;
  }
}

async function* xlsxRows(bytes) {
  const problem = await zipProblem(bytes, limits.zip);
  if (problem) throw new Refused(problem);
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  for await (const { values } of streamXlsxRows(view)) yield values;
}

async function* legacyRows(bytes) {
  const [sheet] = await readLegacyWorkbook(bytes);
  yield* sheet?.rows ?? [];
}

async function* csvRows() {
  const parser = parse({
    bom: true,
    delimiter: csv.delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: Math.min(limits.columns * limits.text * 2, 4_194_304),
  });
  const counted = columnCounter();
  const parts = [createReadStream(path), ...(csv.encoding === 'utf-8' ? [] : [toUtf8()]), counted, parser];
  pipeline(parts, () => undefined);
  for await (const row of parser) {
    count += 1;
    yield row;
  }
}

/** Any encoding as UTF-8, which the parser reads. */
function toUtf8() {
  const decoder = new TextDecoder(csv.encoding);
  return new Transform({
    transform: (bytes, _encoding, done) => done(null, decoder.decode(bytes, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
}

/** Passes the bytes of a CSV file on and stops at a row of too many cells: the parser would build it first. */
function columnCounter() {
  const [quote, feed, carriage, separator] = [...'"\n\r', csv.delimiter].map((sign) => sign.charCodeAt(0));
  let columns = 1;
  let quoted = false;
  let begins = true;
  return new Transform({
    transform(bytes, _encoding, done) {
      for (const byte of bytes) {
        if (quoted) {
          // A doubled quote closes and opens again, which comes to the same.
          if (byte === quote) quoted = false;
          begins = true;
        } else if (byte === quote && begins) quoted = true;
        else if (byte === separator) {
          columns += 1;
          begins = true;
          if (columns > limits.columns) return done(tooManyColumns());
        } else if (byte === feed || byte === carriage) {
          columns = 1;
          begins = true;
        } else begins = false;
      }
      done(null, bytes);
    },
  });
}

async function send(rows) {
  if (credit < 1) await new Promise((resolve) => (wake = resolve));
  credit -= 1;
  parentPort.postMessage({ rows }, []);
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
  return text.slice(0, limits.text + 1);
}
