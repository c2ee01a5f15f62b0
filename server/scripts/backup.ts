import { writeBackup } from '../backup/write-backup.ts';
import { refuseLost } from '../backup/stored-files.ts';
import { fromHere, readConfig } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { exitCodeOf } from './database/exit-code-of.ts';
import { reach } from './database/reach.ts';
import { secretInForce } from './database/secret-in-force.ts';

/**
 * `npm run backup -- <folder>`: one encrypted file with all rows and stored files of the configured installation, while
 * it is used. Needs `BACKUP_KEY`. Exits with 1, and no file, if anything could not be read; with 1, and a file of all the
 * rest, if records name files that the store has lost.
 */
export default async function backup([given]: string[] = []): Promise<number> {
  const folder = fromHere(given);
  const config = readConfig();
  const problems = [
    ...(config.ok ? [] : config.problems),
    ...(config.ok && !config.value.backupKey
      ? ['BACKUP_KEY: at least 32 characters, kept elsewhere than backups']
      : []),
    ...(folder ? [] : ['npm run backup -- <folder>: where the backup goes']),
  ];
  if (!config.ok || !config.value.backupKey || !folder) {
    for (const problem of problems) console.error(problem);
    return 1;
  }
  const { backupKey } = config.value;
  const database = await reach(config.value);
  const work = async () => {
    const files = openFileStore(config.value);
    const secretKey = await secretInForce(database.url, config.value);
    const done = await writeBackup({ folder, databaseUrl: database.url, files, backupKey, secretKey });
    console.log(`${done.file}: ${done.tables} tables, ${done.files} files`);
    refuseLost(done.missing);
  };
  return exitCodeOf(work, () => database.leave());
}
