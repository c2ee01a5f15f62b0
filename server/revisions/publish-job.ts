import type { Conflict, EntityDocument } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { noteProgress, orderJob } from '../operations/transfer/jobs.ts';
import { prepared } from '../store/database.ts';
import type { JobRow } from '../store/job-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Publication } from './publish.ts';

/** Maximum rows backfilled while the person waits; beyond that, publishing is a job. */
export const filledAtOnce = 15_000;

/** A publish as ordered: the reviewed document, whatever happens to the draft meanwhile. */
export interface PublishRequest extends Publication {
  readonly entity: string;
  readonly document: EntityDocument;
  readonly open: readonly Conflict[];
  /** The entity's first revision, which adds it to the menu. */
  readonly isNew: boolean;
  readonly culture: string;
}

/** A running publish. */
export interface Publishing {
  job: string;
  by: string;
  done: number;
  total: number | null;
}

/** The ordered or running publish of an entity; null if there is none. */
export async function publishing(system: SystemDatabase, tenant: string, entity: string): Promise<Publishing | null> {
  const { rows } = await system.pool.query<Publishing>(
    `SELECT j.id::text AS job, coalesce(a.name, '') AS by, j.done::double precision AS done, j.total::double precision AS total
       FROM lading.job j LEFT JOIN public.account a ON a.tenant_id = j.tenant_id AND a.id = j.account_id
      WHERE j.tenant_id = $1 AND j.kind = 'publish' AND j.state IN ('queued', 'running') AND j.request->>'entity' = $2
      ORDER BY j.id LIMIT 1`,
    [tenant, entity],
  );
  return rows[0] ?? null;
}

/** Throws `refused` if a publish of the entity is running. */
export async function demandIdle(system: SystemDatabase, tenant: string, entity: string): Promise<void> {
  const busy = await publishing(system, tenant, entity);
  if (busy) throw refused(issue('schema.publishing', '', { by: busy.by }));
}

export async function orderPublish(context: Context, actor: Actor, request: PublishRequest): Promise<{ job: string }> {
  const job = context.newId();
  const statements = orderJob(actor, 'publish', job, { ...request });
  await context.database.write(actor.entrance, (transaction) =>
    transaction.run(...statements.map((each) => prepared(each, actor))),
  );
  return { job };
}

/** Runs an ordered publish; `publishNow` is the same code that runs small ones directly. */
export async function runPublish(
  context: Context,
  actor: Actor,
  { id, request }: Pick<JobRow, 'id' | 'request'>,
  publishNow: (wanted: PublishRequest, onProgress: (done: number, total: number) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  await noteProgress(context, actor, id, { state: 'running' });
  // The job ends in the transaction of the switch, so a node that dies right after it has reported success.
  await publishNow({ ...(request as unknown as PublishRequest), job: id }, (done, total) =>
    noteProgress(context, actor, id, { done, total }),
  );
}
