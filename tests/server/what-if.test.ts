import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added } from '../support/money.ts';
import { addPriceList, parcel, sheet, shipDate, type PriceList } from '../support/pricing.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Orders of a period priced by the prices of now and by drafts, on prices that were worked by hand. */

interface Sums {
  sale: number;
  cost: number;
  margin: number;
}
interface Row {
  key: string;
  currency: string;
  orders: number;
  before: Sums;
  after: Sums;
}
interface Result {
  totals: Row[];
  customer: Row[];
  channel: Row[];
  zone: Row[];
  weight: Row[];
  losers: { orderNo: string; before: number; after: number }[];
  lines: { side: string; category: string; orders: number; before: number; after: number }[];
  withoutPrice: { before: number; after: number; cost: number };
}

let world: World;
let list: PriceList;
let [admin, finance, clerk, member]: Person[] = [];
let draft = '';
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  [admin, finance, clerk, member] = ['admin', 'finance', 'clerk', 'member'].map(
    (name) => world.person(`north ${name}`).person,
  );
  for (const code of ['a', 'b'])
    await list.add('channel-ship-from', code, {
      ...{ channel: `$channel/${code}`, shortName: `Ontario ${code}`, company: 'Test', address1: '1 Dock Road' },
      ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    });
  for (const [name, more] of [
    ['one', {}],
    ['two', { boxes: [{ ...box, quantity: 2 }] }],
    ['other-day', { shipDate: '2026-01-20' }],
    ['never-sent', { status: 'draft' }],
    ['off-list', { channel: '$channel/b', service: '$channel-service/b', shipFrom: '$channel-ship-from/b' }],
  ] as const)
    await list.add('order', name, { ...order, ...more });
  draft = await list.add('rate-table', 'silver-2', {
    ...{ code: 'TST-SILVER', name: 'Silver prices', side: 'sale', versionNo: 2, status: 'draft', from: '2026-03-01' },
    ...{ service: '$channel-service/a', level: '$level/silver', currency: 'USD', unitType: '0' },
    sheet: sheet(['9.00', '20.00'], ['11.00', '21.00']),
  });
}, 120_000);
afterAll(() => world?.close());

const [box] = parcel.boxes;
const order = {
  ...{ customer: '$customer/acme', channel: '$channel/a', service: '$channel-service/a', source: 'manual', shipDate },
  ...{ senderMode: 'channel', shipFrom: '$channel-ship-from/a' },
  ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
  ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential', unitType: '0' },
  ...{ signatureOption: 'none', labelSize: '4x6', taxPayer: 'sender', boxes: [{ ...box, quantity: 1 }] },
  status: 'ordered',
};

const add = async (more: object): Promise<string> =>
  added(await (finance as Person).post('WhatIf/add', { name: 'A try', from: shipDate, to: shipDate, ...more }));
async function run(more: object): Promise<Result> {
  const id = await add(more);
  const { body } = await (finance as Person).post('WhatIf/run', { id });
  expect(body.issues ?? []).toEqual([]);
  await world.test.runJobs();
  const { data: job } = (await (finance as Person).get('job', { id: (body.data as { job: string }).job })).body;
  expect(job).toMatchObject({ state: 'done' });
  const { data } = (await (finance as Person).get('WhatIf/detail', { id })).body;
  return (data as { result: Result }).result;
}
const figures = ({ orders, before, after }: Row) => [orders, before, after];

describe('a what-if', () => {
  it('prices the orders of the period by the draft, as if it had counted then', async () => {
    const result = await run({ rateTables: [draft], channel: list.id('channel/a') });
    // One box: 17.37 - 1.48 + 5.00 + fuel 4.23 = 25.12; by the draft 20.00 - 1.70 + 5.00 + 4.72 = 28.02. Two boxes are twice that.
    // Cost 12.00 + 4.00 + 3.24 = 19.24 each.
    const sums = [2, { sale: 75.36, cost: 57.72, margin: 17.64 }, { sale: 84.06, cost: 57.72, margin: 26.34 }];
    for (const table of [result.totals, result.customer, result.channel]) expect(table.map(figures)).toEqual([sums]);
    expect(result.zone.map(({ key }) => key)).toEqual(['8']);
    expect(result.weight.map(({ key, orders }) => [key, orders])).toEqual([
      ['≤ 10', 1],
      ['≤ 20', 1],
    ]);
    expect(result.losers).toEqual([]);
    expect(
      result.lines.map(({ side, category, orders, before, after }) => [side, category, orders, before, after]),
    ).toEqual([
      ['sale', 'transport', 2, 52.11, 60],
      ['sale', 'discount', 2, -4.44, -5.1],
      ['sale', 'fuel', 2, 12.69, 14.16],
    ]);
  });

  it('tries another fuel percent on every channel, both sides', async () => {
    const { totals, channel } = await run({ fuelPercent: 0 });
    expect(channel).toHaveLength(2);
    // Off the list: 20.00 - 18 % and 8.5 % of it, residential 5.95 - 10 %, without fuel.
    expect(totals.map(({ orders }) => orders)).toEqual([3]);
    expect(channel.find(({ key }) => key === list.id('channel/a'))?.after).toEqual({
      sale: 62.67,
      cost: 48,
      margin: 14.67,
    });
  });

  it('says what another account would have cost, the customer’s price as it was', async () => {
    const instead = [{ service: list.id('channel-service/a'), by: list.id('channel-service/b') }];
    const { totals, losers } = await run({ channel: list.id('channel/a'), instead });
    const [{ before, after } = {}] = totals;
    expect([before?.sale, after?.sale]).toEqual([75.36, 75.36]);
    expect([before?.cost, after?.cost, losers.length]).toEqual([57.72, 57.72, 0]);
  });

  it('tries other percents of levels, and refuses those of levels that have none', async () => {
    const levels = [{ channel: list.id('channel/b'), level: list.id('level/silver'), percent: 10 }];
    const { channel } = await run({ levels });
    // 20.00 - 18 % is 16.40, less 8.5 % of it 1.39, residential 5.36 and 20.25 % fuel 4.13: 24.50; then 18.00, 1.53, 5.36, 4.42.
    const of = (name: string) => channel.find(({ key }) => key === list.id(`channel/${name}`));
    expect([of('b')?.before.sale, of('b')?.after.sale]).toEqual([24.49, 26.25]);
    expect(of('a')?.after).toEqual(of('a')?.before);
    const table = await add({ levels: [{ ...levels[0], channel: list.id('channel/a') }] });
    const tooMuch = await add({ levels: [{ ...levels[0], percent: 101 }] });
    for (const id of [table, tooMuch]) {
      const { body } = await (finance as Person).post('WhatIf/run', { id });
      expect(body.issues).toMatchObject([{ code: 'rating.levelWithoutPercent', path: 'levels' }]);
    }
  });

  it('names the orders that lose', async () => {
    const cheaper = await list.add('rate-table', 'silver-3', {
      ...{ code: 'TST-SILVER', name: 'Silver prices', side: 'sale', versionNo: 3, status: 'draft', from: '2026-03-01' },
      ...{ service: '$channel-service/a', level: '$level/silver', currency: 'USD', unitType: '0' },
      sheet: sheet(['9.00', '10.00'], ['11.00', '21.00']),
    });
    // 10.00 - 0.85 + 5.00 + fuel 2.87 = 17.02, against 19.24.
    const { losers } = await run({ rateTables: [cheaper], channel: list.id('channel/a') });
    expect(losers.map(({ before, after }) => [before, after])).toEqual([
      [11.76, -4.44],
      [5.88, -2.22],
    ]);
  });

  it('counts what has no price apart', async () => {
    const { totals, withoutPrice } = await run({ from: '2026-01-20', to: '2026-01-20' });
    expect([totals, withoutPrice]).toEqual([[], { before: 1, after: 1, cost: 0 }]);
  });

  it('is for who manages prices alone', async () => {
    const id = await add({});
    for (const person of [clerk, member]) {
      expect((await (person as Person).get('WhatIf/detail', { id })).status).toBe(403);
      expect((await (person as Person).post('WhatIf/run', { id })).status).toBe(403);
    }
    const other = await world.person('south admin').person.post('WhatIf/run', { id });
    expect(other.body.issues).toMatchObject([{ code: 'reference.missing' }]);
    expect((await (admin as Person).post('WhatIf/run', { id })).body.success).toBe(true);
  });
});
