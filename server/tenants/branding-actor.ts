import type { Actor } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Actors } from '../access/actors.ts';
import { tenantByHost } from '../auth/tenant-host.ts';

/**
 * The picture of the tenant at a host, and the actor who may read it; null where there is none. Tenants are records of
 * the platform, and so are their pictures.
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
