import type pg from 'pg';
import { inTransaction } from '../store/in-transaction.ts';
import { nextRun, type Schedule } from './next-run.ts';
import type { TimerDeps } from './timer-deps.ts';

export interface TimerRow {
  tenant: string;
  id: string;
  jobName: string;
  requestType: string;
  task: string | null;
  requestUrl: string | null;
  headers: unknown;
  requestParameters: string | null;
  timerType: string;
  interval: number | null;
  cron: string | null;
  executeType: string;
  doOnce: boolean;
  timerStatus: string;
  nextRunAt: Date | null;
  timeZone: string;
}

/** A timer, locked if requested; null if it was deleted. */
export async function readTimer(asked: pg.Pool | pg.PoolClient, id: string, lock = false): Promise<TimerRow | null> {
  const { rows } = await asked.query<TimerRow>(
    `SELECT t.tenant_id::text AS tenant, t.id::text AS id, t."jobName", t."requestType", t.task, t."requestUrl",
            t."requestParameters", t.headers, t."timerType", t.interval::double precision AS interval, t.cron, t."executeType",
            t."doOnce", t."timerStatus", t."nextRunAt", x."timeZone"
       FROM timer t JOIN tenant x ON x.id = t.tenant_id WHERE t.id = $1${lock ? ' FOR UPDATE OF t' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

/** The job key of a timer, which has at most one queued run. */
const keyOf = (id: string): string => `timer:${id}`;

/** Queues the next run of a timer, or removes it if `due` is null. */
export async function placeNext(client: pg.PoolClient, timer: TimerRow, due: Date | null): Promise<void> {
  await client.query('UPDATE timer SET "nextRunAt" = $2 WHERE id = $1', [timer.id, due]);
  if (!due) {
    await client.query('SELECT graphile_worker.remove_job($1)', [keyOf(timer.id)]);
    return;
  }
  await client.query(
    `SELECT graphile_worker.add_job('timer-run', $1::json, queue_name => $2, run_at => $3, max_attempts => 3, job_key => $4)`,
    [
      JSON.stringify({ timer: timer.id, due: due.toISOString() }),
      timer.executeType === '1' ? keyOf(timer.id) : null,
      due,
      keyOf(timer.id),
    ],
  );
}

/** Reschedules a timer after it was changed, started or stopped. `first`: the first run is due at once. */
export async function planTimer({ system }: TimerDeps, payload: unknown): Promise<void> {
  const { timer: id, first } = payload as { timer: string; first?: boolean };
  await inTransaction(system.pool, async (client) => {
    const timer = await readTimer(client, id, true);
    if (!timer) return void (await client.query('SELECT graphile_worker.remove_job($1)', [keyOf(id)]));
    const now = await databaseTime(client);
    const due = timer.timerStatus === '0' ? (first ? now : nextRun(timer, now)) : null;
    await placeNext(client, timer, due);
  });
}

/** The database's time, by which timers are planned, whatever the node's clock. */
export async function databaseTime(asked: pg.Pool | pg.PoolClient): Promise<Date> {
  const { rows } = await asked.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? new Date(Number.NaN);
}

/**
 * Queues every running timer that has no queued run (after a restore or an emptied queue), and reschedules those queued
 * too late by a clock that was ahead.
 */
export async function planAll(on: TimerDeps): Promise<void> {
  const { rows } = await on.system.pool.query<Schedule & { id: string; nextRunAt: Date | null; placed: boolean }>(
    `SELECT t.id::text AS id, t."timerType", t.interval::double precision AS interval, t.cron, t."nextRunAt", x."timeZone",
            EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = 'timer:' || t.id) AS placed
       FROM timer t JOIN tenant x ON x.id = t.tenant_id WHERE t."timerStatus" = '0'`,
  );
  const now = await databaseTime(on.system.pool);
  for (const { id, nextRunAt, placed, ...schedule } of rows) {
    const latest = nextRun(schedule, now);
    if (!placed || (nextRunAt && latest && nextRunAt > latest)) await planTimer(on, { timer: id });
  }
}
