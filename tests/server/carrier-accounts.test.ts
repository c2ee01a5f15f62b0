import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsOfChannel, loadAccount } from '../../server/domain/carriers/accounts.ts';
import { createModules } from '../../server/domain/index.ts';
import { knownLogin, openCarrierServer, type CarrierServer } from '../support/carrier-server.ts';
import { added, reasons } from '../support/money.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let server: CarrierServer;
let finance: Person;
beforeAll(async () => {
  server = await openCarrierServer();
  const { bases: apiBases } = server;
  world = await openWorld(createModules({ stripe: null, apiBases, originOf: (host) => `http://${host}` }));
  finance = world.person('north finance').person;
});
afterAll(async () => {
  await world?.close();
  await server?.close();
});

const carrier = (name: string) => world.homes.north.samples.get(`carrier/${name}`);
let count = 0;
const account = async (more: Readonly<Record<string, unknown>> = {}) => {
  count += 1;
  const input = { carrier: carrier('ups'), name: `Account ${count}`, number: `N${count}`, ...knownLogin, ...more };
  return added(await finance.post('ExpressAccount/add', input));
};
const test = (id: string) => finance.post('ExpressAccount/testConnection', { id });
const kept = async (id: string) =>
  (await finance.get('ExpressAccount/detail', { id })).body.data as Readonly<Record<string, unknown>>;

describe('the test of a carrier account', () => {
  it('asks its carrier and notes on it that it is taken', async () => {
    server.setMood('fair');
    for (const name of ['ups', 'fedex']) {
      server.calls.splice(0);
      const id = await account({ carrier: carrier(name) });
      expect((await test(id)).body.success).toBe(true);
      expect(server.calls).toEqual([`${name} 200`]);
      expect(await kept(id)).toMatchObject({ testResult: 'ok', testedAt: expect.stringMatching(/^\d{4}-/) });
    }
  });

  it('says and notes why it is not, each time', async () => {
    server.setMood('fair');
    const id = await account({ clientSecret: 'not it' });
    expect(reasons(await test(id))).toEqual([' network.refused']);
    expect((await kept(id))['testResult']).toBe('refused');
    await finance.post('ExpressAccount/edit', { id, clientSecret: knownLogin.clientSecret });
    expect((await test(id)).body.success).toBe(true);
    expect((await kept(id))['testResult']).toBe('ok');
    server.setMood('half');
    expect(reasons(await test(id))).toEqual([' network.noAnswer']);
    expect((await kept(id))['testResult']).toBe('noAnswer');
  });

  it('asks nobody without credentials, or where a carrier has no test', async () => {
    server.setMood('fair');
    server.calls.splice(0);
    const bare = await account({ clientId: null, clientSecret: null });
    expect(reasons(await test(bare))).toEqual([' network.noCredentials']);
    const usps = await account({ carrier: carrier('usps') });
    expect(reasons(await test(usps))).toEqual(['carrier noTest']);
    expect(server.calls).toEqual([]);
  });

  it('leaves no secret and no word of the carrier anywhere', async () => {
    server.setMood('parrot');
    const id = await account();
    const answer = await test(id);
    expect(reasons(answer)).toEqual([' network.refused']);
    const history = await finance.get('ExpressAccount/history', { id });
    const { rows: logged } = await world.owner.query(`SELECT * FROM exception_log`);
    const { rows: stored } = await world.owner.query(`SELECT * FROM express_account WHERE id = $1`, [id]);
    const seen = JSON.stringify([answer.body, history.body, await kept(id), logged, stored]);
    const basic = Buffer.from(`${knownLogin.clientId}:${knownLogin.clientSecret}`).toString('base64');
    for (const secret of [knownLogin.clientSecret, 'open+sesame', 'open sesame', basic, 'token-of-the-carrier']) {
      expect(seen).not.toContain(secret);
    }
  });

  it('asks where the account says, which is kept from the start: credentials that are kept go nowhere else', async () => {
    server.setMood('fair');
    server.calls.splice(0);
    const id = await account({ apiBase: server.bases.ups });
    expect((await test(id)).body.success).toBe(true);
    expect(server.calls).toEqual(['ups 200']);
    const moved = await finance.post('ExpressAccount/edit', { id, apiBase: 'https://elsewhere.example.com' });
    expect(reasons(moved)).toEqual(['apiBase field.readOnly']);
    for (const apiBase of ['http://elsewhere.example.com', 'https://elsewhere.example.com/?x=1', 'http://10.0.0.1']) {
      const input = { carrier: carrier('ups'), name: 'Elsewhere', number: 'N-else', ...knownLogin, apiBase };
      expect(reasons(await finance.post('ExpressAccount/add', input))).toEqual(['apiBase unsafeBase']);
    }
  });

  it('is opened for its call alone, and those of a channel come by priority', async () => {
    const { services } = world.test.jobs.context;
    if (!services) throw new Error('modules have no hands here');
    const channel = world.homes.north.samples.get('channel/ups-west') ?? '';
    const tenant = world.homes.north.tenant;
    const listed = await accountsOfChannel(services, tenant, channel);
    expect(listed.map(({ carrier: code, priority }) => [code, priority])).toEqual([
      ['UPS', 1],
      ['UPS', 2],
    ]);
    const opened = await loadAccount(services, tenant, listed[0]?.id ?? '');
    expect(opened).toMatchObject({ carrier: 'UPS', number: 'A1B234', clientSecret: 'sample-only', base: null });
    expect(await loadAccount(services, world.homes.south.tenant, listed[0]?.id ?? '')).toBe(null);
    expect((await finance.post('ExpressAccount/disable', { id: listed[0]?.id })).body.success).toBe(true);
    expect(await accountsOfChannel(services, tenant, channel)).toEqual(listed.slice(1));
    expect(await accountsOfChannel(services, world.homes.south.tenant, channel)).toEqual([]);
  });

  it('is nobody else’s to note, and no business of clerks and members', async () => {
    const id = await account();
    const admin = world.person('north admin').person;
    expect((await admin.post('ExpressAccount/noteTest', { id, testResult: 'ok' })).status).toBe(403);
    for (const name of ['north clerk', 'north member']) {
      expect((await world.person(name).person.post('ExpressAccount/testConnection', { id })).status).toBe(403);
    }
    expect((await kept(id))['testResult']).toBe(null);
  });
});
