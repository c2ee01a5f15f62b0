import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../config.ts';
import { modules } from '../domain/index.ts';
import { openNode, type Node } from '../node.ts';
import { createSeal, keyFacts } from '../secrets/secrets.ts';
import { connectionsWithout, keyInForce, putInForce } from '../store/nodes/key-roles.ts';
import { resealTenant } from '../store/nodes/reseal.ts';
import { reach } from './database/reach.ts';

/** A request that was sealing a secret when the key changed has ended after this time (ms). */
const requestTime = 7_000;

/**
 * `npm run secret:change`: puts `SECRET_KEY` in force where every node has it and `SECRET_KEY_PREVIOUS`, and seals every
 * secret with it, while the nodes serve. May be run again at any time. Exits with 1 while a node has the old key only, or
 * if a secret cannot be opened.
 */
export default async function secretChange(): Promise<number> {
  const config = readConfig();
  if (!config.ok || !config.value.previousKey) {
    for (const problem of config.ok ? ['SECRET_KEY_PREVIOUS: the key that is to end'] : config.problems)
      console.error(problem);
    return 1;
  }
  const { secretKey, previousKey } = config.value;
  const database = await reach(config.value);
  try {
    return await changeKey({ databaseUrl: database.url, secretKey, previousKey, say: (line) => console.log(line) });
  } finally {
    await database.leave();
  }
}

export interface KeyChange {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly previousKey: string;
  /** Milliseconds until a request that began before has ended. */
  readonly settle?: number;
  say(line: string): void;
}

export async function changeKey({ databaseUrl, secretKey, previousKey, settle, say }: KeyChange): Promise<number> {
  const opened = await openNode({ databaseUrl, root: resolve('.'), secretKey, previousKey, modules, runsJobs: false });
  if (!opened.ok) {
    for (const { path, code } of opened.issues) say(`${path} ${code}`);
    return 1;
  }
  const node = opened.value;
  const owner = new pg.Pool({ connectionString: node.ownerUrl, max: 1 });
  owner.on('error', () => undefined);
  try {
    const own = keyFacts(secretKey);
    if ((await keyInForce(owner)) !== own.check) {
      const open = await connectionsWithout(owner, own);
      if (open > 0) {
        say(`${open} connections use the old key only, or another one: restart their nodes with both keys first`);
        return 1;
      }
      await putInForce(owner, own);
      say('the new key is in force');
    }
    const first = await resealAll(node, secretKey, previousKey);
    await pause(settle ?? requestTime);
    const second = await resealAll(node, secretKey, previousKey);
    say(`${first.sealed + second.sealed} secrets are sealed with it`);
    for (const lost of second.lost) say(`opened by neither key: ${lost}`);
    return second.lost.length > 0 ? 1 : 0;
  } finally {
    await owner.end();
    await node.close();
  }
}

async function resealAll({ system, screens }: Node, secretKey: string, previousKey: string) {
  const keys = { old: createSeal({ keys: [previousKey] }), now: createSeal({ keys: [secretKey] }) };
  const tenants = await system.db.selectFrom('tenant').select('id').execute();
  const done = { sealed: 0, lost: [] as string[] };
  for (const { id } of tenants) {
    const { catalog } = await screens.of(id);
    const { sealed, lost } = await resealTenant(system.pool, id, catalog, keys);
    done.sealed += sealed;
    done.lost.push(...lost);
  }
  return done;
}
