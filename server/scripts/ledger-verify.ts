import { setTimeout as pause } from 'node:timers/promises';
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
  const password = derivedPassword(await secretInForce(database.url, config.value), systemRole);
  const url = await whereToVerify(database.url, config.value.reportUrl ?? null, password);
  const system = new pg.Pool({ connectionString: url, max: 1 });
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

const patience = 30_000;

/** The standby for reports if it catches up, else the server itself. */
async function whereToVerify(primary: string, standby: string | null, password: string): Promise<string> {
  const [own, other] = [primary, standby].map((each) => (each === null ? null : as(each, password)));
  if (!own || !other) return own ?? primary;
  const [here, there] = [own, other].map((connectionString) => new pg.Client({ connectionString }));
  try {
    await Promise.all([here?.connect(), there?.connect()]);
    const marks = await here?.query<{ mark: string }>('SELECT pg_current_wal_insert_lsn()::text AS mark');
    for (const started = performance.now(); performance.now() - started < patience; await pause(100)) {
      const found = await there?.query<{ ready: boolean | null }>(
        'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS ready',
        [marks?.rows[0]?.mark],
      );
      if (found?.rows[0]?.ready) return other;
    }
    console.error('the standby for reports is behind; the primary is asked');
  } catch (error) {
    console.error(`the standby for reports does not answer (${(error as Error).message}); the primary is asked`);
  } finally {
    await Promise.all([here?.end(), there?.end()].map((ended) => ended?.catch(() => undefined)));
  }
  return own;
}

function as(url: string, password: string): string {
  const made = new URL(url);
  Object.assign(made, { username: systemRole, password });
  return made.href;
}
