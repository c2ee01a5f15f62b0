import pg from 'pg';
import { readConfig } from '../config.ts';
import { modules } from '../domain/index.ts';
import { derivedPassword } from '../secrets/secrets.ts';
import { systemRole } from '../store/row-security.ts';
import { reach } from './database/reach.ts';
import { secretInForce } from './database/secret-in-force.ts';

/**
 * `npm run ledger:verify`: verifies the ledger of the configured database from its lines, also while it is in use.
 * Exits with 1 and lists every difference.
 */
export default async function ledgerVerify(): Promise<number> {
  const config = readConfig();
  if (!config.ok) {
    for (const problem of config.problems) console.error(problem);
    return 1;
  }
  const task = modules.flatMap(({ schedules: tasks = [] }) => tasks).find(({ name }) => name === 'ledger-verify');
  if (!task) throw new Error('no module provides the task ledger-verify');
  const database = await reach(config.value);
  const url = new URL(database.url);
  url.username = systemRole;
  url.password = derivedPassword(await secretInForce(database.url, config.value), systemRole);
  const system = new pg.Pool({ connectionString: url.href, max: 1 });
  // A Postgres that this script started may end before the connection has.
  system.on('error', () => undefined);
  try {
    await task.run({ query: async (text, values) => (await system.query(text, [...values])).rows });
    console.log('the ledger is proven from its lines');
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await system.end();
    await database.leave();
  }
}
