import pg from 'pg';
import { loadCatalog } from '../catalog.ts';
import { readConfig, type Config } from '../config.ts';
import { embeddedName } from '../open-database.ts';
import { runningEmbedded, startEmbedded } from '../store/embedded.ts';
import { printPlan } from '../store/migrate.ts';
import { printIssues } from './schemas/print-issues.ts';

/**
 * `npm run db:plan`: the statements that the next start would run so that the tables are what the schemas say, against
 * `DATABASE_URL` or the embedded database. Changes nothing; 1 when the schemas or the settings are no good.
 */
export default async function dbPlan(): Promise<number> {
  const config = readConfig(undefined, { secret: false });
  if (!config.ok) {
    for (const problem of config.problems) console.error(problem);
    return 1;
  }
  const loaded = loadCatalog('schemas');
  if (!loaded.ok) {
    printIssues(loaded.issues);
    return 1;
  }
  const database = await reach(config.value);
  const owner = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    const plan = await printPlan(owner, loaded.value);
    console.log(plan.length > 0 ? plan.map((statement) => `${statement};`).join('\n') : 'nothing to do');
  } finally {
    await owner.end();
    await database.leave();
  }
  return 0;
}

/** The database as it stands. An embedded Postgres that a node runs stays with that node; otherwise it runs for this alone. */
async function reach({ databaseUrl, dataDir }: Config): Promise<{ url: string; leave(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, leave: async () => undefined };
  const running = await runningEmbedded(dataDir);
  const own = running === null ? await startEmbedded({ dataDir, log: () => undefined }) : null;
  const server = running ?? own?.url ?? '';
  return { url: await whereTablesAre(server), leave: async () => own?.stop() };
}

/** The node's own database; before its first start the server's, which has no tables either. */
async function whereTablesAre(server: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [embeddedName]);
  await client.end();
  const url = new URL(server);
  if (rowCount) url.pathname = `/${embeddedName}`;
  return url.href;
}
