import pg from 'pg';
import type { Step } from './change-plan.ts';
import { quote } from './sql.ts';
import { fenceClass, systemRole } from './walls.ts';

/** Rows of one statement of a backfill: short enough that nobody waits long for a row. */
const batch = 2_000;
/** How long a statement waits for a lock while others queue behind it, and how often it comes again. */
const lockWait = '250ms';
const mostTries = 120;
const pause = 100;

export interface ChangeHouse {
  /** Who owns the tables. */
  readonly ownerUrl: string;
  /** The system role: it reads and writes every tenant's rows. */
  readonly system: pg.Pool;
}

/**
 * Carries a change out while requests go on. Everything up to the switch leaves the old shape working, and is taken back
 * where a step fails. The switch holds the tenant's fence: nothing of the tenant is under way, what comes waits, and reads
 * the new epoch. `within` writes what else belongs to that moment.
 */
export async function runChange(
  house: ChangeHouse,
  tenant: string,
  steps: readonly Step[],
  within: (client: pg.Client) => Promise<void>,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const owner = new pg.Client({ connectionString: house.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  const undo: string[] = [];
  const online = steps.filter(({ time }) => time === 'online');
  const last = steps.filter(({ time }) => time === 'switch');
  try {
    await owner.query(`SET lock_timeout = '${lockWait}'`);
    await owner.query('SET search_path = public');
    for (const [at, step] of online.entries()) {
      if (step.undo) undo.unshift(step.undo);
      if (step.batches) await backfill(house.system, tenant, step);
      else
        await patiently(
          () => owner.query(step.sql),
          step.sql.includes(' CONCURRENTLY ') ? step.undo : undefined,
          owner,
        );
      onProgress(at + 1, steps.length);
    }
    await patiently(async () => {
      try {
        await owner.query('BEGIN');
        await owner.query('SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [fenceClass, tenant]);
        for (const { sql, rows } of last) {
          if (rows) await owner.query(`SET LOCAL ROLE ${systemRole}`);
          await owner.query(sql);
          if (rows) await owner.query('RESET ROLE');
        }
        await owner.query(`SET LOCAL ROLE ${systemRole}`);
        await within(owner);
        await owner.query('COMMIT');
      } catch (error) {
        await owner.query('ROLLBACK');
        throw error;
      }
    });
    onProgress(steps.length, steps.length);
  } catch (error) {
    // What was made beside the old shape goes; whatever cannot go now is harmless and is met by IF EXISTS next time.
    for (const sql of undo) await patiently(() => owner.query(sql)).catch(() => undefined);
    throw error;
  } finally {
    await owner.end();
  }
}

/** Tries again as long as others hold the lock. An index that was broken off is removed before it is made anew. */
async function patiently<T>(work: () => Promise<T>, clear?: string, owner?: pg.Client): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const waited = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
      if (clear && owner) await owner.query(clear).catch(() => undefined);
      if (!waited || tries >= mostTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * Math.random() + pause / 2));
    }
  }
}

/** All rows of a tenant, some at a time in the order of their ids, so that a row is never held for long. */
async function backfill(system: pg.Pool, tenant: string, { sql, touches = '' }: Step): Promise<void> {
  let after = '-9223372036854775808';
  for (;;) {
    const { rows } = await system.query<{ ids: string[] | null; last: string | null }>(
      `SELECT array_agg(id::text) AS ids, max(id)::text AS last
         FROM (SELECT id FROM ${quote(touches)} WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT ${batch}) b`,
      [tenant, after],
    );
    const [found] = rows;
    if (!found?.ids || found.last === null) return;
    await system.query(sql, [tenant, found.ids]);
    after = found.last;
  }
}
