import { ownOf } from '../../engine/core/index.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { logEntities } from './log-rows.ts';

/**
 * What a person clears by hand leaves the last week alone: whoever may clear a log shall not wipe out what they have
 * just done.
 */
export const clearedAfterDays = 7;

/** How many rows one log of a tenant has. */
export async function countLog(
  { pool }: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  entity: string,
): Promise<number> {
  const log = ownOf(logEntities, entity);
  if (!log) throw new Error(`${entity} is no log`);
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${log.table} WHERE tenant_id = $1`,
    [tenant],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes the rows of one log of a tenant that are older than so many days; answers how many they were. */
export async function clearLog(
  { pool }: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  entity: string,
  days: number,
): Promise<number> {
  const log = ownOf(logEntities, entity);
  if (!log) throw new Error(`${entity} is no log`);
  const { rowCount } = await pool.query(
    `DELETE FROM ${log.table} WHERE tenant_id = $1 AND "${log.time}" < now() - make_interval(days => $2)`,
    [tenant, days],
  );
  return rowCount ?? 0;
}
