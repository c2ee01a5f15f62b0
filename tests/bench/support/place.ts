import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../../../server/demo/start-demo.ts';
import { startSimulator, type Simulator } from '../../../server/domain/carriers/simulator/start.ts';
import { knownClient } from '../../../server/domain/carriers/simulator/world.ts';
import { layNextRelease } from '../../support/built-release.ts';
import { startScratchPostgres, startStandby, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import { asOwner } from './cluster.ts';
import { root, startProduct } from './open-bench.ts';
import type { Server } from './process.ts';
import { openProduct, password } from './tenants.ts';

/** Of the demo of each tenant. */
const ordersEach = 200;
/** For two nodes, the next ones beside them, and what looks at the database. */
const connections = 'max_connections=200';

/** The demo on a Postgres with a standby and a simulator of the carriers, nodes of it, and the next release beside. */
export interface Place {
  readonly product: string;
  readonly folder: string;
  readonly files: string;
  readonly primary: ScratchPostgres;
  readonly simulator: Simulator;
  /** Started by the bench, and stopped with the place. */
  readonly nodes: Server[];
  /** @param more settings beside those of the place. */
  start(release: 'this' | 'next', more?: Readonly<Record<string, string>>): Promise<Server>;
  close(): Promise<void>;
}

/** @param tenants the demo's first one is `north.localhost`, the second `south.localhost`, the third `t3.localhost`. */
export async function openPlace(tenants: number): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-place-'));
  const files = join(folder, 'files');
  const nodes: Server[] = [];
  // A commit that is not written at once reaches a standby a fifth of a second later.
  const primary = await startScratchPostgres([
    '-c',
    'wal_keep_size=1GB',
    '-c',
    'synchronous_commit=on',
    '-c',
    connections,
  ]);
  const product = databaseAt(primary, 'product');
  await asOwner(primary.url, (client) => client.query('CREATE DATABASE product'));
  const simulator = await startSimulator();
  const node = await openProduct(product, root);
  const demo = { tenants, orders: tenants * ordersEach };
  await startDemo(node, root, { demoPassword: password, fileStore: files, login: knownClient }, demo);
  await node.close();
  // Orders are placed without prepayment, so that the load reaches the carrier.
  await asOwner(product, (client) => client.query(`UPDATE customer_config SET "riskAction" = 'allow'`));
  const standby = await startStandby(primary, [connections]);
  const next = join(folder, 'next');
  layNextRelease(root, next);
  const carriers = { UPS_API_BASE: simulator.ups, FEDEX_API_BASE: simulator.fedex };
  const settings = { FILE_STORE: files, REPORT_DATABASE_URL: databaseAt(standby, 'product'), ...carriers };
  return {
    ...{ product, folder, files, primary, simulator, nodes },
    start: (release, more = {}) =>
      startProduct({ product }, { ...settings, ...more }, release === 'next' ? next : root),
    async close() {
      await Promise.all(nodes.map((each) => each.stop()));
      await standby.stop();
      await primary.stop();
      await simulator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const databaseAt = ({ url }: Pick<ScratchPostgres, 'url'>, name: string): string => url.replace(/[^/]+$/, name);
