import pg from 'pg';
import type { Config } from './config.ts';
import { startEmbedded } from './store/embedded.ts';

const name = 'lading';

/** The owner's connection: the server that the settings name, or an embedded one in the data directory. */
export async function openDatabase(config: Config): Promise<{ url: string; embedded: boolean; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, embedded: false, stop: async () => undefined };
  const log = (event: string, facts?: Record<string, unknown>) => {
    if (config.logLevel !== 'silent') process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
  };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(embedded.url);
  url.pathname = `/${name}`;
  return { url: url.href, embedded: true, stop: () => embedded.stop() };
}
