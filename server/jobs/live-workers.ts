import { holdWorkerSql, unlockDeadSql } from '../store/queue-grants.ts';
import { checkOfLocks, standingConnection } from '../store/standing-connection.ts';

const sweepEvery = 20_000;
/** Milliseconds before a lost connection is reopened: meanwhile other nodes consider our workers dead. */
const again = 500;

/**
 * Holds a database lock per worker while this process lives, and returns the jobs of workers without a lock to the
 * queue: a killed node loses its connection, so its jobs wait seconds instead of hours.
 */
export async function holdNames(
  connectionString: string,
  names: readonly string[],
  log: (error: unknown) => void,
): Promise<{ release(): Promise<void> }> {
  const connection = standingConnection(connectionString, {
    pause: { first: again, max: again },
    check: checkOfLocks,
    async prepare(client) {
      for (const name of names) await client.query(holdWorkerSql, [name]);
      await client.query(unlockDeadSql, [names]);
    },
  });
  const failure = await connection.firstAttempt;
  if (failure) {
    await connection.close();
    throw failure;
  }
  let sweeping: Promise<unknown> | null = null;
  const sweep = () => {
    sweeping ??= (connection.current()?.query(unlockDeadSql, [names]) ?? Promise.resolve())
      .catch(log)
      .finally(() => (sweeping = null));
  };
  const timer = setInterval(sweep, sweepEvery).unref();
  return {
    async release() {
      clearInterval(timer);
      await sweeping;
      await connection.close();
    },
  };
}
