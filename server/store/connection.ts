import type pg from 'pg';

/** A line that is silent for ten seconds is tried by TCP itself: a firewall keeps it, and one that is gone is noticed. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** The message of a lost connection; see `translateError`. */
const lost = 'Connection terminated: no answer in time';

/** Destroys a connection that may never answer; its pending work fails. */
export function cut(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection;
  stream.destroy(new Error(lost));
}

/**
 * Resolves with the work; after the deadline it fails and the connection is destroyed, because its state is unknown.
 */
export async function withDeadline<T>(client: pg.ClientBase, deadline: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error(lost));
      cut(client);
    }, deadline);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
