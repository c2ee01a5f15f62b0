import pg from 'pg';
import { loadCatalog } from '../catalog.ts';
import { readConfig } from '../config.ts';
import { printPlan } from '../store/migrate.ts';
import { reach } from './database/reach.ts';
import { printIssues } from './schemas/print-issues.ts';

/**
 * `npm run db:plan`: prints the statements that the next start would run to bring the tables to the schemas, against
 * `DATABASE_URL` or the embedded database. Changes nothing; exits with 1 for invalid schemas or settings.
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
