import pg from 'pg';
import type { ChangeStep } from './change-plan.ts';
import { quote } from './sql.ts';
import { fencingLockClass, systemRole } from './row-security.ts';

/** Rows per backfill statement: small enough that rows are locked only briefly. */
const batch = 2_000;
/** Lock timeout per attempt while other work queues behind the statement, and the number of attempts. */
export const lockWait = '250ms';
const maxTries = 120;
const pause = 100;

/** Lock that serialises changes of one subject (`<tenant> <subject>` as `$1`). */
export const subjectLock = 'hashtextextended($1, 7222)';

export interface SchemaChangeDeps {
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string;
  /** The system role, which reads and writes every tenant's rows. */
  readonly system: pg.Pool;
}

export interface ChangeRun {
  readonly tenant: string;
  /** The subjects that change: one change of each at a time, across all nodes. */
  readonly subject: string | readonly string[];
  readonly steps: readonly ChangeStep[];
  /** Runs once the subject is locked, before any change; throws if the change is no longer wanted. */
  readonly first?: () => Promise<void>;
  /** Writes other rows in the transaction of the switch. */
  readonly within: (client: pg.Client) => Promise<void>;
  /** Steps and rows done so far, and their total. */
  readonly onProgress?: ((done: number, total: number) => void | Promise<void>) | undefined;
  /** Aborts the change between two batches and undoes what was made. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Applies a schema change while requests go on. Up to the switch the old form keeps working, and a failing step undoes
 * everything. The switch takes the tenant's fence: it waits for the tenant's transactions and blocks new ones, which
 * then read the new epoch.
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
    // Two changes of one subject would undo each other's parts.
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
    // Undo is best effort: leftovers are harmless and removed by the next run.
    for (const sql of undo) await retryOnLock(() => owner.query(sql)).catch(() => undefined);
    throw error;
  } finally {
    await owner.end();
  }
}

type Progress = (more: number) => Promise<void>;

/** Progress in steps and backfilled rows, since rows take most of the time. */
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
    // Rows added since the count are backfilled as well.
    await tell(Math.min(done, total), total);
  };
}

/** Retries while others hold the lock. Partial results of an interrupted run are removed first. */
export async function retryOnLock<T>(work: () => Promise<T>, clear?: string, owner?: pg.ClientBase): Promise<T> {
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
 * Backfills the tenant's existing rows by id, each batch in its own transaction. New writes are covered by triggers;
 * following them here might never end under constant load.
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

/** Waits only briefly for rows locked by others, so that the other rows of the batch are not locked for long. */
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
