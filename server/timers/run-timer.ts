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
  /** A person asked for it: outside of the schedule. */
  byHand?: boolean;
}

/** After so many failures in a row a timer stops and waits for somebody to look at it. */
const maxFailures = 5;

/**
 * Runs a timer once for one due time, whichever node the queue gives it to. The due time is taken, and the next one
 * placed, before the work begins: who finds it taken has nothing to do, unless the one who took it died over it
 * and the queue gives it out again (`isRetry`).
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

/** A failure stands in the timer's own history and where all failures are looked at. */
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

/**
 * Tells the administrators with a notice, in the tenant's language, when a timer fails that did not fail the time before:
 * one that goes on failing says no more than it has said.
 */
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

/** Counts the run. A timer for one run stops after it; so does one that keeps failing. */
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
