import { countSql, forgetSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** How often something may happen: at most `most` in a slot of `seconds`. */
export interface Limit {
  seconds: number;
  most: number;
}

/** Counts `by` more under the key, on every node together; answers how many there are in the present slot. */
export async function count({ pool }: SystemDatabase, key: string, seconds: number, by = 1): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(countSql, [key, seconds, by]);
  // Now and then what is over is swept out, by whoever comes along.
  if (Math.random() < 0.01) for (const sql of forgetSql) await pool.query(sql);
  return rows[0]?.count ?? 0;
}

/** Counts once under each key; true while none is over its limit. */
export async function within(system: SystemDatabase, limits: readonly (readonly [string, Limit])[]): Promise<boolean> {
  const counts = await Promise.all(
    limits.map(([key, { seconds, most }]) => count(system, `${key}:${seconds}`, seconds).then((n) => n <= most)),
  );
  return counts.every(Boolean);
}
