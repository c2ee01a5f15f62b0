import pg from 'pg';
import type { ChangeStep } from './change-plan.ts';
import { quote } from './sql.ts';
import { fencingLockClass, systemRole } from './row-security.ts';

/** Rows of one statement of a backfill: short enough that nobody waits long for a row. */
const batch = 2_000;
/** How long a statement waits for a lock while others queue behind it, and how often it comes again. */
export const lockWait = '250ms';
const maxTries = 120;
const pause = 100;

/** The lock of one change at a time, of `<tenant> <subject>` as `$1`. */
export const subjectLock = 'hashtextextended($1, 7222)';

export interface SchemaChangeDeps {
  /** Who owns the tables. */
  readonly ownerUrl: string;
  /** The system role: it reads and writes every tenant's rows. */
  readonly system: pg.Pool;
}

export interface ChangeRun {
  readonly tenant: string;
  /** What changes, one thing or several: one change of each at a time, on whichever node. */
  readonly subject: string | readonly string[];
  readonly steps: readonly ChangeStep[];
  /** Asked once nobody else is at it, before anything is made; throws where the change is no longer wanted. */
  readonly first?: () => Promise<void>;
  /** Writes what else belongs to the moment of the switch. */
  readonly within: (client: pg.Client) => Promise<void>;
  /** Steps and rows done so far, of how many. */
  readonly onProgress?: ((done: number, total: number) => void | Promise<void>) | undefined;
  /** Gives the change up between two batches; what was made is taken back. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Carries a change out while requests go on. Everything up to the switch leaves the old shape working, and is taken back
 * where a step fails. The switch holds the tenant's fence: nothing of the tenant is under way, what comes waits, and reads
 * the new epoch.
 */
export async function runChange(deps: SchemaChangeDeps, run: ChangeRun): Promise<void> {
  const { tenant, subject, steps, first, within, onProgress, signal } = run;
  const owner = new pg.Client({ connectionString: deps.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  const undo: string[] = [];
  const online = steps.filter(({ time }) => time === 'online');
  const last = steps.filter(({ time }) => time === 'switch');
  try {
    await owner.query(`SET lock_timeout = '${lockWait}'`);
    await owner.query('SET search_path = public');
    // Two changes of one thing would make and take back each other's parts.
    for (const each of [subject].flat().toSorted())
      await retryOnLock(() => owner.query(`SELECT pg_advisory_lock(${subjectLock})`, [`${tenant} ${each}`]));
    await first?.();
    const progress = await createProgress(deps.system, tenant, steps, onProgress);
    for (const step of online) {
      signal?.throwIfAborted();
      if (step.undo) undo.unshift(step.undo);
      if (step.batches) await backfill(deps.system, tenant, step, progress, signal);
      else await retryOnLock(() => owner.query(step.sql), step.clear, owner);
      await progress(1);
    }
    await retryOnLock(async () => {
      try {
        await owner.query('BEGIN');
        await owner.query('SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [fencingLockClass, tenant]);
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
  } catch (error) {
    // What was made beside the old shape goes; whatever cannot go now is harmless and is cleared by the next run.
    for (const sql of undo) await retryOnLock(() => owner.query(sql)).catch(() => undefined);
    throw error;
  } finally {
    await owner.end();
  }
}

type Progress = (more: number) => Promise<void>;

/** Counts steps and the rows of backfills alike: rows are what takes time. */
async function createProgress(
  system: pg.Pool,
  tenant: string,
  steps: readonly ChangeStep[],
  tell: ChangeRun['onProgress'],
): Promise<Progress> {
  if (!tell) return async () => undefined;
  const filled = steps.flatMap(({ batches, touches }) => (batches && touches ? [touches] : []));
  let total = steps.length;
  for (const table of filled) {
    const { rows } = await system.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${quote(table)} WHERE tenant_id = $1`,
      [tenant],
    );
    total += rows[0]?.count ?? 0;
  }
  let done = 0;
  return async (more) => {
    done += more;
    // Rows that came since they were counted are filled too.
    await tell(Math.min(done, total), total);
  };
}

/** Tries again as long as others hold the lock. What was broken off, now or in a run before, is removed and made anew. */
export async function retryOnLock<T>(work: () => Promise<T>, clear?: string, owner?: pg.Client): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const waited = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
      const leftOver = error instanceof pg.DatabaseError && (error.code === '42710' || error.code === '42P07');
      if (clear && owner) await owner.query(clear).catch(() => undefined);
      if ((!waited && !(leftOver && clear)) || tries >= maxTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * Math.random() + pause / 2));
    }
  }
}

/**
 * All rows that a tenant has by now, some at a time in the order of their ids, each lot in a transaction of its own. What
 * is written from now on follows by itself: to fill it too would never end where people never stop writing.
 */
async function backfill(
  system: pg.Pool,
  tenant: string,
  { sql, touches = '' }: ChangeStep,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const { rows: standing } = await system.query<{ last: string | null }>(
    `SELECT max(id)::text AS last FROM ${quote(touches)} WHERE tenant_id = $1`,
    [tenant],
  );
  let after = '-9223372036854775808';
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await system.query<{ ids: string[] | null; last: string | null }>(
      `SELECT array_agg(id::text) AS ids, max(id)::text AS last
         FROM (SELECT id FROM ${quote(touches)} WHERE tenant_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT ${batch}) b`,
      [tenant, after, standing[0]?.last],
    );
    const [found] = rows;
    if (!found?.ids || found.last === null) return;
    const { ids } = found;
    await retryOnLock(() => fillLot(system, sql, tenant, ids));
    await progress(ids.length);
    after = found.last;
  }
}

/** Rows that somebody else holds are waited for briefly, so that the others of the lot are soon free again. */
async function fillLot(system: pg.Pool, sql: string, tenant: string, ids: readonly string[]): Promise<void> {
  const client = await system.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '${lockWait}'`);
    await client.query(sql, [tenant, ids]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
