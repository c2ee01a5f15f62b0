import { refuseLost } from '../backup/stored-files.ts';
import { writeTenant } from '../backup/write-tenant.ts';
import { fromHere, readConfig } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { exitCodeOf } from './database/exit-code-of.ts';
import { reach } from './database/reach.ts';
import { secretInForce } from './database/secret-in-force.ts';

/**
 * `npm run tenant:export -- <code> <file>`: one encrypted file with all rows and stored files of one tenant, as of one
 * moment. Needs `BACKUP_KEY`. Exits with 1, and a file of all the rest, if records name files that the store has lost.
 */
export default async function tenantExport([code, given]: string[] = []): Promise<number> {
  const file = fromHere(given);
  const config = readConfig();
  const problems = [
    ...(config.ok ? [] : config.problems),
    ...(config.ok && !config.value.backupKey ? ['BACKUP_KEY: at least 32 characters, to encrypt the export'] : []),
    ...(code && file ? [] : ['npm run tenant:export -- <code> <file>: which tenant, and where it goes']),
  ];
  if (!config.ok || !config.value.backupKey || !code || !file) {
    for (const problem of problems) console.error(problem);
    return 1;
  }
  const { backupKey } = config.value;
  const database = await reach(config.value);
  const work = async () => {
    const files = openFileStore(config.value);
    const secretKey = await secretInForce(database.url, config.value);
    const done = await writeTenant({ code, file, databaseUrl: database.url, files, backupKey, secretKey });
    console.log(`${file}: ${done.rows} rows of ${done.tables} tables, ${done.files} files`);
    refuseLost(done.missing);
  };
  return exitCodeOf(work, () => database.leave());
}
