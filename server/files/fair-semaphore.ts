import { AppError } from '../errors.ts';

/** The tenant and account of the work. */
export interface Party {
  readonly tenant: string;
  readonly account: string;
}

interface Waiting extends Party {
  start(): void;
}

/** Concurrency limits per account, tenant and node; and how many may wait. */
export interface Places {
  readonly account: number;
  readonly tenant: number;
  readonly node: number;
  readonly waiting: Readonly<{ account: number; tenant: number }>;
  /** Maximum wait in milliseconds. */
  readonly patience: number;
}

/**
 * Limits heavy work fairly, so that one account cannot occupy all slots. Throws `tooMany` if too many wait or the wait
 * times out; an aborted request leaves the queue.
 */
export function createFairSemaphore(places: Places) {
  const running: Party[] = [];
  const waiting: Waiting[] = [];
  const count = (of: readonly Party[], { tenant, account }: Party) => ({
    account: of.filter((each) => each.account === account).length,
    tenant: of.filter((each) => each.tenant === tenant).length,
  });
  const fits = (party: Party) => {
    const own = count(running, party);
    return running.length < places.node && own.tenant < places.tenant && own.account < places.account;
  };
  const next = () => {
    for (;;) {
      const at = waiting.findIndex(fits);
      if (at < 0) return;
      waiting.splice(at, 1)[0]?.start();
    }
  };
  const turn = (party: Party, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = (error: unknown) => {
        const at = waiting.indexOf(own);
        if (at < 0) return;
        waiting.splice(at, 1);
        clearTimeout(timer);
        reject(error);
      };
      const gone = () => leave(signal.reason);
      const timer = setTimeout(() => leave(new AppError('tooMany')), places.patience);
      const own: Waiting = {
        ...party,
        start() {
          clearTimeout(timer);
          signal.removeEventListener('abort', gone);
          running.push(party);
          resolve();
        },
      };
      waiting.push(own);
      signal.addEventListener('abort', gone, { once: true });
      next();
    });

  return async <T>(party: Party, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const own = count(waiting, party);
    if (!fits(party) && (own.account >= places.waiting.account || own.tenant >= places.waiting.tenant))
      throw new AppError('tooMany');
    await turn(party, signal);
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(party), 1);
      next();
    }
  };
}
