import { AppError } from '../../errors.ts';
import { onlyRow, prepared } from '../../store/database.ts';
import { jobsSql, jobSql, orderJobSql, progressSql, type JobProgress, type JobRow } from '../../store/job-sql.ts';
import { enqueueSql } from '../../store/idempotency-sql.ts';
import type { SqlFragment } from '../../store/sql.ts';
import type { Actor, Context } from '../context.ts';
import { recordId } from '../record-id.ts';

/** Background work that a person orders. */
export type JobKind = 'export' | 'import' | 'publish' | 'work';

/** The queue's payload: who ordered which job. */
export interface JobCall {
  tenant: string;
  account: string;
  job: string;
}

/** The statements that order a job: its row and its queue entry. */
export function orderJob(
  actor: Actor,
  kind: JobKind,
  id: string,
  request: Readonly<Record<string, unknown>>,
): SqlFragment[] {
  const call: JobCall = { tenant: actor.tenant, account: actor.facts.id, job: id };
  return [orderJobSql({ id, kind, request }), enqueueSql(kind, call, `${kind}:${id}`)];
}

/** A job's progress, for the person who ordered it. Throws `notFound` otherwise. */
export async function readJob(context: Context, actor: Actor, rawId: unknown): Promise<JobRow> {
  const [rows] = await context.database.read(actor.entrance, prepared(jobSql(recordId(rawId)), actor));
  const job = rows?.[0] as JobRow | undefined;
  if (!job) throw new AppError('notFound');
  return job;
}

/** Maximum jobs of one answer. */
const maxJobs = 50;

/**
 * The newest jobs and the day's counts by status, as JSON text: one's own, or the tenant's for those who may see all
 * its sessions, which reveals at least as much.
 */
export async function listJobs(context: Context, actor: Actor, rawLimit: unknown): Promise<string> {
  const asked = Number(rawLimit);
  const limit = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, maxJobs) : 10;
  const sessions = actor.catalog.byName.get('session');
  const everybody =
    !actor.member &&
    sessions !== undefined &&
    actor
      .rightsOn(sessions)
      .some(({ codes, rows }) => rows === 'all' && (codes.includes('read') || codes.includes('*')));
  const [found] = await context.database.read(actor.entrance, prepared(jobsSql(everybody, limit), actor));
  return onlyRow<{ jobs: string }>(found).jobs;
}

export async function noteProgress(context: Context, actor: Actor, job: string, progress: JobProgress): Promise<void> {
  await context.database.write(actor.entrance, (transaction) =>
    transaction.run(prepared(progressSql(job, progress), actor)),
  );
}
