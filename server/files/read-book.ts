import { Worker } from 'node:worker_threads';
import { UnreadableTable } from './csv.ts';
import { encodingOf } from './file-encoding.ts';

/** A sheet as texts by row; merged cells repeat their value. */
export interface BookSheet {
  readonly name: string;
  readonly rows: string[][];
  /** What is not shown when the file is opened. */
  readonly hidden?: { readonly rows: readonly number[]; readonly columns: readonly number[] };
}

/** Limits of an uploaded workbook, and of its unpacked size in bytes. */
export const bookLimits = {
  ...{ rows: 200_000, columns: 500, cells: 1_000_000, sheets: 200, text: 4_000 },
  zip: { total: 268_435_456, sheet: 134_217_728, part: 67_108_864, entries: 2_000 },
};
const timeoutMs = 60_000;
/** Memory limit of the reader thread in MB. */
const memory = 512;

/** Error codes that the thread may report. */
const codes: readonly string[] = [
  ...['import.tooManyCells', 'import.tooManySheets', 'import.tooManyRows', 'import.tooManyColumns'],
  ...['import.tooLarge', 'import.unreadable', 'import.kind', 'import.protected'],
];

interface Message {
  sheets?: BookSheet[];
  code?: string;
  params?: Record<string, unknown>;
}

/**
 * All visible sheets of an XLSX file, all of an XLS file, or a CSV file as one; read in a thread with limits on memory,
 * size and time.
 */
export async function readBook(path: string, name: string, signal?: AbortSignal): Promise<BookSheet[]> {
  const worker = new Worker(new URL('./book-worker.mjs', import.meta.url), {
    workerData: { path, name, limits: bookLimits, encoding: await encodingOf(path) },
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const late = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([late, signal]) : late;
  try {
    const message = await new Promise<Message>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new UnreadableTable('import.unreadable')));
      ends.addEventListener('abort', () => reject(ends.reason as Error), { once: true });
      if (ends.aborted) reject(ends.reason as Error);
    });
    if (message.sheets) return message.sheets;
    const { code = '', params } = message;
    if (!codes.includes(code)) throw new Error(code);
    throw new UnreadableTable(code, params);
  } catch (error) {
    if (late.aborted) throw new UnreadableTable('import.tooSlow');
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new UnreadableTable('import.tooLarge');
    throw error;
  } finally {
    await worker.terminate();
  }
}
