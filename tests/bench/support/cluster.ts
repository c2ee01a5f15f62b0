import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded, type Embedded } from '../../../server/store/embedded.ts';

/** The databases of one bench: the product's and the floor's, side by side on one server. */
export interface Cluster {
  readonly embedded: Embedded;
  readonly product: string;
  readonly floor: string;
  /** Whether the data that the stamp names is already there. */
  readonly loaded: boolean;
  /** Notes that loading is over. */
  keep(): void;
}

const settings = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_connections: '120',
  jit: 'off',
};

/**
 * Opens the data folder of a bench. What was loaded under another stamp is thrown away, so that nobody measures on rows
 * of an older schema.
 */
export async function openCluster(dataDir: string, stamp: string): Promise<Cluster> {
  const stampFile = join(dataDir, 'loaded');
  const loaded = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (!loaded) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const embedded = await startEmbedded({ dataDir, log: () => undefined, settings });
  if (!loaded) {
    await asOwner(embedded.url, async (client) => {
      for (const name of ['product', 'floor']) await client.query(`CREATE DATABASE ${name}`);
    });
  }
  return {
    embedded,
    product: databaseOf(embedded.url, 'product'),
    floor: databaseOf(embedded.url, 'floor'),
    loaded,
    keep: () => writeFileSync(stampFile, stamp),
  };
}

/** Runs `work` on a connection of the owner, whom no wall holds. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function databaseOf(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
