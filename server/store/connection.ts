import type pg from 'pg';

/** What a lost connection is known by; see `translateError`. */
const lost = 'Connection terminated: no answer in time';

/** Ends a connection that may never answer: what waits on it fails, and nobody is asked whether it may go. */
export function cut(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection;
  stream.destroy(new Error(lost));
}

/** The work's answer; past the deadline it fails, and the connection goes, whose state nobody knows any longer. */
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
