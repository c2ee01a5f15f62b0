import { systemRole } from '../store/row-security.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** Tenants whose records the demo made; what they are called is in `locales/<culture>/names.json`. */
export const demoTenantDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.demo_tenant (tenant_id bigint PRIMARY KEY)`,
  `GRANT SELECT, INSERT, DELETE ON lading.demo_tenant TO ${systemRole}`,
];

export async function readDemoTenants({ pool }: SystemDatabase): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('SELECT tenant_id::text AS id FROM lading.demo_tenant');
  return new Set(rows.map(({ id }) => id));
}

export const noteDemoTenant = async ({ pool }: SystemDatabase, tenant: string): Promise<void> =>
  void (await pool.query('INSERT INTO lading.demo_tenant VALUES ($1) ON CONFLICT DO NOTHING', [tenant]));
