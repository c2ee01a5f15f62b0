import pg from 'pg';
import { holdWorkerSql, unlockDeadSql } from '../store/queue-grants.ts';

const sweepEvery = 20_000;

/**
 * Holds a lock in the database for the name of each worker as long as this process lives, and gives the jobs of those
 * whose lock is gone back to the queue: a killed node's connection ends with it, so its jobs wait seconds, not hours.
 */
export async function holdNames(
  connectionString: string,
  names: readonly string[],
  log: (error: unknown) => void,
): Promise<{ release(): Promise<void> }> {
  let client: pg.Client | null = null;
  let released = false;

  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({ connectionString });
    made.on('error', () => undefined);
    made.on('end', () => {
      if (client === made) client = null;
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

  await sweep();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (!released) running = sweep().catch(log);
  }, sweepEvery);
  timer.unref();
  return {
    async release() {
      released = true;
      clearInterval(timer);
      await running;
      await client?.end();
    },
  };
}
