import pg from 'pg';
import { holdWorkerSql, unlockDeadSql } from '../store/queue-grants.ts';

const sweepEvery = 20_000;
/** Milliseconds before a lost connection is reopened: meanwhile other nodes consider our workers dead. */
const again = 500;
const connecting = 5_000;

/**
 * Holds a database lock per worker while this process lives, and returns the jobs of workers without a lock to the
 * queue: a killed node loses its connection, so its jobs wait seconds instead of hours.
 */
export async function holdNames(
  connectionString: string,
  names: readonly string[],
  log: (error: unknown) => void,
): Promise<{ release(): Promise<void> }> {
  let client: pg.Client | null = null;
  let released = false;
  let running: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: connecting });
    made.on('error', () => undefined);
    made.on('end', () => {
      if (client === made) client = null;
      clearTimeout(retry);
      retry = setTimeout(() => look(() => undefined), again).unref();
    });
    await made.connect();
    for (const name of names) await made.query(holdWorkerSql, [name]);
    client = made;
    return made;
  };
  const sweep = async () => {
    const open = client ?? (await connect());
    await open.query(unlockDeadSql, [names]);
  };
  /** One reconnect at a time: a second connection would wait for the first one's locks. */
  let looking = false;
  const look = (failed: (error: unknown) => void) => {
    if (released || looking) return;
    looking = true;
    running = sweep()
      .catch(failed)
      .finally(() => (looking = false));
  };

  await sweep();
  const timer = setInterval(() => look(log), sweepEvery);
  timer.unref();
  return {
    async release() {
      released = true;
      clearInterval(timer);
      clearTimeout(retry);
      await running;
      await client?.end();
    },
  };
}
