import type { SystemDatabase } from '../store/system-database.ts';
import { settingIsOn } from '../settings/settings.ts';

/** The tenant of a host name; null for an unknown host. */
export async function tenantByHost({ db }: SystemDatabase, host: string) {
  const found = await db.selectFrom('tenant').selectAll().where('host', '=', host).executeTakeFirst();
  return found && found.status !== 'closed' ? found : null;
}

export type HostTenant = NonNullable<Awaited<ReturnType<typeof tenantByHost>>>;

/** Whether the tenant is active, so that people may sign in. */
export const isOpen = (tenant: Pick<HostTenant, 'status'> | null): boolean =>
  tenant?.status === 'active' || tenant?.status === 'trial';

/** The tenant if it is active and allows registration; never the platform. */
export async function acceptsRegistration(
  system: SystemDatabase,
  tenant: HostTenant | null,
): Promise<HostTenant | null> {
  if (!tenant || !isOpen(tenant) || tenant.kind !== 'tenant') return null;
  return (await settingIsOn(system, tenant.id, 'REGISTRATION_OPEN', true)) ? tenant : null;
}

/** Whether a tenant requires a captcha at every sign-in. */
export const alwaysCaptcha = async (system: SystemDatabase, tenant: HostTenant | null): Promise<boolean> =>
  tenant !== null && (await settingIsOn(system, tenant.id, 'CAPTCHA_OPEN', false));
