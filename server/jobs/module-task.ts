import type { ActorFacts } from '../../engine/core/index.ts';
import { prepared, type TransactionIdentity } from '../store/database.ts';
import { wholeSql, type WholeRecord } from '../store/read-record-sql.ts';
import type { Reader } from '../store/sql.ts';
import type { JobDeps } from './job-deps.ts';

/** The outbox payload of a transition's job. */
interface SocketCall {
  job: string;
  entity: string;
  action: string;
  record: string;
  tenant: string;
  actor: ActorFacts;
  operation: string;
}

/**
 * Runs a job of a transition with the current record and the tenant's published schema. The transition has checked the
 * permission. A deleted record ends the job; a missing entity is an error, so the queue retries until a release has it
 * again.
 */
export async function runSocketJob({ context, screens }: JobDeps, payload: unknown, isFirst: boolean): Promise<void> {
  const { job, entity: name, action, record: id, tenant, actor, operation } = payload as SocketCall;
  const { database, registry, services } = context;
  if (!services) throw new Error('jobs are run by an open node');
  const { catalog } = await screens.of(tenant);
  const entity = catalog.byName.get(name);
  if (!entity) {
    const what = `${job}: there is no ${name}, record ${id}`;
    if (isFirst) services.report(tenant, 'job', what);
    throw new Error(what);
  }
  const deps: TransactionIdentity = { tenant, member: null, account: actor.id, timeZone: 'UTC' };
  const reader: Reader = { tenant, facts: actor, roleIds: [] };
  const whole = wholeSql({ catalog, entity, rights: [], code: 'read', member: false, id, lock: false });
  const [found] = await database.read(deps, prepared(whole, reader));
  const row = found?.[0] as WholeRecord | undefined;
  if (!row) return;
  const { record } = row;
  await registry.job(job).run({ entity: name, action, tenant, record, actor, operationKey: operation, services });
}
