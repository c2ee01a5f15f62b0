import type { JobHelpers } from 'graphile-worker';
import { AppError } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { JobCall } from '../operations/transfer/jobs.ts';
import { noteProgress, readJob } from '../operations/transfer/jobs.ts';
import { prepared, type TransactionIdentity } from '../store/database.ts';
import { progressSql, type JobRow } from '../store/job-sql.ts';
import type { Reader } from '../store/sql.ts';
import type { JobDeps } from './job-deps.ts';

/** Work that a person ordered; `signal` asks it to stop at a resumable point. */
export type OrderedWork = (actor: Actor, job: JobRow, signal: AbortSignal) => Promise<void>;

/**
 * Runs ordered work as the person who ordered it. A refusal fails the job with its reasons in their language; any other
 * failure is retried by the queue and fails the job with the last attempt.
 */
export async function runOrdered(
  deps: JobDeps,
  payload: unknown,
  attempt: Pick<JobHelpers['job'], 'attempts' | 'max_attempts'>,
  signal: AbortSignal,
  work: OrderedWork,
): Promise<void> {
  const call = payload as JobCall;
  const actor = await deps.byAccount(call.tenant, call.account);
  if (!actor) return endForNobody(deps, call);
  const job = await readJob(deps.context, actor, call.job);
  if (job.state === 'done' || job.state === 'failed') return;
  try {
    await work(actor, job, signal);
  } catch (error) {
    // A refusal is final; a busy database or an internal error may succeed on retry.
    const refusal = error instanceof AppError && error.status < 500 ? error : null;
    const isLast = attempt.attempts >= attempt.max_attempts;
    if (!refusal && (!isLast || signal.aborted)) throw error;
    const result = worded(deps, job, refusal ?? new AppError('internal'));
    await noteProgress(deps.context, actor, job.id, { state: 'failed', result });
    if (!refusal) throw error;
  }
}

/** Why a job failed, in the language of the person who ordered it. */
function worded({ texts }: JobDeps, job: JobRow, refusal: AppError): Record<string, unknown> {
  const culture = texts.culture(job.request['culture']);
  const issues = (refusal.details.issues ?? []).map((found) => ({ ...found, message: texts.issue(culture, found) }));
  const general = texts.error(culture, `error.${refusal.kind}`, refusal.details.params);
  const message = issues.length > 0 ? issues.map((each) => each.message).join('; ') : general;
  return { code: refusal.code, message, issues };
}

/** The account was disabled while the job was queued: fail it as the system actor. */
async function endForNobody({ context }: JobDeps, { tenant, account, job }: JobCall): Promise<void> {
  const services: TransactionIdentity = { tenant, member: null, account: '0', timeZone: 'UTC' };
  const facts = { id: account, type: 'system', member: null, org: null, roles: [] };
  const reader: Reader = { tenant, facts, roleIds: [] };
  const failed = progressSql(job, { state: 'failed', result: { code: new AppError('forbidden').code } });
  await context.database.write(services, (transaction) => transaction.run(prepared(failed, reader)));
}
