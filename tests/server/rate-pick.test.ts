import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, reasons, state } from '../support/money.ts';
import { addPriceList, dayAhead, parcel, type PriceList } from '../support/pricing.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Answered {
  quotes: { service: { id: string } }[];
  pick: {
    picked: { channel: string; service: string } | null;
    next: { service: string } | null;
    reason: string;
    text: string;
  };
}

let world: World;
let list: PriceList;
const person = (name: string): Person => world.person(name).person;
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  for (const code of ['a', 'b', 'c'])
    await list.add('channel-ship-from', code, {
      ...{ channel: `$channel/${code}`, shortName: `Ontario ${code}`, company: 'Test', address1: '1 Dock Road' },
      ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    });
}, 120_000);
afterAll(() => world?.close());

const service = (code: string) => `$channel-service/${code}`;
const [box] = parcel.boxes;
/** An order of Acme that names no channel: its rule takes one. */
const order = (values: object) => ({
  ...{ customer: list.id('customer/acme'), shipDate: dayAhead, unitType: '0', boxes: [{ ...box, quantity: 1 }] },
  ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
  ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential', ...values },
});
let count = 0;
const rule = (values: object): Promise<string> => {
  count += 1;
  const named = { code: `PICK-${count}`, name: `Rule ${count}`, status: 'enabled' };
  return list.add('rate-rule', named.code, { ...named, services: ['a', 'b', 'c'].map(service), ...values });
};
const ask = (who: string, id: string, more: object = {}, query = '') =>
  person(who).post(`Rate/pick${query}`, { ...parcel, customer: list.id('customer/acme'), rule: id, ...more });
const pick = async (id: string, query = ''): Promise<Answered['pick']> => {
  const { body } = await ask('north admin', id, {}, query);
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return (body.data as Answered).pick;
};
const idOf = (code: string) => list.id(`channel-service/${code}`);

/** Acme pays 19.90 on c, 24.49 on b and 25.12 on a: tests/server/quote.test.ts works them by hand. */
describe('picking by a named rule', () => {
  it('takes the cheapest, keeps the next best, and says both in the language of the reader', async () => {
    const id = await rule({});
    const { picked, next, reason, text } = await pick(id);
    expect([picked?.service, next?.service, reason]).toEqual([idOf('c'), idOf('b'), 'cheapest']);
    expect(text).toBe(
      'Marked up ground · Marked up channel is the cheapest that keeps the rule. The next best, Off the list ground · Off the list channel, is 4.59 USD dearer.',
    );
    expect((await pick(id, '?culture=zh-CN')).text).toContain('贵 4.59 USD');
  });

  it('keeps to its services, its exclusions and its days', async () => {
    expect((await pick(await rule({ services: [service('a'), service('b')] }))).picked?.service).toBe(idOf('b'));
    expect((await pick(await rule({ exclude: ['$channel/c'] }))).picked?.service).toBe(idOf('b'));
    // Nobody knows how long these take, so that none keeps a promise of days.
    expect(await pick(await rule({ latestDays: 3 }))).toMatchObject({ picked: null, text: 'No offer keeps the rule.' });
  });

  it('prefers a carrier that is not too much dearer', async () => {
    const near = { preferredCarrier: '$carrier/tst', withinPercent: 5 };
    expect((await pick(await rule(near))).reason).toBe('cheapest');
  });

  it('gives a member their own sides alone, by rules that are everybody’s or theirs', async () => {
    const { body } = await ask('north member', await rule({}));
    expect((body.data as Answered).pick.picked?.service).toBe(idOf('c'));
    expect(JSON.stringify(body)).not.toMatch(/cost|margin|SECRET/i);
    const ofHarbor = await rule({ customer: '$customer/harbor' });
    for (const who of ['north member', 'north admin'])
      expect((await ask(who, ofHarbor)).body.issues).toMatchObject([{ path: 'rule', code: 'reference.missing' }]);
  });

  it('knows no rule that is disabled, or another tenant’s', async () => {
    const closed = await rule({ status: 'disabled' });
    expect((await ask('north admin', closed)).body.issues).toMatchObject([{ path: 'rule', code: 'reference.missing' }]);
    const south = await person('south admin').post('Rate/pick', { ...parcel, rule: await rule({}) });
    expect(south.body.issues).toMatchObject([{ path: 'rule', code: 'reference.missing' }]);
  });
});

describe('an order that names a rule', () => {
  const tryOut = async (who: string, id: string) => {
    const { body } = await person(who).post('Order/trial', { ids: [id] });
    return (body.data as { results: { ok: boolean; pick?: Answered['pick']; issues?: { code: string }[] }[] })
      .results[0];
  };
  const detail = async (id: string, who = 'north admin') =>
    (await person(who).get('Order/detail', { id })).body.data as Record<string, unknown>;

  it('takes what the rule picks when it is tried, keeps why and what comes next, and is placed', async () => {
    const member = person('north member');
    const id = added(await member.post('Order/add', order({ rateRule: await rule({}) })));
    expect(reasons(await member.post('Order/submit', { id }))).toContain('rateRule rateRuleUntried');
    const tried = await tryOut('north member', id);
    const { version } = await detail(id);
    expect(tried).toMatchObject({ ok: true, version, pick: { reason: 'cheapest', picked: { service: idOf('c') } } });
    expect(JSON.stringify(tried)).not.toMatch(/cost|margin|SECRET/i);
    expect(await detail(id, 'north member')).toMatchObject({
      ...{ channel: list.id('channel/c'), service: idOf('c'), shipFrom: list.id('channel-ship-from/c') },
      ...{ pickReason: 'cheapest', pickPrice: 19.9, pickNext: idOf('b'), pickNextPrice: 24.49, predictedSale: 19.9 },
    });
    expect(state(await member.post('Order/submit', { id }))).toBe('placing');
    expect(await detail(id)).toMatchObject({ status: 'placing', pickReason: 'cheapest', pickNextPrice: 24.49 });
  });

  it('forgets the pick once someone takes another service, and picks again', async () => {
    const id = added(await person('north admin').post('Order/add', order({ rateRule: await rule({}) })));
    await tryOut('north admin', id);
    const other = { channel: list.id('channel/a'), service: idOf('a'), shipFrom: list.id('channel-ship-from/a') };
    await person('north admin').post('Order/edit', { id, ...other });
    expect(await detail(id)).toMatchObject({ service: idOf('a'), pickReason: null, pickNextPrice: null });
    await tryOut('north admin', id);
    expect(await detail(id)).toMatchObject({ service: idOf('c'), pickReason: 'cheapest' });
  });

  it('is not placed where no offer keeps the rule', async () => {
    const id = added(await person('north admin').post('Order/add', order({ rateRule: await rule({ latestDays: 1 }) })));
    expect(await tryOut('north admin', id)).toMatchObject({ ok: true, pick: { picked: null, reason: null } });
    expect(await detail(id)).toMatchObject({ channel: null, pickReason: 'none' });
    expect(reasons(await person('north admin').post('Order/submit', { id }))).toContain('rateRule rateRuleUnkept');
  });

  it('may not name the rule of another customer, and a member reads none of those', async () => {
    const ofHarbor = await rule({ customer: '$customer/harbor' });
    for (const who of ['north member', 'north admin'])
      expect(reasons(await person(who).post('Order/add', order({ rateRule: ofHarbor })))).toEqual([
        expect.stringContaining('rateRule '),
      ]);
    const { body } = await person('north member').get('RateRule/list', {});
    const names = (body.data as { id: string; withinPercent?: unknown; note?: unknown }[]).map(({ id }) => id);
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContain(ofHarbor);
    expect(JSON.stringify(body.data)).not.toMatch(/withinPercent|note|preferredCarrier/);
  });

  it('is refused once its rule is disabled', async () => {
    const id = await rule({});
    const orderId = added(await person('north admin').post('Order/add', order({ rateRule: id })));
    await person('north finance').post('RateRule/disable', { id });
    expect(await tryOut('north admin', orderId)).toMatchObject({ ok: false, issues: [{ code: 'reference.missing' }] });
  });
});
