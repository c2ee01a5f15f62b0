import { writeTenant } from '../backup/write-tenant.ts';
import { fromHere, readConfig } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { exitCodeOf } from './database/exit-code-of.ts';
import { reach } from './database/reach.ts';
import { secretInForce } from './database/secret-in-force.ts';

/**
 * `npm run tenant:export -- <code> <file>`: one encrypted file with all rows and stored files of one tenant, as of one
 * moment. Needs `BACKUP_KEY`.
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
    if (done.missing.length > 0)
      console.error(`${done.missing.length} files have a record and no bytes in the store, such as ${done.missing[0]}`);
    console.log(`${file}: ${done.rows} rows of ${done.tables} tables, ${done.files} files`);
  };
  return exitCodeOf(work, () => database.leave());
}
