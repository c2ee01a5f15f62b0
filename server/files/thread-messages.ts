import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** What bounds a thread, and what is thrown where it does not keep them. */
export interface ThreadBounds {
  /** Milliseconds until the next message. */
  readonly patience: number;
  /** Ends the thread with the request that wanted it. */
  readonly signal?: AbortSignal | undefined;
  tooSlow(): Error;
  /** Its memory ran out. */
  tooLarge(): Error;
}

/** The messages of a thread as they come; it ends with the loop that reads them, whichever way that ends. */
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
