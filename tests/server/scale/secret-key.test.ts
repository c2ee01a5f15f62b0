import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { registerRoutes } from '../../../server/http/register-routes.ts';
import { openNode, type Node } from '../../../server/node.ts';
import { createSeal, keyFacts } from '../../../server/secrets/secrets.ts';
import { changeKey } from '../../../server/scripts/secret-change.ts';
import { startScratchPostgres, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import {
  appOn,
  hosts,
  personOf,
  root,
  secretKey,
  testModules,
  twoTenants,
  type TestApp,
} from '../../support/test-app.ts';

const nextKey = 'the-key-after-it-the-key-after-it-the-key';
const form = { service: 'dingtalk', notices: ['alert'], language: 'en-US' };

describe('a secret key that is changed while nodes serve', () => {
  // The roles belong to a server, so a change of their key needs one of its own.
  let postgres: ScratchPostgres;
  let databaseUrl = '';
  let old: TestApp;
  let token = '';
  const open: { close(): Promise<unknown> }[] = [];
  const start = async (keys: { secretKey: string; previousKey?: string }) => {
    const opened = await openNode({ databaseUrl, root, modules: testModules, ...keys });
    if (!opened.ok) return opened.issues.map(({ code }) => code).join();
    const node = opened.value;
    const app = await buildApp({
      ...node,
      ...{ webDir: null, logLevel: 'silent', more: registerRoutes({ ...node, files: old.files }) },
    });
    open.push({ close: () => app.close().then(() => node.close()) });
    return { node, person: personOf(app, hosts.north, token) };
  };
  type Started = Exclude<Awaited<ReturnType<typeof start>>, string>;
  const started = async (keys: { secretKey: string; previousKey?: string }): Promise<Started> => {
    const made = await start(keys);
    if (typeof made === 'string') throw new Error(made);
    return made;
  };
  const add = async ({ person }: Pick<Started, 'person'>, name: string) => {
    const { body } = await person.post('Robot/add', { ...form, name, address: `https://robot.example/${name}` });
    return (body.data as { id: string }).id;
  };
  const address = async (node: Node, id: string) => {
    const { rows } = await node.system.pool.query<{ tenant: string }>(
      'SELECT tenant_id::text AS tenant FROM robot WHERE id = $1',
      [id],
    );
    return node.context.services?.secret({ tenant: rows[0]?.tenant ?? '', entity: 'robot', id }, 'address');
  };
  const change = async () => {
    const said: string[] = [];
    const keys = { secretKey: nextKey, previousKey: secretKey };
    const code = await changeKey({ databaseUrl, ...keys, settle: 0, say: (line) => said.push(line) });
    return { code, said: said.join('; ') };
  };

  beforeAll(async () => {
    postgres = await startScratchPostgres();
    const server = new pg.Client({ connectionString: postgres.url });
    await server.connect();
    await server.query('CREATE DATABASE changed');
    await server.end();
    databaseUrl = postgres.url.replace(/postgres$/, 'changed');
    await twoTenants.prepare(databaseUrl);
    old = await appOn(databaseUrl);
    open.push(old);
    ({ token } = await old.signIn(hosts.north, 'admin'));
  });
  afterAll(async () => {
    for (const each of open.toReversed()) await each.close();
    await postgres?.stop();
  });

  let both: Started;
  const ids: Record<string, string> = {};
  it('lets nodes of both keys work side by side: each opens what the other has sealed', async () => {
    expect(await start({ secretKey: nextKey })).toBe('settings.otherKey');
    both = await started({ secretKey: nextKey, previousKey: secretKey });
    // Connections that are made from now on get in, too.
    for (const { context, system } of [old.node, both.node]) {
      context.database.drop();
      system.drop();
    }
    const before = { node: old.node, person: personOf(old.app, hosts.north, token) };
    await expect.poll(async () => (await before.person.get('Robot/page')).status).toBe(200);
    await expect.poll(async () => (await both.person.get('Robot/page')).status).toBe(200);
    ids['one'] = await add(before, 'one');
    ids['two'] = await add(both, 'two');
    for (const node of [old.node, both.node]) {
      expect(await address(node, ids['one'])).toBe('https://robot.example/one');
      expect(await address(node, ids['two'])).toBe('https://robot.example/two');
      const signed = node.context.services?.sign('test', 'a') ?? '';
      for (const other of [old.node, both.node])
        expect(other.context.services?.isSigned('test', 'a', signed)).toBe(true);
    }
  }, 60_000);

  it('is not sealed with by a node that does not know the one in force', async () => {
    const keys = [nextKey, secretKey] as const;
    const { check } = keyFacts('a-key-that-came-after-them-both-came-after');
    const sealing = (inForce: string | null) => createSeal({ keys, sealing: async () => inForce });
    await expect(sealing(check).seal('robot', 'address', 'told')).rejects.toMatchObject({ kind: 'busy' });
    const { seal, open: reveal } = sealing(keyFacts(secretKey).check);
    expect(reveal('robot', 'address', await seal('robot', 'address', 'told'))).toBe('told');
  });

  it('is not put in force while a node has the old one only', async () => {
    expect(await change()).toEqual({ code: 1, said: expect.stringMatching(/^\d+ connections use the old key only/) });
    expect((await both.person.get('Robot/page')).status).toBe(200);
  });

  it('seals everything with the new one, and the old one is of no use', async () => {
    await old.close();
    open.shift();
    // A change to another key that was started and then dropped: its nodes would go on without the key in force.
    await started({ secretKey: 'a-key-given-up-a-key-given-up-a-key-given-up', previousKey: secretKey });
    expect(await change()).toEqual({ code: 1, said: expect.stringMatching(/^\d+ connections use the old key only/) });
    await open.pop()?.close();
    expect(await change()).toEqual({ code: 0, said: 'the new key is in force; 2 secrets are sealed with it' });
    both.node.context.database.drop();
    both.node.system.drop();
    await expect.poll(async () => (await both.person.get('Robot/page')).status).toBe(200);
    ids['three'] = await add(both, 'three');
    expect(await start({ secretKey })).toBe('settings.otherKey');
    const alone = await started({ secretKey: nextKey });
    for (const [name, id] of Object.entries(ids))
      expect(await address(alone.node, id)).toBe(`https://robot.example/${name}`);
    expect((await alone.person.get('Robot/page')).body.data).toMatchObject({ totalRows: 3 });
    // Run again it finds nothing to do.
    expect(await change()).toEqual({ code: 0, said: '0 secrets are sealed with it' });
  }, 60_000);
});
