import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnreadableTable, type TableLimits } from './csv.ts';

/** Longest that the next rows may take to be read. */
const patience = 60_000;
const chunk = 500;

/** What a workbook may become when it is unpacked, in bytes. */
const zip = { total: 536_870_912, sheet: 503_316_480, part: 67_108_864, entries: 2_000 };

interface Message {
  rows?: string[][];
  end?: true;
  code?: string;
  params?: Record<string, unknown>;
}

/** The rows of a workbook's first sheet, read in a thread with bounds on memory, size and time; blank rows left out. */
export async function* readXlsx(path: string, limits: TableLimits): AsyncGenerator<string[]> {
  const worker = new Worker(new URL('./xlsx-worker.mjs', import.meta.url), {
    workerData: { path, chunk, limits: { ...limits, zip } },
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  });
  const late = new AbortController();
  let timer = setTimeout(() => late.abort(), patience);
  try {
    for await (const [message] of on(worker, 'message', { signal: late.signal }) as AsyncIterable<[Message]>) {
      clearTimeout(timer);
      if (message.code) throw new UnreadableTable(message.code, message.params);
      if (message.end) return;
      worker.postMessage('more', []);
      yield* message.rows ?? [];
      timer = setTimeout(() => late.abort(), patience);
    }
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    if (late.signal.aborted) throw new UnreadableTable('import.tooSlow');
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new UnreadableTable('import.tooLarge');
    throw error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
