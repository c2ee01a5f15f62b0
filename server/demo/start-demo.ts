import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { provisionTenant } from '../identity/provision.ts';
import type { Node } from '../node.ts';

/** Makes the demo on an empty database. Answers what to print once the address is known; null when there was something. */
export async function startDemo(node: Node, root: string, config: Config): Promise<((port: number) => string) | null> {
  const { rowCount } = await node.system.pool.query('SELECT FROM tenant LIMIT 1');
  if (rowCount) return null;
  const password = config.demoPassword ?? randomBytes(6).toString('base64url');
  const on = { ...node, root };
  const platform = await provisionTenant(
    on,
    {
      name: 'Lading',
      code: 'platform',
      host: 'localhost',
      kind: 'platform',
      adminName: 'Platform',
      email: 'platform@example.com',
      timeZone: 'America/New_York',
      locale: 'zh-CN',
      admin: { account: 'superAdmin', password },
    },
    null,
  );
  await provisionTenant(
    on,
    {
      name: 'North',
      code: 'north',
      host: 'north.localhost',
      kind: 'tenant',
      adminName: 'Admin',
      email: 'north@example.com',
      timeZone: 'America/New_York',
      locale: 'zh-CN',
      admin: { account: 'admin', password },
    },
    platform.id,
  );
  return (port) => `superAdmin ${password} http://localhost:${port}\n`;
}
