import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster, asOwner, type Cluster } from './cluster.ts';
import { indexFloor, loadFloor } from './load-floor.ts';
import { loadOrders } from './load-orders.ts';
import { startServer, type Server } from './process.ts';
import { makeTenants, openProduct, secretKey, tenantCount } from './tenants.ts';

/** The project's own folder: scripts run in it. */
export const root = process.cwd();

/** Raise it when loading changes, so that older data is made again. */
const loader = 5;

/** The loaded databases under `BENCH_DIR`; made on the first run, kept for the next ones. */
export async function openBench(rows: number, many = tenantCount, withFloor = true): Promise<Cluster> {
  const name = [rows, ...(many === tenantCount ? [] : [many]), ...(withFloor ? [] : ['alone'])].join('-');
  const dir = join(process.env['BENCH_DIR'] ?? join(root, '.data/bench'), name);
  const cluster = await openCluster(dir, `${rows} ${loader}`);
  // Brings an older load up to the tables and indexes of today, as any start does.
  const node = await openProduct(cluster.product, root);
  if (!cluster.loaded) {
    const started = Date.now();
    process.stdout.write(`loading ${rows} orders into ${dir} ...\n`);
    const tenants = await makeTenants(node, root, many);
    await asOwner(cluster.product, (client) => loadOrders(client, tenants, rows));
    if (withFloor) {
      await loadFloor(cluster.product, cluster.floor);
      await indexFloor(cluster.floor);
    }
    cluster.keep();
    process.stdout.write(`loaded in ${Math.round((Date.now() - started) / 1000)} s\n`);
  }
  await node.close();
  return cluster;
}

/** The flags of `npm start`. */
const shipped = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));

/**
 * The product as it ships: its built server, in a process of its own, by default that of this folder.
 * `BENCH_NODE_FLAGS` may ask for a profile of it.
 */
export function startProduct(
  { product }: Pick<Cluster, 'product'>,
  more: Readonly<Record<string, string>> = {},
  folder = root,
): Promise<Server> {
  const fixed = { PORT: '0', DATABASE_URL: product, SECRET_KEY: secretKey, LOG_LEVEL: 'warn' };
  const settings = { ...fixed, ...more, NODE_FLAGS: [...shipped, process.env['BENCH_NODE_FLAGS'] ?? ''].join(' ') };
  return startServer(join(folder, 'dist/server/main.js'), [], settings, /ready at http:\/\/localhost:(\d+)/);
}
