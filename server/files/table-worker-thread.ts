import { Worker } from 'node:worker_threads';
import type { TextEncoding } from '../../engine/core/index.ts';
import { UnreadableTable, type TableLimits } from './csv.ts';
import { messagesOf } from './thread-messages.ts';

/** Time limit for the next rows in milliseconds. */
const timeoutMs = 60_000;
const chunk = 500;

/** Limits of an unpacked workbook in bytes. */
const zip = { total: 536_870_912, sheet: 503_316_480, part: 67_108_864, entries: 2_000 };

/** Memory limit of the thread in MB: a workbook is unpacked completely, CSV is streamed. */
const memory = { workbook: 384, csv: 96 };

/** Error codes that the thread may report. */
const codes: readonly string[] = [
  ...['import.tooManyRows', 'import.tooManyColumns', 'import.tooLarge', 'import.unreadable', 'import.protected'],
];

interface Message {
  rows?: string[][];
  end?: true;
  code?: string;
  params?: Record<string, unknown>;
}

/** How the text of a CSV file is read. */
export interface CsvFormat {
  readonly delimiter: string;
  readonly encoding: TextEncoding;
}

/**
 * The rows of a file, read in a thread with limits on memory, size and time; blank rows are left out. `csv` is null for
 * a workbook, whose first sheet is read. `signal` ends the thread.
 */
export async function* readInThread(
  path: string,
  csv: CsvFormat | null,
  limits: TableLimits,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  const worker = new Worker(new URL('./table-worker.mjs', import.meta.url), {
    workerData: { path, csv, chunk, limits: { ...limits, zip } },
    resourceLimits: { maxOldGenerationSizeMb: csv === null ? memory.workbook : memory.csv },
  });
  const messages = messagesOf<Message>(worker, {
    ...{ patience: timeoutMs, signal },
    tooSlow: () => new UnreadableTable('import.tooSlow'),
    tooLarge: () => new UnreadableTable('import.tooLarge'),
  });
  for await (const message of messages) {
    if (message.code && codes.includes(message.code)) throw new UnreadableTable(message.code, message.params);
    if (message.code) throw new Error(message.code);
    if (message.end) return;
    worker.postMessage('more', []);
    yield* message.rows ?? [];
  }
}
