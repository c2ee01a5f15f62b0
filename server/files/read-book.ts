import { Worker } from 'node:worker_threads';
import { UnreadableTable } from './csv.ts';

/** A sheet as texts, row by row as they stand; what is merged stands in each of its cells. */
export interface BookSheet {
  readonly name: string;
  readonly rows: string[][];
}

/** What a workbook of people may hold, and what it may become when it is unpacked, in bytes. */
export const bookLimits = {
  ...{ rows: 200_000, columns: 500, cells: 1_000_000, sheets: 200, text: 4_000 },
  zip: { total: 268_435_456, sheet: 134_217_728, part: 67_108_864, entries: 2_000 },
};
const timeoutMs = 60_000;
/** Megabytes of a thread that reads one. */
const memory = 512;

/** What the thread says of a file that it does not read. */
const codes: readonly string[] = [
  ...['import.tooManyCells', 'import.tooManySheets', 'import.tooManyRows', 'import.tooManyColumns'],
  ...['import.tooLarge', 'import.unreadable', 'import.kind'],
];

interface Message {
  sheets?: BookSheet[];
  code?: string;
  params?: Record<string, unknown>;
}

/** All visible sheets of an XLSX file, or a CSV file as the only one; read in a thread with bounds on memory, size and time. */
export async function readBook(path: string, name: string, signal?: AbortSignal): Promise<BookSheet[]> {
  const worker = new Worker(new URL('./book-worker.mjs', import.meta.url), {
    workerData: { path, name, limits: bookLimits },
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
