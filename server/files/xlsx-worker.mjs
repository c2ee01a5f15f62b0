/**
 * Reads the first visible sheet of a workbook in a thread of its own and hands its rows over as texts, a few chunks
 * ahead of whoever reads them. Plain JavaScript, because a thread starts from a file and tests run without a build.
 */
import { streamXlsxRows } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { zipProblem } from './zip-bounds.mjs';

const { path, limits, chunk } = workerData;
let credit = 2;
let wake = () => undefined;
parentPort.on('message', () => {
  credit += 1;
  wake();
});

try {
  parentPort.postMessage(await read(), []);
} catch (error) {
  parentPort.postMessage({ code: error.code?.startsWith?.('import.') ? error.code : 'import.unreadable' }, []);
}
parentPort.close();

async function read() {
  const bytes = await readFile(path);
  const problem = await zipProblem(bytes, limits.zip);
  if (problem) return { code: problem };
  let rows = [];
  let count = 0;
  for await (const { values } of streamXlsxRows(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))) {
    const row = values.map(textOf);
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.length === 0) continue;
    count += 1;
    if (count > limits.rows + 1) return { code: 'import.tooManyRows', params: { max: limits.rows } };
    if (row.length > limits.columns) return { code: 'import.tooManyColumns', params: { max: limits.columns } };
    rows.push(row);
    if (rows.length < chunk) continue;
    await send(rows);
    rows = [];
  }
  if (rows.length > 0) await send(rows);
  return { end: true };
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
