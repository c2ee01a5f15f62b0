export interface Limits {
  /** Requests under way at once. */
  readonly atOnce: number;
  /** Requests started in a second. */
  readonly perSecond: number;
  /** Milliseconds that a request waits for its turn. */
  readonly wait: number;
}

export type Turn = { ok: true; leave(): void } | { ok: false; retryAt: number };

/**
 * Limits concurrency and rate of calls, and blocks them until a time named by the other server. A call that would wait too long is
 * refused with the time to retry.
 */
export function createRateLimiter({ atOnce, perSecond, wait }: Limits, now: () => number) {
  let under = 0;
  let closedUntil = 0;
  /** When the next may begin, so that they are spread over the second. */
  let next = 0;
  const waiting: (() => void)[] = [];

  const free = () => {
    under -= 1;
    waiting.shift()?.();
  };
  const place = (): Promise<boolean> => {
    if (under < atOnce) {
      under += 1;
      return Promise.resolve(true);
    }
    return new Promise((done) => {
      const go = () => {
        clearTimeout(timer);
        under += 1;
        done(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        done(false);
      }, wait);
      waiting.push(go);
    });
  };

  return {
    async enter(): Promise<Turn> {
      if (closedUntil > now()) return { ok: false, retryAt: closedUntil };
      if (!(await place())) return { ok: false, retryAt: now() + wait };
      // A caller that got a place while the server answered "too many" returns it.
      const begin = Math.max(next, now());
      const over = begin - now() > wait;
      if (closedUntil > now() || over) {
        free();
        return { ok: false, retryAt: Math.max(closedUntil, over ? begin : 0) };
      }
      next = begin + 1_000 / perSecond;
      if (begin > now()) await new Promise((done) => setTimeout(done, begin - now()));
      let left = false;
      return {
        ok: true,
        leave: () => {
          if (!left) free();
          left = true;
        },
      };
    },
    closeUntil(moment: number): void {
      closedUntil = Math.max(closedUntil, moment);
    },
  };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;
