import type pg from 'pg';

/** The time of the database, for whatever is written down or compared beside it: a node's own clock may be wrong. */
export interface Clock {
  now(): Date;
  /** Milliseconds by which this node's own clock was ahead of the database's when it was last asked. */
  skew(): number;
  /** Asks the database for the time again. */
  sync(): Promise<void>;
  close(): void;
}

const betweenSyncs = 60_000;

/** Between two questions the time goes on by the machine's running time, which no change of its clock touches. */
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
  // A database that is away is asked again the next time.
  const timer = setInterval(() => void sync().catch(() => undefined), betweenSyncs);
  timer.unref();
  return {
    now: () => new Date(base + performance.now()),
    skew: () => skew,
    sync,
    close: () => clearInterval(timer),
  };
}
