import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Actors } from '../access/actors.ts';
import { tenantByHost } from '../auth/tenant-host.ts';

/**
 * The logo of the host's tenant, and the actor who may read it; null if there is none. Tenants and their logos are
 * records of the platform.
 */
export async function brandingActor(
  system: SystemDatabase,
  actors: Actors,
  host: string,
): Promise<{ logo: string; actor: Actor } | null> {
  const tenant = await tenantByHost(system, host);
  if (!tenant?.logo) return null;
  return { logo: tenant.logo, actor: actors.system({ ...tenant, id: tenant.tenant_id, platform: true }) };
}

/** The same for a tenant by its id. */
export async function brandingOf(
  { db }: SystemDatabase,
  actors: Actors,
  id: string,
): Promise<{ logo: string; actor: Actor } | null> {
  const tenant = await db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst();
  if (!tenant?.logo) return null;
  return { logo: tenant.logo, actor: actors.system({ ...tenant, id: tenant.tenant_id, platform: true }) };
}
