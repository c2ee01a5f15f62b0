import pg from 'pg';
import type { Config } from '../../config.ts';
import { embeddedName } from '../../open-database.ts';
import { runningEmbedded, startEmbedded } from '../../store/embedded.ts';

/**
 * Connects to the database, past a pool of transactions: commands hold locks of sessions, which a pool would lend to
 * others. An embedded Postgres that a node runs is only used; otherwise it is started for this script.
 */
export async function reach({
  databaseUrl,
  directUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'directUrl' | 'dataDir'>): Promise<{ url: string; leave(): Promise<void> }> {
  const configured = directUrl ?? databaseUrl;
  if (configured) return { url: configured, leave: async () => undefined };
  const running = await runningEmbedded(dataDir);
  const own = running === null ? await startEmbedded({ dataDir, log: () => undefined }) : null;
  const server = running ?? own?.url ?? '';
  return { url: await whereTablesAre(server), leave: async () => own?.stop() };
}

/** The node's database; before its first start the server's default one, which has no tables either. */
async function whereTablesAre(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [embeddedName]);
  await client.end();
  const url = new URL(server);
  if (rowCount) url.pathname = `/${embeddedName}`;
  return url.href;
}
