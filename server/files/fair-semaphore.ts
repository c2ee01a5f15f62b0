import { AppError } from '../errors.ts';

/** Whose work it is. */
export interface Party {
  readonly tenant: string;
  readonly account: string;
}

interface Waiting extends Party {
  start(): void;
}

/** How many works run at once: of one account, of one tenant, of this node; and how many may wait for their turn. */
export interface Places {
  readonly account: number;
  readonly tenant: number;
  readonly node: number;
  readonly waiting: Readonly<{ account: number; tenant: number }>;
  /** Longest wait, in milliseconds. */
  readonly patience: number;
}

/**
 * Lets heavy work take turns, so that nobody takes the places of the others: whoever has one running waits. Throws `tooMany`
 * where too many wait already or the turn does not come; a request that goes away leaves the queue.
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
