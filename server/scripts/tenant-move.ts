import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { moveTenant, stayHere, type Cell } from '../cells/move-tenant.ts';
import { fromHere, readConfig, secretKeysOf, type Config } from '../config.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { exitCodeOf } from './database/exit-code-of.ts';
import { reach } from './database/reach.ts';

const usage = [
  'npm run tenant:move -- <code> <environment file of the other installation> <new address>',
  'npm run tenant:move -- <code> <environment file of the other installation> --stop: takes back a move that was interrupted',
];

/**
 * `npm run tenant:move`: moves a tenant from the configured installation to another one, with its rows, files, designed
 * entities, jobs, keys and the money in its wallet. Interrupted, it is continued by running it again.
 */
export default async function tenantMove([code, given, address]: string[] = []): Promise<number> {
  const file = fromHere(given);
  const here = readConfig();
  const there = file ? readConfig(parseEnv(readFileSync(file, 'utf8')), undefined, []) : null;
  const isAddress = address === '--stop' || /^https?:\/\/[^\s/]+$/.test(address ?? '');
  if (!here.ok || !there?.ok || !code || !address || !isAddress) {
    for (const problem of [...(here.ok ? [] : here.problems), ...(there && !there.ok ? there.problems : []), ...usage])
      console.error(problem);
    return 1;
  }
  const [from, to] = [await cellOf(here.value), await cellOf(there.value)];
  const work = async () => {
    if (address === '--stop') await stayHere({ code, from, to });
    else await moveTenant({ code, from, to, address, onStep: (step) => console.log(step) });
  };
  return exitCodeOf(work, () => Promise.all([from.leave(), to.leave()]));
}

async function cellOf(config: Config): Promise<Cell & { leave(): Promise<void> }> {
  const { url, leave } = await reach(config);
  return { databaseUrl: url, files: openFileStore(config), secretKeys: secretKeysOf(config), leave };
}
