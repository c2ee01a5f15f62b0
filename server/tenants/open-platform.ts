import { randomBytes } from 'node:crypto';
import { provisionTenant, type NewTenant, type Provisioning } from '../provisioning/provision.ts';
import { aloneWithPlatform } from './alone-with-platform.ts';
import { createTenants } from './tenants.ts';

/** What the platform of an empty installation is called, where it is reached, and who is told what happens there. */
export type NewPlatform = Pick<NewTenant, 'name' | 'host' | 'email' | 'timeZone' | 'locale'>;

export interface FirstAccount {
  readonly account: string;
  readonly password: string;
}

const account = 'superAdmin';

/**
 * Makes the platform and its first account, whose password must be changed at the first sign-in. What an
 * interrupted attempt left is removed. `used`: a person can sign in already; `busy`: another command makes a platform.
 */
export async function openPlatform(
  on: Provisioning & { readonly systemUrl: string },
  platform: NewPlatform,
): Promise<FirstAccount | 'used' | 'busy'> {
  return (await aloneWithPlatform(on.systemUrl, () => openAlone(on, platform))) ?? 'busy';
}

async function openAlone(on: Provisioning, platform: NewPlatform): Promise<FirstAccount | 'used'> {
  const { rows } = await on.system.pool.query<{ id: string; used: boolean }>(
    `SELECT id::text AS id, EXISTS (SELECT FROM account a WHERE a.tenant_id = t.id) AS used FROM tenant t`,
  );
  if (rows.some(({ used }) => used)) return 'used';
  for (const { id } of rows) await createTenants(on).withdraw(id);
  const password = randomBytes(9).toString('base64url');
  const admin = { account, password, mustChange: true };
  await provisionTenant(on, { ...platform, code: 'platform', kind: 'platform', adminName: account, admin }, null);
  return { account, password };
}
