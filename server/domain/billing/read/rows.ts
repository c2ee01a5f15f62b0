import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { messagesOf } from '../../../files/thread-messages.ts';
import { BadFile } from './refusal.ts';

export const rowLimits = {
  /** Rows of one file, its heading beside. */
  rows: 2_000_001,
  columns: 600,
  /** Characters of one cell of a workbook, and of one record of text. */
  text: 2_000,
  record: 400_000,
  /** Lines of a file that one quoted record may go over. */
  parts: 200,
  /** What a workbook may become when it is unpacked, in bytes. */
  zip: { total: 1_073_741_824, sheet: 1_006_632_960, part: 134_217_728, entries: 2_000 },
};

/** Megabytes of the thread: a workbook is unpacked whole, of text there are never more than a few rows. */
const memory = { workbook: 512, text: 96 };
/** Longest that the next rows may take. */
const patience = 120_000;

/** Rows with the lines of the file that they begin on. */
export interface RowBatch {
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  /** Of a workbook, from 0. */
  readonly sheet: number;
}

/** How a file of text ended: its separator, null for a workbook, and whether its last line was ended. */
export interface RowsEnd {
  readonly separator: string | null;
  readonly whole: boolean;
}

interface Message {
  readonly rows?: string;
  readonly lines?: number[];
  readonly sheet?: number;
  readonly end?: RowsEnd;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly line?: number | null;
  readonly column?: number | null;
}

export type FileKind = 'text' | 'workbook' | 'archive';

/** What the bytes of a file are. Throws `BadFile` where it is empty or neither text nor packed. */
export async function kindOf(path: string, isWorkbook: () => Promise<boolean>): Promise<FileKind> {
  const file = await open(path, 'r');
  const { bytesRead, buffer } = await file.read(Buffer.alloc(8), 0, 8, 0).finally(() => file.close());
  if (bytesRead === 0) throw new BadFile('billing.empty');
  if (buffer.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return (await isWorkbook()) ? 'workbook' : 'archive';
  return 'text';
}

/** The rows of a file without its blank ones, read in a thread with bounds on memory, size and time. */
export async function* rowsOf(
  path: string,
  workbook: boolean,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, RowsEnd, void> {
  const worker = new Worker(new URL('./bill-worker.mjs', import.meta.url), {
    workerData: { path, workbook, limits: rowLimits },
    resourceLimits: { maxOldGenerationSizeMb: workbook ? memory.workbook : memory.text },
  });
  const messages = messagesOf<Message>(worker, {
    ...{ patience, signal },
    tooSlow: () => new BadFile('billing.tooSlow'),
    tooLarge: () => new BadFile('billing.tooLarge'),
  });
  for await (const message of messages) {
    if (message.code) throw new BadFile(message.code, message.params, message.line, message.column);
    if (message.end) return message.end;
    worker.postMessage('more', []);
    const rows = (message.rows ?? '').split('\u001e').map((row) => row.split('\u001f'));
    yield { rows, lines: message.lines ?? [], sheet: message.sheet ?? 0 };
  }
  throw new BadFile('billing.unreadable');
}
