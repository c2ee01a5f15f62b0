import type pg from 'pg';
import { AppError } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import { runChange } from '../store/run-change.ts';
import { demandStanding } from './cleared.ts';
import { forgetEntries, moveOn, type Asking, type PublishHouse } from './publish.ts';

/** Writes down since when the table of an entity is out of use, or that it is in use again. */
async function noteTable(client: Asking, tenant: string, entity: string): Promise<void> {
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

/** Takes an entity of the tenant's own out of use, or back into it. Its records stay; the roles' own lines for it go. */
export async function setState(
  house: PublishHouse,
  actor: Actor,
  entity: string,
  state: 'live' | 'retired',
): Promise<void> {
  const path = (await house.catalogs.of(actor.tenant)).live.get(entity)?.document.meta.path ?? '';
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
    await moveOn(client, actor.tenant);
  };
  const run = { tenant: actor.tenant, subject: entity, steps: [], within };
  await runChange({ ownerUrl: house.ownerUrl, system: house.system.pool }, run);
}
