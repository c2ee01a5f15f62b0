import type pg from 'pg';
import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import { runChange } from '../store/run-change.ts';
import { ownMeta, type LiveEntity, type TenantSchema } from './catalogs.ts';
import { demandStanding } from './purged-data.ts';
import { usersOfEntity } from './entity-users.ts';
import { limits } from './guard.ts';
import type { PublishDeps } from './plan.ts';
import { forgetEntries, invalidateSchema, type Queryable } from './publish.ts';
import { extended } from './target-schema.ts';

/** Records since when an entity's table has been retired, or that it is in use again. */
async function noteTable(client: Queryable, tenant: string, entity: string): Promise<void> {
  const of = 'tenant_id = $1 AND entity = $2 AND own_table IS NOT NULL';
  await client.query(
    `DELETE FROM lading.retired_table WHERE table_name IN (SELECT own_table FROM lading.live_schema WHERE ${of})`,
    [tenant, entity],
  );
  await client.query(
    `INSERT INTO lading.retired_table SELECT tenant_id, entity, own_table FROM lading.live_schema WHERE ${of} AND state = 'retired'`,
    [tenant, entity],
  );
}

/** Retires a tenant's own entity or brings it back. Its records stay; roles lose their grants on it. */
export async function setState(
  deps: PublishDeps,
  actor: Actor,
  entity: string,
  state: 'live' | 'retired',
): Promise<void> {
  const schema = await deps.catalogs.of(actor.tenant);
  const live = schema.live.get(entity);
  const path = live?.document.meta.path ?? '';
  if (state === 'retired' && live?.state === 'live') await demandUnused(deps, actor, entity);
  if (state === 'live' && live?.state === 'retired') demandRoom(deps, schema, live);
  const within = async (client: pg.Client) => {
    if (state === 'live') await demandStanding(client, actor, entity);
    const { rowCount } = await client.query(
      `UPDATE lading.live_schema SET state = $3 WHERE tenant_id = $1 AND entity = $2 AND origin = 'added' AND state <> $3`,
      [actor.tenant, entity, state],
    );
    if (!rowCount) throw new AppError('notFound');
    await noteTable(client, actor.tenant, entity);
    if (state === 'retired') {
      await client.query('DELETE FROM public.role__grants WHERE tenant_id = $1 AND entity = $2', [
        actor.tenant,
        entity,
      ]);
      await forgetEntries(client, actor.tenant, entity, path, null);
      await client.query('DELETE FROM lading.draft WHERE tenant_id = $1 AND entity = $2', [actor.tenant, entity]);
    }
    await invalidateSchema(client, actor.tenant);
  };
  const run = { tenant: actor.tenant, subject: entity, steps: [], within };
  await runChange({ ownerUrl: deps.ownerUrl, system: deps.system.pool }, run);
}

/** Throws `refused` with everything that depends on the entity. */
async function demandUnused(deps: PublishDeps, actor: Actor, entity: string): Promise<void> {
  const users = await usersOfEntity(deps.catalogs, actor, entity);
  if (users.length === 0) return;
  const blockers = users.map((found) => ({ ...found, count: 1, records: [] }));
  throw new AppError('refused', { issues: users, data: { blockers } });
}

/** Throws `refused` if it no longer fits the catalog, or if the limit has been reached since. */
function demandRoom({ catalogs }: PublishDeps, schema: TenantSchema, live: LiveEntity): void {
  if (ownInUse(schema) >= limits.entities) throw refused(issue('schema.limit', 'entity', { max: limits.entities }));
  extended(catalogs.base, schema, ownMeta(live, undefined));
}

/** The tenant's own entities in use; retired ones do not count. */
export const ownInUse = ({ live }: TenantSchema): number =>
  [...live.values()].filter(({ origin, state }) => origin === 'added' && state === 'live').length;
