import { readXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { added, reasons, state } from '../support/money.ts';
import { addPriceList, dayAhead as shipDate, parcel, type PriceList } from '../support/pricing.ts';
import type { Answer, Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Drafts are tried before they are placed: what is kept, what ends a trial, and what an order keeps of it. */

interface Result {
  id: string;
  ok: boolean;
  issues?: { code: string }[];
  quotes: { channel: { code: string }; available: boolean; sale?: { total: number }; cost?: object; margin?: number }[];
}

let world: World;
let list: PriceList;
let [admin, member, sibling]: Person[] = [];
let finance: Person;
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  const person = (name: string) => world.person(`north ${name}`).person;
  [admin, member, sibling] = ['admin', 'member', 'sibling'].map(person);
  finance = person('finance');
  for (const code of ['a', 'b', 'c'])
    await list.add('channel-ship-from', code, {
      ...{ channel: `$channel/${code}`, shortName: `Ontario ${code}`, company: 'Test', address1: '1 Dock Road' },
      ...{ city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' },
    });
}, 120_000);
afterAll(() => world?.close());

const [box] = parcel.boxes;
/** A draft of Acme to a home in zone 8, by the channel with a table. */
const draft = async (more: object = {}, person = member): Promise<string> =>
  added(
    await (person as Person).post('Order/add', {
      ...{ customer: list.id('customer/acme'), channel: list.id('channel/a'), service: list.id('channel-service/a') },
      ...{ shipFrom: list.id('channel-ship-from/a'), shipDate, unitType: '0', boxes: [{ ...box, quantity: 1 }] },
      ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
      ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential' },
      ...more,
    }),
  );
const tryOut = async (person: Person | undefined, ...ids: string[]): Promise<Result[]> => {
  const answer = await (person as Person).post('Order/trial', { ids });
  expect(answer.body.success ? [] : [answer.status, answer.body.message, answer.body.issues]).toEqual([]);
  return (answer.body.data as { results: Result[] }).results;
};
const submit = (id: string): Promise<Answer> => (member as Person).post('Order/submit', { id });
const detail = async (id: string, person = admin) =>
  (await (person as Person).get('Order/detail', { id })).body.data as Record<string, unknown>;
const rows = async (path: string, person: Person | undefined, query: Record<string, string>) =>
  ((await (person as Person).get(`${path}/list`, query)).body.data ?? []) as Record<string, unknown>[];

describe('a trial', () => {
  it('keeps what each service of the customer’s channels costs, and gives the draft the sums of its own', async () => {
    const id = await draft();
    const [result] = await tryOut(member, id);
    const found = result?.quotes.filter(({ channel }) => channel.code.startsWith('TST-'));
    expect(found?.map(({ channel, sale }) => `${channel.code} ${sale?.total}`)).toEqual([
      'TST-C 19.9',
      'TST-B 24.49',
      'TST-A 25.12',
    ]);
    expect(JSON.stringify(result)).not.toMatch(/cost|margin|SECRET|19\.24/i);
    const kept = await rows('TrialResult', finance, { order: id, available: 'true', sort: 'sale' });
    expect(kept.map(({ sale, cost, margin }) => [sale, cost, margin])).toEqual([
      [19.9, 19.24, 0.66],
      [24.49, 19.24, 5.25],
      [25.12, 19.24, 5.88],
    ]);
    expect(await detail(id)).toMatchObject({ predictedSale: 25.12, predictedCost: 19.24, currency: 'USD' });
    // Once more takes the place of the first.
    const [again] = await tryOut(admin, id);
    expect(again?.quotes.filter(({ cost }) => cost !== undefined)).toHaveLength(3);
    expect(await rows('TrialResult', finance, { order: id, available: 'true' })).toHaveLength(3);
  });

  it('keeps the sentence of each line in both languages, independent of the reader', async () => {
    const id = await draft();
    await tryOut(member, id);
    const [kept] = await rows('TrialResult', finance, { order: id, service: list.id('channel-service/a') });
    const texts = { 'en-US': '8.5 % off 17.37 USD', 'zh-CN': '17.37 USD 减 8.5%' };
    const lines = kept?.['saleLines'] as { category: string; texts: object }[] | undefined;
    expect(lines?.find(({ category }) => category === 'discount')?.texts).toEqual(texts);
    await submit(id);
    const charges = await rows('OrderCharge', member, { order: id, category: 'discount' });
    expect(charges.map((charge) => charge['texts'])).toEqual([texts]);
    for (const culture of ['en-US', 'zh-CN'] as const) {
      const query = { order: id, category: 'discount', culture };
      const [listed] = await rows('OrderCharge', admin, query);
      expect(listed?.['text']).toBe(texts[culture]);
      const { rows: paged } = (await (admin as Person).get('OrderCharge/page', query)).body.data as {
        rows: { text: string }[];
      };
      expect(paged.map(({ text }) => text)).toEqual([texts[culture]]);
      const book = await (admin as Person).raw('OrderCharge/export', query);
      const { sheets } = await readXlsx(new Uint8Array(book.rawPayload));
      expect(sheets[0]?.rows.flat()).toContain(texts[culture]);
    }
  });

  it('answers for each order by itself, forty at most, and only for drafts that the person may read', async () => {
    const id = await draft();
    const placed = world.homes.north.samples.get('order/shipped') ?? '';
    const [own, other, nobody] = await tryOut(admin, id, placed, '99');
    expect([own?.ok, other?.issues?.[0]?.code, nobody?.issues?.[0]?.code]).toEqual([
      true,
      'rating.wrongState',
      'reference.missing',
    ]);
    expect((await tryOut(sibling, id))[0]).toMatchObject({ ok: false, issues: [{ code: 'reference.missing' }] });
    const ids = Array.from({ length: 41 }, (_, at) => String(at + 1));
    expect(reasons(await (member as Person).post('Order/trial', { ids }))).toEqual(['ids list.tooMany']);
    expect((await finance.post('Order/trial', { ids: [id] })).status).toBe(403);
  });
});

describe('an order with a price', () => {
  it('is placed on a fresh trial alone', async () => {
    const id = await draft();
    const refused = await submit(id);
    expect(reasons(refused)).toEqual(['service order.untriedCost']);
    expect(refused.body.message).toMatch(/Untried cost/);
    await tryOut(member, id);
    expect(state(await submit(id))).toBe('placing');
  });

  afterEach(() =>
    world.owner.query(`UPDATE customer_config SET "discountPercent" = 8.5 WHERE customer = $1`, [
      list.id('customer/acme'),
    ]),
  );

  const endings: Record<string, (id: string) => Promise<unknown>> = {
    'the order has changed': async (id) =>
      (member as Person).post('Order/edit', { id, boxes: [{ ...box, weight: 4, quantity: 1 }] }),
    'a fuel surcharge was added': () =>
      list.add('fuel-surcharge', 'later', {
        ...{ carrier: '$carrier/tst', serviceGroup: 'ground', from: '2026-02-02', to: '2026-02-08', percent: 21 },
      }),
    'the customer’s discount has changed': async () =>
      world.owner.query(`UPDATE customer_config SET "discountPercent" = 8.25 WHERE customer = $1`, [
        list.id('customer/acme'),
      ]),
    'a day has passed': (id) =>
      world.owner.query(`UPDATE trial_result SET "expiresAt" = now() - interval '1 second' WHERE "order" = $1`, [id]),
  };
  it.each(Object.keys(endings))('needs another trial once %s', async (ending) => {
    const id = await draft();
    await tryOut(member, id);
    await endings[ending]?.(id);
    expect(reasons(await submit(id))).toEqual(['service order.untriedCost']);
    await tryOut(member, id);
    expect(state(await submit(id))).toBe('placing');
  });

  it('keeps the lines of its trial as charges: the customer reads the sale side', async () => {
    const id = await draft();
    await tryOut(member, id);
    expect(state(await submit(id))).toBe('placing');
    const lines = async (person: Person | undefined) =>
      (await rows('OrderCharge', person, { order: id, sort: 'side,id' })).map(
        ({ side, category, amount }) => `${String(side)} ${String(category)} ${Number(amount).toFixed(2)}`,
      );
    const sale = ['sale transport 17.37', 'sale discount -1.48', 'sale residential 5.00', 'sale fuel 4.23'];
    expect((await lines(finance)).toSorted()).toEqual(
      [...sale, 'cost transport 12.00', 'cost residential 4.00', 'cost fuel 3.24'].toSorted(),
    );
    expect((await lines(member)).toSorted()).toEqual(sale.toSorted());
    expect(await lines(sibling)).toEqual([]);
    // Taken back and submitted again: the same lines, once.
    await (member as Person).post('Order/withdraw', { id });
    expect(state(await submit(id))).toBe('placing');
    expect(await lines(member)).toHaveLength(4);
  });

  it('of a past day is counted again by the prices of that day', async () => {
    const id = await list.add('order', 'past', {
      ...{ customer: '$customer/acme', channel: '$channel/a', service: '$channel-service/a', source: 'manual' },
      ...{ shipDate: '2026-01-14', senderMode: 'channel', shipFrom: '$channel-ship-from/a', status: 'ordered' },
      ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
      ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential', unitType: '0' },
      ...{ signatureOption: 'none', labelSize: '4x6', taxPayer: 'sender', boxes: [{ ...box, quantity: 1 }] },
    });
    // The week of its day has 20.25 % of fuel; the weeks of today have none.
    const answer = await (admin as Person).post('Order/recalculate', { ids: [id] });
    expect(answer.body.data).toEqual({ results: [{ id, ok: true }] });
    expect(await detail(id)).toMatchObject({ predictedSale: 25.12, predictedCost: 19.24, shipDate: '2026-01-14' });
  });

  it('is counted again on demand, by the prices of its own ship date', async () => {
    const id = await draft();
    await tryOut(member, id);
    expect(state(await submit(id))).toBe('placing');
    await list.add('surcharge-rule', 'signature', {
      ...{ code: 'TST-HANDLING', name: 'Handling', category: '$charge-category/other', carrier: '$carrier/tst' },
      ...{
        side: 'sale',
        currency: 'USD',
        trigger: 'weight > 0',
        unitType: '0',
        amountKind: 'flat',
        amount: 2,
        fuelBearing: false,
      },
      ...{ from: '2026-01-01', versionNo: 1, status: 'active' },
    });
    const answer = await (admin as Person).post('Order/recalculate', { ids: [id] });
    expect(answer.body.data).toEqual({ results: [{ id, ok: true }] });
    // The sum of an order stays the one that is held for it.
    expect(await detail(id)).toMatchObject({ predictedSale: 25.12, predictedCost: 19.24 });
    expect(await rows('OrderCharge', member, { order: id })).toHaveLength(5);
    expect((await (member as Person).post('Order/recalculate', { ids: [id] })).status).toBe(403);
  });
});

describe('packaging and a third party that pays', () => {
  beforeAll(async () => {
    const rule = {
      ...{ category: '$charge-category/other', carrier: '$carrier/tst', side: 'sale', currency: 'USD' },
      ...{ unitType: '0', amountKind: 'flat', fuelBearing: false, from: '2026-01-01', versionNo: 1, status: 'active' },
    };
    const add = (code: string, trigger: string, amount: number) =>
      list.add('surcharge-rule', code, { ...rule, code: code.toUpperCase(), name: code, trigger, amount });
    await add('tst-tube', 'irregular', 7);
    await add('tst-payer', 'thirdParty', 9);
  });
  const payer = { thirdPartyAccount: 'A1B2C3', thirdPartyCountry: 'US', thirdPartyPostalCode: '60601' };

  it('are priced by a trial, and what is changed after it ends it', async () => {
    const id = await draft();
    const saleOf = async () => Number((await detail(id))['predictedSale']);
    await tryOut(member, id);
    const before = await saleOf();
    const change = async (more: object) => {
      const { version } = await detail(id);
      expect(reasons(await (member as Person).post('Order/edit', { id, version, ...more }))).toEqual([]);
      expect(reasons(await submit(id))).toEqual(['service order.untriedCost']);
      await tryOut(member, id);
      return (await saleOf()) - before;
    };
    expect(await change({ boxes: [{ ...box, quantity: 1, packaging: 'irregular' }] })).toBeCloseTo(7, 6);
    expect(await change(payer)).toBeCloseTo(16, 6);
    expect(state(await submit(id))).toBe('placing');
  });

  it('are refused where they cannot be billed', async () => {
    const bad = async (more: object) =>
      reasons(
        await (member as Person).post('Order/add', {
          ...{
            customer: list.id('customer/acme'),
            channel: list.id('channel/a'),
            service: list.id('channel-service/a'),
          },
          ...{ unitType: '0', boxes: [{ ...box, quantity: 1, packaging: 'tube' }], ...payer, ...more },
        }),
      ).filter((reason) => /^(boxes|third)/.test(reason));
    expect(await bad({ thirdPartyAccount: 'a-1234' })).toEqual([
      'boxes[0].packaging choice.unknown',
      'thirdPartyAccount text.pattern',
    ]);
    expect(await bad({ thirdPartyCountry: null, boxes: [{ ...box, quantity: 1 }] })).toEqual([
      'thirdPartyCountry required',
    ]);
  });
});

/* Last, as the service that it adds is tried from then on. */
describe('the weight of a box', () => {
  it('is taken to a ten-thousandth: 0.2 kg at 50 a kilogram and 8 a piece is 18.00, 0.2001 kg is of the next band', async () => {
    await list.add('channel-service', 'small', {
      ...{ channel: '$channel/a', code: 'SMALL', name: 'Small parcels', carrierServiceCode: 'S', unitType: '1' },
      ...{ dimDivisor: 5000, weightRounding: 'none', fuelIncluded: true },
    });
    const band = (to: string, price: string) => ({
      ...{ to, mode: 'perUnit', prices: { 8: price }, fee: { amount: '8', per: 'piece' } },
    });
    await list.add('rate-table', 'small', {
      ...{ code: 'TST-SMALL', name: 'Small', side: 'sale', service: '$channel-service/small', currency: 'USD' },
      ...{ unitType: '1', from: '2026-01-01', versionNo: 1, status: 'active' },
      sheet: { zones: ['8'], rows: [band('0.2', '50'), band('2', '40')] },
    });
    const totals = async (weight: number) => {
      const id = await draft({ unitType: '1', boxes: [{ weight, length: 1, width: 1, height: 1, quantity: 1 }] });
      const [result] = await tryOut(admin, id);
      const [kept] = await rows('TrialResult', finance, { order: id, service: list.id('channel-service/small') });
      const lines = kept?.['saleLines'] as { category: string; amount: number }[];
      expect(result?.ok).toBe(true);
      return [(await detail(id))['totalWeight'], lines.find(({ category }) => category === 'transport')?.amount];
    };
    expect(await totals(0.2)).toEqual([0.2, 18]);
    // 0.2001 x 40 is 8.004.
    expect(await totals(0.2001)).toEqual([0.2001, 16]);
  });
});
