import type pg from 'pg';
import type { Rows, Statement } from '../batch.ts';
import type { PoolUse } from './pool-use.ts';
import { createReader } from './reader.ts';

export interface Standby {
  /** False for some seconds after it could not be reached. */
  mayAnswer(): boolean;
  /**
   * Runs the statements in a transaction once the standby has replayed the log up to `mark`; null where it has not in
   * time, is no standby, or fails in any way.
   */
  read(mark: string, statements: readonly Statement[], deadline: number): Promise<Rows[] | null>;
  use(): PoolUse;
  drop(): void;
  close(): Promise<void>;
}

/** How long a report waits for the standby to catch up (ms); a healthy one is milliseconds behind. */
const patience = 500;
const pollEvery = 20;
/** After it could not be reached, the primary answers for this time (ms). */
const rest = 5_000;
const connections = 2;

/**
 * How far the log is that holds every commit until now. What is not flushed yet, and takes a fifth of a second to reach a
 * standby, holds commits only where they are asynchronous.
 */
export const committedNow: Statement = {
  name: 'committed-now',
  text: `SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
                      ELSE pg_current_wal_flush_lsn() END)::text AS mark`,
  values: [],
};

const caughtUp = (mark: string): Statement => ({
  name: 'caught-up',
  // A server that was promoted keeps the number of its last replay, and has a history of its own.
  text: 'SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn() >= $1::pg_lsn AS ready',
  values: [mark],
});

/** Shared connections to a standby of the primary, for reports. */
export function createStandby(options: pg.PoolConfig): Standby {
  const readers = Array.from({ length: connections }, () => createReader(options));
  let restsUntil = 0;
  const free = () => readers.reduce((least, each) => (each.busy() < least.busy() ? each : least));
  /** Null: it is no standby. */
  const isReady = async (mark: string, deadline: number): Promise<boolean | null> => {
    const [rows] = await free().batch([caughtUp(mark)], deadline);
    const row = rows?.[0];
    return row?.['standby'] === true ? row['ready'] === true : null;
  };
  return {
    mayAnswer: () => performance.now() >= restsUntil,
    async read(mark, statements, deadline) {
      const until = performance.now() + patience;
      try {
        for (;;) {
          const ready = await isReady(mark, patience * 2);
          if (ready) break;
          if (ready === null) throw new Error('no standby');
          if (performance.now() >= until) return null;
          await new Promise((done) => setTimeout(done, pollEvery));
        }
      } catch {
        restsUntil = performance.now() + rest;
        return null;
      }
      // Replay may end a statement whose rows are vacuumed at the primary, which then answers.
      return free()
        .batch(statements, deadline)
        .catch(() => null);
    },
    use: () => ({
      pool: 'reports',
      open: readers.filter((reader) => reader.isOpen()).length,
      idle: readers.filter((reader) => reader.isOpen() && reader.busy() === 0).length,
      waiting: 0,
    }),
    drop: () => readers.forEach((reader) => reader.drop()),
    close: async () => void (await Promise.all(readers.map((reader) => reader.close()))),
  };
}
