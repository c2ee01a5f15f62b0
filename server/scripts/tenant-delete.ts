import { writeFile } from 'node:fs/promises';
import { deleteTenant } from '../cells/delete-tenant.ts';
import { fromHere, readConfig } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { exitCodeOf } from './database/exit-code-of.ts';
import { reach } from './database/reach.ts';
import { secretInForce } from './database/secret-in-force.ts';

const usage =
  'npm run tenant:delete -- <code> <proof file> --delete-<code>: which tenant, where the proof goes, and that you mean it';

/**
 * `npm run tenant:delete`: deletes everything of a suspended tenant whose wallet is empty, and writes a signed proof.
 * There is no way back but a backup.
 */
export default async function tenantDelete([code, given, meant]: string[] = []): Promise<number> {
  const file = fromHere(given);
  const config = readConfig();
  if (!config.ok || !code || !file || meant !== `--delete-${code}`) {
    for (const problem of [...(config.ok ? [] : config.problems), usage]) console.error(problem);
    return 1;
  }
  const database = await reach(config.value);
  const work = async () => {
    const secretKey = await secretInForce(database.url, config.value);
    // Created first: a deletion whose proof cannot be written must not happen.
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    const files = openFileStore(config.value);
    const proof = await deleteTenant({ code, databaseUrl: database.url, files, secretKey });
    await writeFile(file, `${JSON.stringify(proof, null, 2)}\n`);
    console.log(`${file}: ${proof.rows} rows of ${proof.tables.length} tables and ${proof.files} files are deleted`);
  };
  return exitCodeOf(work, () => database.leave());
}
