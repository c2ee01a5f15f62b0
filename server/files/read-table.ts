import { open } from 'node:fs/promises';
import { delimiterOf, unquoted, UnreadableTable, type TableLimits } from './csv.ts';
import { encodingOf } from './file-encoding.ts';
import { compoundFile, sniff } from './sniff.ts';
import { readInThread } from './table-worker-thread.ts';

/** Limits of an uploaded table. */
export const tableLimits: TableLimits = { rows: 200_000, columns: 500, text: 20_000 };

/** Rows of a CSV, XLSX or XLS file as texts, header first; format and encoding are detected from the content. */
export async function* readTable(path: string, signal?: AbortSignal): AsyncGenerator<string[]> {
  const file = await open(path, 'r');
  const { bytesRead, buffer } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0).finally(() => file.close());
  const head = buffer.subarray(0, bytesRead);
  const { mediaType, suffix } = sniff(head, '');
  if (suffix === 'xlsx' || mediaType === compoundFile) return yield* readInThread(path, null, tableLimits, signal);
  const encoding = bytesRead > 0 && ['txt', 'bin'].includes(suffix) ? await encodingOf(path) : null;
  const text = encoding && new TextDecoder(encoding).decode(head, { stream: true });
  if (!text || /[^\P{Cc}\s]/u.test(text)) throw new UnreadableTable('import.kind');
  const rows = readInThread(path, { delimiter: delimiterOf(text), encoding }, tableLimits, signal);
  for await (const row of rows) yield row.map(unquoted);
}
