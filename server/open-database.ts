import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from './config.ts';
import { startEmbedded } from './store/embedded.ts';

/** Name of the database in an embedded Postgres. */
export const embeddedName = 'lading';

export interface OwnerDatabase {
  url: string;
  embedded: boolean;
  /** Marks the first start as complete; until then the next start begins again. */
  complete(): void;
  stop(): Promise<void>;
}

/** The owner's connection: the configured server, or an embedded one in the data directory. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'logLevel'>,
): Promise<OwnerDatabase> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) {
    return { url: databaseUrl, embedded: false, complete: () => undefined, stop: async () => undefined };
  }
  const log = (event: string, facts?: Record<string, unknown>) => {
    if (config.logLevel !== 'silent') process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
  };
  const embedded = await startEmbedded({ dataDir, log });
  const marker = join(dataDir, 'first-start.begun');
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  // An interrupted first start left a database that nobody has used yet.
  if (existsSync(marker)) await client.query(`DROP DATABASE IF EXISTS ${embeddedName} WITH (FORCE)`);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [embeddedName]);
  if (!rowCount) {
    writeFileSync(marker, '');
    await client.query(`CREATE DATABASE ${embeddedName}`);
  }
  await client.end();
  const url = new URL(embedded.url);
  url.pathname = `/${embeddedName}`;
  return {
    url: url.href,
    embedded: true,
    complete: () => rmSync(marker, { force: true }),
    stop: () => embedded.stop(),
  };
}
