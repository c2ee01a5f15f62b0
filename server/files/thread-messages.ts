import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** Limits of a thread, and the errors for exceeding them. */
export interface ThreadBounds {
  /** Maximum milliseconds between messages. */
  readonly patience: number;
  /** Ends the thread when the request is aborted. */
  readonly signal?: AbortSignal | undefined;
  tooSlow(): Error;
  /** The error for exhausted memory. */
  tooLarge(): Error;
}

/** Messages of a thread; the thread ends with the loop that reads them, however that ends. */
export async function* messagesOf<T>(
  worker: Worker,
  { patience, signal, tooSlow, tooLarge }: ThreadBounds,
): AsyncGenerator<T> {
  const late = new AbortController();
  const ends = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  let timer = setTimeout(() => late.abort(), patience);
  try {
    for await (const [message] of on(worker, 'message', { signal: ends }) as AsyncIterable<[T]>) {
      clearTimeout(timer);
      yield message;
      timer = setTimeout(() => late.abort(), patience);
    }
  } catch (error) {
    if (late.signal.aborted) throw tooSlow();
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooLarge();
    throw error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
