import type { SystemDatabase } from '../store/system-database.ts';
import { settingIsOn } from '../settings/settings.ts';

/** The tenant that a host name stands for; null for a host that nobody has. */
export async function tenantByHost({ db }: SystemDatabase, host: string) {
  const found = await db.selectFrom('tenant').selectAll().where('host', '=', host).executeTakeFirst();
  return found && found.status !== 'closed' ? found : null;
}

export type HostTenant = NonNullable<Awaited<ReturnType<typeof tenantByHost>>>;

/** Whether people may come in at all. */
export const isOpen = (tenant: Pick<HostTenant, 'status'> | null): boolean =>
  tenant?.status === 'active' || tenant?.status === 'trial';

/** The tenant again where strangers may ask for an account: one that works and lets them, never the platform. */
export async function acceptsRegistration(
  system: SystemDatabase,
  tenant: HostTenant | null,
): Promise<HostTenant | null> {
  if (!tenant || !isOpen(tenant) || tenant.kind !== 'tenant') return null;
  return (await settingIsOn(system, tenant.id, 'REGISTRATION_OPEN', true)) ? tenant : null;
}

/** Whether a tenant wants a captcha at every sign-in. */
export const alwaysCaptcha = async (system: SystemDatabase, tenant: HostTenant | null): Promise<boolean> =>
  tenant !== null && (await settingIsOn(system, tenant.id, 'CAPTCHA_OPEN', false));
