import { AppError } from '../errors.ts';
import { prepared } from '../store/database.ts';
import { jobSql, orderJobSql, progressSql, type JobProgress, type JobRow } from '../store/job-sql.ts';
import { enqueueSql } from '../store/kept-sql.ts';
import type { Pieces } from '../store/sql.ts';
import type { Actor, Context } from './context.ts';
import { recordId } from './update-record.ts';

/** Work that a person orders and that goes on after the answer. */
export type JobKind = 'export' | 'import';

/** What travels in the queue: who ordered which job. */
export interface JobCall {
  tenant: string;
  account: string;
  job: string;
}

/** The statements that order a job: its row, and its place in the queue. */
export function orderJob(
  actor: Actor,
  kind: JobKind,
  id: string,
  request: Readonly<Record<string, unknown>>,
): Pieces[] {
  const call: JobCall = { tenant: actor.tenant, account: actor.facts.id, job: id };
  return [orderJobSql({ id, kind, request }), enqueueSql(kind, call, `${kind}:${id}`)];
}

/** How far a job has come, for whoever ordered it. */
export async function readJob(context: Context, actor: Actor, rawId: unknown): Promise<JobRow> {
  const [rows] = await context.database.read(actor.entrance, prepared(jobSql(recordId(rawId)), actor));
  const job = rows?.[0] as JobRow | undefined;
  if (!job) throw new AppError('notFound');
  return job;
}

export async function noteProgress(context: Context, actor: Actor, job: string, progress: JobProgress): Promise<void> {
  await context.database.write(actor.entrance, (transaction) =>
    transaction.run(prepared(progressSql(job, progress), actor)),
  );
}
