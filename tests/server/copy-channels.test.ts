import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, reasons } from '../support/money.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Row {
  id: string;
  channel: string;
  level: string;
  createdBy: string;
}

let world: World;
let finance: Person;
let account: string;
beforeAll(async () => {
  world = await openWorld();
  ({ person: finance, account } = world.person('north finance'));
});
afterAll(() => world?.close());

const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
const channelsOf = async (customer: string) =>
  (await finance.get('CustomerChannel/list', { customer, sort: 'channelCode' })).body.data as Row[];
const pairs = (rows: readonly Row[]) => rows.map(({ channel, level }) => [channel, level]);
let count = 0;
const customer = async () => {
  count += 1;
  const input = { code: `N${count}`, name: `Newcomer ${count}`, org: sample('org/operations'), contact: 'Somebody' };
  return added(await world.person('north clerk').person.post('Customer/add', input));
};

describe('copying the channels of another customer', () => {
  it('gives each of them at its level, by the hand of the person, and nothing more the second time', async () => {
    const [id, from] = [await customer(), sample('customer/acme')];
    expect((await finance.post('Customer/copyChannels', { id, from })).body.success).toBe(true);
    const rows = await channelsOf(id);
    expect(rows).toHaveLength(2);
    expect(pairs(rows)).toEqual(pairs(await channelsOf(from)));
    for (const row of rows) {
      expect(row.createdBy).toBe(account);
      const history = (await finance.get('CustomerChannel/history', { id: row.id })).body.data as { verb: string }[];
      expect(history.map(({ verb }) => verb)).toEqual(['add']);
    }
    const { rows: told } = await world.owner.query<{ record: string }>(
      `SELECT record_id::text AS record FROM lading.event WHERE kind = 'record' AND entity = 'customer-channel'`,
    );
    expect(told.map(({ record }) => record)).toEqual(expect.arrayContaining(rows.map((row) => row.id)));
    expect((await finance.post('Customer/copyChannels', { id, from })).body.success).toBe(true);
    expect(await channelsOf(id)).toEqual(rows);
  });

  it('leaves what the customer has as it is, and what is disabled there', async () => {
    const id = await customer();
    const own = { customer: id, channel: sample('channel/ups-west'), level: sample('level/trial') };
    added(await finance.post('CustomerChannel/add', own));
    expect((await finance.post('Customer/copyChannels', { id, from: sample('customer/acme') })).body.success).toBe(
      true,
    );
    expect(pairs(await channelsOf(id))).toContainEqual([own.channel, own.level]);
    const from = sample('customer/pinecrest');
    expect(reasons(await finance.post('Customer/copyChannels', { id, from }))).toEqual(['from network.noChannels']);
  });

  it('does many at once, and one asked for at the same moment twice', async () => {
    const ids = [await customer(), await customer()];
    const from = sample('customer/acme');
    const { body } = await finance.post('Customer/copyChannels', { ids, from });
    expect((body.data as { results: { ok: boolean }[] }).results.map(({ ok }) => ok)).toEqual([true, true]);
    const id = await customer();
    const copy = () => finance.post('Customer/copyChannels', { id, from });
    await Promise.all([copy(), copy(), copy()]);
    for (const each of [...ids, id]) expect(await channelsOf(each)).toHaveLength(2);
  });

  it('is refused from nobody, from oneself, and to clerks and members', async () => {
    const id = await customer();
    const asked = (from?: string) => finance.post('Customer/copyChannels', { id, from });
    expect(reasons(await asked())).toEqual(['from required']);
    expect(reasons(await asked(id))).toEqual(['from sameCustomer']);
    expect(reasons(await asked(world.homes.south.samples.get('customer/acme')))).toEqual(['from network.noChannels']);
    for (const name of ['north clerk', 'north member']) {
      const { person } = world.person(name);
      expect((await person.post('Customer/copyChannels', { id, from: sample('customer/acme') })).status).toBe(403);
    }
    expect(await channelsOf(id)).toEqual([]);
  });
});

describe('a customer’s channels', () => {
  it('are read by its members alone, without the level', async () => {
    const { person } = world.person('north member');
    const rows = (await person.get('CustomerChannel/list')).body.data as Record<string, unknown>[];
    expect(rows.map(({ customer: of }) => of)).toEqual([sample('customer/acme'), sample('customer/acme')]);
    expect(JSON.stringify(rows)).not.toContain('evel');
    expect((await person.get('ChannelLevel/page')).status).toBe(403);
  });
});
