import { randomBytes } from 'node:crypto';
import { readTenant } from '../backup/read-tenant.ts';
import { fromHere, readConfig, secretKeysOf } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { exitCodeOf } from './database/exit-code-of.ts';
import { reach } from './database/reach.ts';

/**
 * `npm run tenant:import -- <file>`: a tenant's export into the configured installation, which is of the same release and
 * does not have it; whole or not at all. Needs the `BACKUP_KEY` of the export, and its `SECRET_KEY` as the own or the
 * previous one.
 */
export default async function tenantImport([given]: string[] = []): Promise<number> {
  const file = fromHere(given);
  const config = readConfig();
  const problems = [
    ...(config.ok ? [] : config.problems),
    ...(config.ok && !config.value.backupKey ? ['BACKUP_KEY: the one that the export was made with'] : []),
    ...(file ? [] : ['npm run tenant:import -- <file>: the export']),
  ];
  if (!config.ok || !config.value.backupKey || !file) {
    for (const problem of problems) console.error(problem);
    return 1;
  }
  const { backupKey } = config.value;
  const database = await reach(config.value);
  const work = async () => {
    const on = {
      databaseUrl: database.url,
      files: openFileStore(config.value),
      secretKeys: secretKeysOf(config.value),
    };
    const key = randomBytes(8).toString('hex');
    const done = await readTenant({ file, ...on, backupKey, key, serves: true });
    console.log(`${done.code}: ${done.rows} rows, ${done.files} files`);
  };
  return exitCodeOf(work, () => database.leave());
}
