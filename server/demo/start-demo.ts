import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import type { Node } from '../node.ts';
import { aloneWithPlatform } from '../tenants/alone-with-platform.ts';
import { makeDemo, type DemoRequest } from './make-demo.ts';
import { printHosts } from './print-hosts.ts';

/** Size of the first start's demo. */
const small = { tenants: 2, orders: 2_000 };

/**
 * Creates the demo in an empty database. Answers what to print once the address is known; null if the database was not
 * empty, or another command fills it.
 */
export async function startDemo(
  node: Node,
  root: string,
  config: Pick<Config, 'demoPassword' | 'fileStore' | 's3'> & Pick<DemoRequest, 'login' | 'adopt'>,
  size: { tenants?: number; orders?: number; onTenant?: (name: string) => void } = {},
): Promise<((port: number) => string) | null> {
  const password = config.demoPassword ?? randomBytes(6).toString('base64url');
  const { login, adopt } = config;
  const hosts = await aloneWithPlatform(node.systemUrl, async () => {
    const { rowCount } = await node.system.pool.query('SELECT FROM tenant LIMIT 1');
    if (rowCount) return null;
    return makeDemo(node, { ...small, ...size, root, files: openFileStore(config), password, login, adopt });
  });
  return hosts && ((port) => printHosts(hosts, password, port));
}
