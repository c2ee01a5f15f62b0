import type pg from 'pg';

/** The database's time, for timestamps that are stored or compared there: a node's own clock may be wrong. */
export interface Clock {
  now(): Date;
  /** Milliseconds by which this node's clock was ahead of the database's at the last sync. */
  skew(): number;
  /** Reads the time of the database again. */
  sync(): Promise<void>;
  close(): void;
}

const betweenSyncs = 60_000;

/** Between syncs the monotonic clock counts, which changes of the system time do not affect. */
export async function startClock(pool: Pick<pg.Pool, 'query'>): Promise<Clock> {
  let base = 0;
  let skew = 0;
  const sync = async () => {
    const asked = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      `SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS ms`,
    );
    const answered = performance.now();
    base = (rows[0]?.ms ?? Number.NaN) - (asked + answered) / 2;
    skew = Date.now() - (base + answered);
  };
  await sync();
  // If the database is away, the next sync retries.
  const timer = setInterval(() => void sync().catch(() => undefined), betweenSyncs);
  timer.unref();
  return {
    now: () => new Date(base + performance.now()),
    skew: () => skew,
    sync,
    close: () => clearInterval(timer),
  };
}
