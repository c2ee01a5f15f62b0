import { countSql, forgetSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** A rate limit: at most `most` events per window of `seconds`. */
export interface Limit {
  seconds: number;
  most: number;
}

/** Adds `by` to a counter shared by all nodes; answers the count in the current window. */
export async function count({ pool }: SystemDatabase, key: string, seconds: number, by = 1): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(countSql, [key, seconds, by]);
  // Occasionally delete expired counters.
  if (Math.random() < 0.01) for (const sql of forgetSql) await pool.query(sql);
  return rows[0]?.count ?? 0;
}

/** Counts once under each key; true if no limit is exceeded. */
export async function within(system: SystemDatabase, limits: readonly (readonly [string, Limit])[]): Promise<boolean> {
  const counts = await Promise.all(
    limits.map(([key, { seconds, most }]) => count(system, `${key}:${seconds}`, seconds).then((n) => n <= most)),
  );
  return counts.every(Boolean);
}
