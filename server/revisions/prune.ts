import pg from 'pg';
import type { Catalog } from '../../engine/core/index.ts';
import { lockWait, retryOnLock, subjectLock } from '../store/run-change.ts';
import { quote } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { systemRole } from '../store/row-security.ts';
import type { FieldColumn } from './columns-of.ts';
import { dueOf, isKnownTo, retainedUntil, readDays, readNeeds, type Needs } from './retention.ts';
import { standingColumns } from './target-schema.ts';

export interface PruneDeps {
  readonly ownerUrl: string;
  readonly system: SystemDatabase;
  readonly base: Catalog;
  /** The database's time. */
  readonly clock: () => Date;
}

/** An entity's tables: a delivered one's are shared by all tenants, an added one's belong to its tenant. */
interface Ground {
  readonly entity: string;
  readonly table: string;
  readonly tenant: string | null;
}

/** A purged column or table of one tenant. */
export interface PurgedColumn {
  readonly tenant: string;
  readonly entity: string;
  readonly places: readonly Pick<FieldColumn, 'table' | 'column' | 'type'>[];
}

/**
 * Drops columns of removed fields, columns retired by changes of type, and tables of retired entities after the
 * tenants' retention periods. Answers how many. If some fail, the rest continues, then it throws; the next run retries
 * them. `note` is called for everything that was dropped.
 */
export async function prunePurged(
  { ownerUrl, system, base, clock }: PruneDeps,
  note: (gone: PurgedColumn) => void,
): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  const now = clock();
  const failures: string[] = [];
  let count = 0;
  const attempt = async (table: string, work: () => Promise<PurgedColumn[]>) => {
    try {
      const gone = await retryOnLock(() => inSwitch(owner, work));
      gone.forEach(note);
      count += new Set(gone.flatMap(({ places }) => places.map((place) => `${place.table} ${place.column}`))).size;
    } catch (error) {
      failures.push(`${table}: ${(error as Error).message}`);
    }
  };
  try {
    await owner.query('SET search_path = public');
    for (const ground of await grounds(system, base)) {
      const needs = await readNeeds(system.pool, ground);
      const due = dueOf(needs, await standingColumns(system.pool, ground.table), now);
      for (const table of new Set(due.map((place) => place.table)))
        await attempt(table, () => clearTable(owner, ground, table, needs, now));
    }
    for (const { tenant, entity, table } of await retiredTables(system, now))
      await attempt(table, () => clearEntity(owner, tenant, entity, table));
  } finally {
    await owner.end();
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
  return count;
}

async function grounds({ pool }: SystemDatabase, base: Catalog): Promise<Ground[]> {
  const { rows } = await pool.query<{ tenant: string | null; entity: string; table: string | null }>(
    `SELECT DISTINCT CASE WHEN origin = 'added' THEN tenant_id::text END AS tenant, entity, own_table AS table FROM lading.live_schema
      WHERE state = 'live' AND entity NOT LIKE 'screen:%' ORDER BY 2, 1`,
  );
  return rows.flatMap(({ tenant, entity, table: own }) => {
    const table = own ?? base.byName.get(entity)?.table;
    return table === undefined ? [] : [{ tenant, entity, table }];
  });
}

/** One attempt with a short lock timeout, rolled back if it fails. */
async function inSwitch(owner: pg.Client, work: () => Promise<PurgedColumn[]>): Promise<PurgedColumn[]> {
  await owner.query('BEGIN');
  try {
    await owner.query(`SET LOCAL lock_timeout = '${lockWait}'`);
    const gone = await work();
    await owner.query(`SET LOCAL ROLE ${systemRole}`);
    for (const { tenant, entity, places } of gone)
      for (const { table, column, type } of places)
        await owner.query(
          `INSERT INTO lading.cleared (tenant_id, entity, table_name, column_name, type) VALUES ($1, $2, $3, $4, $5)`,
          [tenant, entity, table, column, type],
        );
    await owner.query('COMMIT');
    return gone;
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
}

/** Whether none of these is being published; blocks new publishes until the transaction ends. */
async function isQuiet(owner: pg.Client, tenants: Iterable<string>, entity: string): Promise<boolean> {
  for (const tenant of tenants) {
    const { rows } = await owner.query<{ got: boolean }>(`SELECT pg_try_advisory_xact_lock(${subjectLock}) AS got`, [
      `${tenant} ${entity}`,
    ]);
    if (!rows[0]?.got) return false;
  }
  return true;
}

/** Drops the due columns of one table, checked again while drafts and revisions are locked. */
async function clearTable(
  owner: pg.Client,
  ground: Ground,
  table: string,
  seen: Needs,
  now: Date,
): Promise<PurgedColumn[]> {
  const { entity } = ground;
  if (!(await isQuiet(owner, new Set(seen.pasts.map(({ tenant }) => tenant)), entity))) return [];
  await owner.query('LOCK TABLE lading.draft, lading.draft_step, lading.revision, lading.live_schema IN SHARE MODE');
  await owner.query(`SET LOCAL ROLE ${systemRole}`);
  const needs = await readNeeds(owner, ground);
  const standing = await standingColumns(owner, ground.table);
  await owner.query('RESET ROLE');
  const places = dueOf(needs, standing, now).filter((place) => place.table === table);
  if (places.length === 0) return [];
  const drop = places.map(({ column }) => `DROP COLUMN ${quote(column)}`).join(', ');
  const isWhole = places.some(({ column }) => column === '');
  await owner.query(isWhole ? `DROP TABLE ${quote(table)}` : `ALTER TABLE ${quote(table)} ${drop}`);
  return [...new Set(needs.pasts.map(({ tenant }) => tenant))].flatMap((tenant) => {
    const theirs = places.filter((place) => isKnownTo(needs, tenant, place));
    return theirs.length === 0 ? [] : [{ tenant, entity, places: theirs }];
  });
}

interface RetiredTable {
  readonly tenant: string;
  readonly entity: string;
  readonly table: string;
  readonly at: Date;
}

/** Tables of retired entities after their tenant's retention period. */
async function retiredTables({ pool }: SystemDatabase, now: Date): Promise<RetiredTable[]> {
  // Tables retired before this was recorded count from now.
  await pool.query(
    `INSERT INTO lading.retired_table (tenant_id, entity, table_name)
       SELECT tenant_id, entity, own_table FROM lading.live_schema WHERE state = 'retired' AND own_table IS NOT NULL
       ON CONFLICT DO NOTHING`,
  );
  const days = await readDays(pool);
  const { rows } = await pool.query<RetiredTable>(
    `SELECT tenant_id::text AS tenant, entity, table_name AS table, at FROM lading.retired_table WHERE cleared_at IS NULL`,
  );
  return rows.filter(({ tenant, at }) => retainedUntil(at, days(tenant)) <= now.getTime());
}

/** Drops the tables of an entity unless it is in use again. Postgres refuses if another table references it. */
async function clearEntity(owner: pg.Client, tenant: string, entity: string, table: string): Promise<PurgedColumn[]> {
  if (!(await isQuiet(owner, [tenant], entity))) return [];
  await owner.query(`SET LOCAL ROLE ${systemRole}`);
  const { rowCount } = await owner.query(
    `UPDATE lading.retired_table r SET cleared_at = now() WHERE r.tenant_id = $1 AND r.table_name = $2 AND r.cleared_at IS NULL
        AND NOT EXISTS (SELECT FROM lading.live_schema l WHERE l.own_table = r.table_name AND l.state = 'live')`,
    [tenant, table],
  );
  const tables = [...(await standingColumns(owner, table)).keys()];
  await owner.query('RESET ROLE');
  if (!rowCount || tables.length === 0) return [];
  await owner.query(`DROP TABLE ${tables.map(quote).join(', ')}`);
  return [{ tenant, entity, places: tables.map((name) => ({ table: name, column: '', type: null })) }];
}
