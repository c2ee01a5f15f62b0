import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added } from '../support/money.ts';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import { openWorld, type World } from '../support/world.ts';

/* A price shown is that of the day on which an order placed now ships. */

interface Quote {
  channel: { code: string };
  shipDate: string;
  sale?: { total: number };
}

let world: World;
let list: PriceList;
let today = '';
/** Of an address that takes nothing more today, of none, and of one that is closed for two weeks. */
let [late, own, reopened]: string[] = [];
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  const address = {
    ...{ shortName: 'Test dock', company: 'Northgate', address1: '1 Main Street', status: 'enabled' },
    ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
  };
  const dock = await list.add('channel-ship-from', 'a', { ...address, channel: '$channel/a', cutOff: '00:00' });
  const closed = await list.add('channel-ship-from', 'b', { ...address, channel: '$channel/b' });
  const { tenant } = world.homes.north;
  await world.owner.query(
    `INSERT INTO "channel_ship_from__holidays" (tenant_id, id, parent_id, seq, "day")
       SELECT t.id, lading.new_id(), $2, n, (now() AT TIME ZONE t."timeZone")::date + n FROM tenant t, generate_series(0, 14) n WHERE t.id = $1`,
    [tenant, closed],
  );
  const { rows } = await world.owner.query<
    Record<'today' | 'next' | 'late' | 'own' | 'reopened' | 'week' | 'then', string>
  >(
    `SELECT d::text AS today, (d + 1)::text AS next, (d + 7)::text AS week, (d + 8)::text AS then,
       orders.ship_date(id, NULL, $2, now())::text AS late, orders.ship_date(id, NULL, NULL, now())::text AS own,
       orders.ship_date(id, NULL, $3, now())::text AS reopened
     FROM (SELECT id, (now() AT TIME ZONE "timeZone")::date AS d FROM tenant WHERE id = $1) t`,
    [tenant, dock, closed],
  );
  const [days] = rows as [(typeof rows)[0]];
  ({ today, late, own, reopened } = days);
  const fuel = { carrier: '$carrier/tst', serviceGroup: 'ground' };
  await list.add('fuel-surcharge', 'until-now', { ...fuel, from: '2026-01-19', to: today, percent: 18 });
  await list.add('fuel-surcharge', 'then', { ...fuel, from: days.next, to: days.week, percent: 20.25 });
  await list.add('fuel-surcharge', 'later', { ...fuel, from: days.then, to: '2030-12-31', percent: 30 });
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

interface Tried {
  ok: boolean;
  quotes: Quote[];
  pick?: { picked: { channel: string }; reason: string };
}

describe('a trial of a draft', () => {
  const [box] = parcel.boxes;
  const draft = async (more: object = {}): Promise<string> =>
    added(
      await world.person('north admin').person.post('Order/add', {
        ...{ customer: list.id('customer/acme'), channel: list.id('channel/a'), service: list.id('channel-service/a') },
        ...{ shipFrom: list.id('channel-ship-from/a'), unitType: '0', boxes: [{ ...box, quantity: 1 }] },
        ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
        ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential', ...more },
      }),
    );
  const tryOut = async (id: string): Promise<Tried> => {
    const answer = await world.person('north admin').person.post('Order/trial', { ids: [id] });
    expect(answer.body.success ? [] : [answer.body.message, answer.body.issues]).toEqual([]);
    return (answer.body.data as { results: [Tried] }).results[0];
  };
  const on = ({ quotes }: Tried, code: string) => quotes.find(({ channel }) => channel.code === code);

  // On the closed address 20.37 bear 30 % of fuel, 6.11; on the 20.25 % of the draft's own day they would be 4.12.
  it('counts each channel for the day on which its own address ships', async () => {
    const id = await draft();
    const tried = await tryOut(id);
    expect(reopened && late && reopened > late).toBe(true);
    expect(on(tried, 'TST-A')).toMatchObject({ shipDate: late, sale: { total: 25.12 } });
    expect(on(tried, 'TST-B')).toMatchObject({ shipDate: reopened, sale: { total: 26.48 } });
    // It is kept with the prices, as the page of the order counts the arrival from it.
    const listed = await world.person('north admin').person.get('TrialResult/list', { order: id, available: 'true' });
    const kept = listed.body.data as { channel: string; shipDate: string }[];
    const dayOf = (code: string) => kept.find(({ channel }) => channel === list.id(`channel/${code}`))?.shipDate;
    expect([dayOf('a'), dayOf('b')]).toEqual([late, reopened]);
  });

  it('shows for a channel what the draft costs once it has taken it', async () => {
    const id = await draft();
    const shown = on(await tryOut(id), 'TST-B');
    const used = { channel: list.id('channel/b'), service: list.id('channel-service/b') };
    const { person } = world.person('north admin');
    added(await person.post('Order/edit', { id, ...used, shipFrom: list.id('channel-ship-from/b') }));
    const tried = await tryOut(id);
    expect(on(tried, 'TST-B')).toEqual(shown);
    // Nor do the others wait for its address.
    expect(on(tried, 'TST-A')).toMatchObject({ shipDate: late, sale: { total: 25.12 } });
  });

  it('lets every channel ship on a later day that is asked for, and an own address on its own', async () => {
    const ahead = await tryOut(await draft({ shipDate: '2031-01-15' }));
    expect(['TST-A', 'TST-B'].map((code) => on(ahead, code)?.shipDate)).toEqual(['2031-01-15', '2031-01-15']);
    await world.owner.query(`UPDATE channel SET "shipFromMode" = 'either' WHERE id = $1`, [list.id('channel/a')]);
    const owned = await tryOut(
      await draft({
        ...{ senderMode: 'own', shipFrom: null, shipFromName: 'Acme', shipFromPhone: '+1 909 555 0100' },
        ...{ shipFromAddress1: '3 Main St', shipFromCity: 'Ontario', shipFromState: 'CA' },
        ...{ shipFromPostalCode: '91761', shipFromCountry: 'US' },
      }),
    );
    expect(['TST-A', 'TST-B'].map((code) => on(owned, code)?.shipDate)).toEqual([own, own]);
  });

  it('takes by a rate rule what costs least on the day on which it ships', async () => {
    const services = ['$channel-service/a', '$channel-service/b'];
    const rateRule = await list.add('rate-rule', 'days', { code: 'DAYS', name: 'Days', status: 'enabled', services });
    const tried = await tryOut(await draft({ rateRule }));
    expect(tried).toMatchObject({ ok: true, pick: { picked: { channel: list.id('channel/a') }, reason: 'cheapest' } });
  });
});
