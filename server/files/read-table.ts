import { open } from 'node:fs/promises';
import { delimiterOf, unquoted, UnreadableTable, type TableLimits } from './csv.ts';
import { sniff } from './sniff.ts';
import { readInThread } from './table-worker-thread.ts';

/** Limits of an uploaded table. */
export const tableLimits: TableLimits = { rows: 200_000, columns: 500, text: 20_000 };

/** Rows of a CSV or XLSX file as texts, header first; the format is detected from the content. */
export async function* readTable(path: string, signal?: AbortSignal): AsyncGenerator<string[]> {
  const file = await open(path, 'r');
  const { bytesRead, buffer } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0).finally(() => file.close());
  const head = buffer.subarray(0, bytesRead);
  const { suffix } = sniff(head, '');
  if (suffix === 'xlsx') yield* readInThread(path, null, tableLimits, signal);
  else if (suffix === 'txt') {
    const rows = readInThread(path, delimiterOf(head.toString('utf8')), tableLimits, signal);
    for await (const row of rows) yield row.map(unquoted);
  } else throw new UnreadableTable('import.kind');
}
