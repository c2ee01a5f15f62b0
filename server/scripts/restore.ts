import { restoreBackup } from '../backup/restore-backup.ts';
import { fromHere, readConfig, secretKeysOf } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { openDatabase } from '../open-database.ts';
import { exitCodeOf } from './database/exit-code-of.ts';

/**
 * `npm run restore -- <file>`: a backup into the configured, empty database and file store. Needs the `BACKUP_KEY` and
 * `SECRET_KEY` that it was made with. Exits with 1, and nothing restored, if anything is not as it should be.
 */
export default async function restore([given]: string[] = []): Promise<number> {
  const file = fromHere(given);
  const config = readConfig();
  const problems = [
    ...(config.ok ? [] : config.problems),
    ...(config.ok && !config.value.backupKey ? ['BACKUP_KEY: the one that the backup was made with'] : []),
    ...(file ? [] : ['npm run restore -- <file>: the backup']),
  ];
  if (!config.ok || !config.value.backupKey || !file) {
    for (const problem of problems) console.error(problem);
    return 1;
  }
  const { backupKey } = config.value;
  const database = await openDatabase({ ...config.value, logLevel: 'silent' });
  const work = async () => {
    const files = openFileStore(config.value);
    const done = await restoreBackup({
      file,
      // It holds a lock of its session, which a pool of transactions would lend to others.
      databaseUrl: config.value.directUrl ?? database.url,
      files,
      backupKey,
      secretKeys: secretKeysOf(config.value),
    });
    database.complete();
    console.log(`restored as of ${done.at}: ${done.tables} tables, ${done.files} files`);
  };
  return exitCodeOf(work, () => database.stop());
}
