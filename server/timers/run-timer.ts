import { docOfText } from '../../engine/core/fields/rich-text-words.ts';
import { callHost } from './call-host.ts';
import { nextRun } from './next-run.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { databaseTime, placeNext, readTimer, type TimerRow } from './plan-timer.ts';
import { taskNamed } from './tasks.ts';
import type { TimerDeps } from './timer-deps.ts';

interface Call {
  timer: string;
  due: string;
  /** Started by a person, outside the schedule. */
  byHand?: boolean;
}

/** Failures in a row after which a timer is stopped. */
const maxFailures = 5;

/**
 * Runs a timer once per due time, on whichever node. The due time is claimed and the next run queued before the work
 * begins: a claimed run is skipped, unless its node died and the queue retries it (`isRetry`).
 */
export async function runTimer(on: TimerDeps, payload: unknown, isRetry: boolean): Promise<void> {
  const call = payload as Call;
  const taken = await take(on, call, isRetry);
  if (!taken) return;
  const { timer, run } = taken;
  const started = performance.now();
  const outcome = await work(on, timer).then(
    (message) => ({ outcome: 'done', message }),
    (error: unknown) => {
      noteFailure(on, timer, error as Error);
      return { outcome: 'failed', message: String((error as Error).message ?? error).slice(0, 500) };
    },
  );
  await on.system.pool.query(
    `UPDATE timer_run SET outcome = $2, message = $3, "finishedAt" = now(), elapsed = $4 WHERE id = $1`,
    [run, outcome.outcome, outcome.message, Math.round(performance.now() - started)],
  );
  await close(on, timer, call);
  if (outcome.outcome === 'failed') await alarm(on, timer, run, outcome.message);
}

async function take({ system, newId }: TimerDeps, { timer: id, due, byHand = false }: Call, isRetry: boolean) {
  return inTransaction(system.pool, async (client) => {
    const timer = await readTimer(client, id, true);
    if (!timer) return null;
    const dueAt = new Date(due);
    if (!byHand && timer.timerStatus !== '0') return null;
    const known = await client.query<{ id: string }>(
      `SELECT id::text AS id FROM timer_run WHERE tenant_id = $1 AND timer = $2 AND "dueAt" = $3 AND "byHand" = $4 AND outcome = 'running'`,
      [timer.tenant, id, dueAt, byHand],
    );
    const [left] = known.rows;
    if (left && !isRetry) return null;
    if (left) return { timer, run: left.id };
    if (!byHand && timer.nextRunAt?.getTime() !== dueAt.getTime()) return null;
    const run = newId();
    await client.query(
      `INSERT INTO timer_run (tenant_id, id, timer, "dueAt", "startedAt", "byHand", outcome) VALUES ($1, $2, $3, $4, now(), $5, 'running')`,
      [timer.tenant, run, id, dueAt, byHand],
    );
    if (!byHand) await placeNext(client, timer, timer.doOnce ? null : nextRun(timer, await databaseTime(client)));
    return { timer, run };
  });
}

async function work(on: TimerDeps, timer: TimerRow): Promise<string> {
  if (timer.requestType !== '0') return callHost({ ...timer, requestUrl: timer.requestUrl ?? '' }, on);
  const task = taskNamed(on, timer.task ?? '');
  if (!task) throw new Error(`${timer.task}: no such task`);
  return String(await task(on));
}

/** Logs a failure in the timer's history and in the error log. */
function noteFailure(
  { logs, context }: TimerDeps,
  { tenant, jobName, task, requestUrl }: TimerRow,
  error: Error,
): void {
  logs.exception({
    ...{ tenant, at: context.clock(), by: null, url: requestUrl ?? '', className: 'timer', methodName: task ?? '' },
    ...{ param: jobName, ip: '', browser: '', os: '', traceId: '' },
    ...{ exceptionName: error.name, exceptionMsg: error.message, stackTrace: error.stack ?? '' },
  });
}

/** Sends administrators a notice in the tenant's language for the first of consecutive failures. */
async function alarm(
  { system, texts, newId }: TimerDeps,
  timer: TimerRow,
  run: string,
  message: string,
): Promise<void> {
  const { rows } = await system.pool.query<{ culture: string }>(
    'SELECT "defaultLocale" AS culture FROM tenant WHERE id = $1',
    [timer.tenant],
  );
  const culture = texts.culture(rows[0]?.culture);
  await system.pool.query(
    `INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
       SELECT $1, $2, left($3, 120), '2', 'staff', $4, array_agg(id), 'published', now() FROM account
        WHERE tenant_id = $1 AND status = '0' AND "adminType" IN ('1', '2')
          AND 'failed' IS DISTINCT FROM (SELECT outcome FROM timer_run WHERE tenant_id = $1 AND timer = $5 AND id <> $6
                                          ORDER BY id DESC LIMIT 1)
       HAVING count(*) > 0`,
    [
      timer.tenant,
      newId(),
      texts.message(culture, 'timer.failed', { name: timer.jobName }),
      JSON.stringify(docOfText(message)),
      timer.id,
      run,
    ],
  );
}

/** Counts the run. Stops a one-time timer, and one that keeps failing. */
async function close({ system }: TimerDeps, timer: TimerRow, { byHand = false }: Call): Promise<void> {
  const { rows } = await system.pool.query<{ failures: number }>(
    `SELECT count(*) FILTER (WHERE outcome = 'failed')::int AS failures
       FROM (SELECT outcome FROM timer_run WHERE tenant_id = $1 AND timer = $2 ORDER BY id DESC LIMIT $3) r`,
    [timer.tenant, timer.id, maxFailures],
  );
  const status = (rows[0]?.failures ?? 0) >= maxFailures ? '2' : timer.doOnce && !byHand ? '1' : null;
  await system.pool.query(
    `UPDATE timer SET "runNumber" = "runNumber" + 1, "lastRunAt" = now()
            ${status ? `, "timerStatus" = CASE WHEN "timerStatus" = '0' THEN '${status}' ELSE "timerStatus" END` : ''}
      WHERE id = $1`,
    [timer.id],
  );
}
