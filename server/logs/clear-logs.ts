import { ownOf } from '../../engine/core/index.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { logEntities } from './log-rows.ts';

/** Manual deletion spares the last week, so that nobody can delete the traces of what they just did. */
export const clearedAfterDays = 7;

/** Row count of a tenant's log. */
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

/** Deletes rows of a tenant's log older than so many days; answers how many. */
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
