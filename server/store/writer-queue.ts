import { AppError } from '../errors.ts';

interface Waiting {
  readonly tenant: string;
  start(): void;
}

/**
 * Shares the write connections between tenants: each gets at most a third, so that one tenant's lock waits do not block
 * the others. Throws `busy` after the timeout, with nothing done.
 */
export function createWriterTurns(most: number) {
  const share = Math.max(1, Math.floor(most / 3));
  const held = new Map<string, number>();
  const waiting: Waiting[] = [];
  let running = 0;
  const fits = ({ tenant }: { tenant: string }) => running < most && (held.get(tenant) ?? 0) < share;
  const take = (tenant: string) => {
    running += 1;
    held.set(tenant, (held.get(tenant) ?? 0) + 1);
  };
  return {
    async enter(tenant: string, patience: number): Promise<void> {
      if (fits({ tenant })) return take(tenant);
      await new Promise<void>((resolve, reject) => {
        const own: Waiting = {
          tenant,
          start() {
            clearTimeout(timer);
            resolve();
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(own), 1);
          reject(new AppError('busy', { undone: true }));
        }, patience);
        waiting.push(own);
      });
    },
    waiting: () => waiting.length,
    leave(tenant: string): void {
      running -= 1;
      const left = (held.get(tenant) ?? 1) - 1;
      if (left > 0) held.set(tenant, left);
      else held.delete(tenant);
      const at = waiting.findIndex(fits);
      const next = at < 0 ? undefined : waiting.splice(at, 1)[0];
      if (!next) return;
      take(next.tenant);
      next.start();
    },
  };
}
