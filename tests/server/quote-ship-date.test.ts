import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import { openWorld, type World } from '../support/world.ts';

/* A price shown is that of the day on which an order placed now ships. */

interface Quote {
  shipDate: string;
  sale?: { total: number };
}

let world: World;
let list: PriceList;
let today = '';
/** Of an address that takes nothing more today, and of none. */
let [late, own]: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  const dock = await list.add('channel-ship-from', 'a', {
    ...{ channel: '$channel/a', shortName: 'Test dock', company: 'Northgate', address1: '1 Main Street' },
    ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    ...{ status: 'enabled', cutOff: '00:00' },
  });
  const { rows } = await world.owner.query<Record<'today' | 'next' | 'late' | 'own', string>>(
    `SELECT d::text AS today, (d + 1)::text AS next, orders.ship_date(id, NULL, $2, now())::text AS late,
       orders.ship_date(id, NULL, NULL, now())::text AS own
     FROM (SELECT id, (now() AT TIME ZONE "timeZone")::date AS d FROM tenant WHERE id = $1) t`,
    [world.homes.north.tenant, dock],
  );
  const [days] = rows as [(typeof rows)[0]];
  ({ today, late, own } = days);
  const fuel = { carrier: '$carrier/tst', serviceGroup: 'ground' };
  await list.add('fuel-surcharge', 'until-now', { ...fuel, from: '2026-01-19', to: today, percent: 18 });
  await list.add('fuel-surcharge', 'then', { ...fuel, from: days.next, to: '2030-12-31', percent: 20.25 });
}, 120_000);
afterAll(() => world?.close());

async function ask(more: object): Promise<Quote | undefined> {
  const { shipDate: _, ...undated } = parcel;
  const body = { ...undated, customer: list.id('customer/acme'), channels: [list.id('channel/a')], ...more };
  const answer = await world.person('north admin').person.post('Rate/quote', body);
  expect(answer.body.success ? [] : [answer.body.message, answer.body.issues]).toEqual([]);
  return (answer.body.data as { quotes: Quote[] }).quotes[0];
}

describe('a quote of an order that is placed now', () => {
  // 20.89 that bears fuel: 18 % are 3.76, 20.25 % are 4.23.
  it('is counted for the day on which it ships: past the cut-off of its address, the next one', async () => {
    expect(late && late > today).toBe(true);
    expect(await ask({ senderMode: 'channel' })).toMatchObject({ shipDate: late, sale: { total: 25.12 } });
    // A day that was asked for and is too early is moved, as it is in the order; a later one stands.
    expect(await ask({ senderMode: 'channel', shipDate: today })).toMatchObject({ shipDate: late });
    expect(await ask({ senderMode: 'channel', shipDate: '2031-01-15' })).toMatchObject({ shipDate: '2031-01-15' });
  });

  it('ships from an own address, or from none that is named, on the next working day', async () => {
    expect(await ask({ senderMode: 'own' })).toMatchObject({ shipDate: own });
    expect(await ask({})).toMatchObject({ shipDate: own });
  });

  it('is counted for any day that is asked for without it', async () => {
    expect(await ask({ shipDate: today })).toMatchObject({ shipDate: today, sale: { total: 24.65 } });
    expect(await ask({ shipDate: '2026-01-12' })).toMatchObject({ shipDate: '2026-01-12', sale: { total: 25.12 } });
  });
});
