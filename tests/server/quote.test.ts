import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPriceList, parcel, type PriceList } from '../support/pricing.ts';
import type { Answer, Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Quotes over HTTP on prices that were worked by hand; the kernel's own cases stand in tests/domain/rating. */

interface Line {
  category: string;
  amount: number;
  quantity: number;
  rule: string;
  text: string;
}
interface Quote {
  channel: { code: string };
  available: boolean;
  reason?: { code: string; path: string; message: string };
  zone: string;
  billableWeight: number;
  sale?: { total: number; lines: Line[] };
  cost?: { total: number; lines: Line[] };
  margin?: number;
}

let world: World;
let list: PriceList;
let [admin, clerk, member, sibling]: Person[] = [];
let acme = '';
beforeAll(async () => {
  world = await openWorld();
  list = await addPriceList(world);
  const person = (name: string) => world.person(`north ${name}`).person;
  [admin, clerk, member, sibling] = ['admin', 'clerk', 'member', 'sibling'].map(person);
  acme = list.id('customer/acme');
}, 120_000);
afterAll(() => world?.close());

const ownChannels = () => ({ channels: ['a', 'b', 'c'].map((code) => list.id(`channel/${code}`)) });
async function ask(person: Person | undefined, body: object, query = ''): Promise<Quote[]> {
  const answer = await (person as Person).post(`Rate/quote${query}`, body);
  expect(answer.body.success ? [] : [answer.status, answer.body.message, answer.body.issues]).toEqual([]);
  return (answer.body.data as { quotes: Quote[] }).quotes;
}
const lines = (quote: Quote | undefined, side: 'sale' | 'cost' = 'sale') =>
  (quote?.[side]?.lines ?? []).map(({ category, amount }) => `${category} ${amount.toFixed(2)}`);
const byCode = (quotes: Quote[], code: string) => quotes.find(({ channel }) => channel.code === code);

describe('a quote', () => {
  it('is counted as by hand, on each way in which a level has its price, the cheapest first', async () => {
    const quotes = await ask(admin, { ...parcel, ...ownChannels(), customer: acme });
    expect(quotes.map(({ channel, sale }) => `${channel.code} ${sale?.total}`)).toEqual([
      'TST-C 19.9',
      'TST-B 24.49',
      'TST-A 25.12',
    ]);
    const [onCost, offList, byTable] = quotes;
    // 12 x 10 x 8 = 960 / 139 = 6.9 -> 7 lb. 17.37 less 8.5 % (1.48) is 15.89; with 5.00 that bears fuel, 20.25 % of 20.89.
    expect(lines(byTable)).toEqual(['transport 17.37', 'discount -1.48', 'residential 5.00', 'fuel 4.23']);
    expect([byTable?.zone, byTable?.billableWeight]).toEqual(['8', 7]);
    // 18 % off the list and 8.5 % of the customer are 24.97 %, rounded once: 4.994. List surcharge less 10 %: 5.355.
    expect(lines(offList)).toEqual(['transport 20.00', 'discount -4.99', 'residential 5.36', 'fuel 4.12']);
    // 12.00 and 12.5 %, less 8.5 % (1.1475); 4.00 and 5 %.
    expect(lines(onCost)).toEqual(['transport 13.50', 'discount -1.15', 'residential 4.20', 'fuel 3.35']);
    // 12.00 + 4.00 and 20.25 % of both.
    for (const quote of quotes) {
      expect(lines(quote, 'cost')).toEqual(['transport 12.00', 'residential 4.00', 'fuel 3.24']);
      expect(quote.cost?.total).toBe(19.24);
    }
    expect(quotes.map(({ margin }) => margin)).toEqual([0.66, 5.25, 5.88]);
  });

  it('counts each of several boxes, and boxes of both kinds', async () => {
    const [box] = parcel.boxes;
    const light = { weight: 1, length: 6, width: 6, height: 6, quantity: 2 };
    const boxes = [{ ...box, quantity: 3 }, light];
    const [quote] = await ask(admin, { ...parcel, boxes, channels: [list.id('channel/a')], customer: acme });
    // Three as above (25.12 each); 216 / 139 = 1.6 -> 2 lb, which the row to 7 lb prices alike.
    expect(quote?.sale?.total).toBe(125.6);
    expect(quote?.billableWeight).toBe(25);
  });

  it('charges what billing to a third party costs, where it is asked for', async () => {
    await list.add('surcharge-rule', 'third-party', {
      ...{ code: 'TST-TPB', name: 'Third party billing', category: '$charge-category/other' },
      ...{ carrier: '$carrier/tst', side: 'sale', currency: 'USD', trigger: 'thirdParty', amountKind: 'percent' },
      ...{ percent: 5, percentOf: 'all', from: '2026-01-01', versionNo: 1, status: 'active' },
    });
    const body = { ...parcel, channels: [list.id('channel/a')], customer: acme };
    const [billed] = await ask(admin, { ...body, thirdParty: true });
    // 5 % of 25.12.
    expect(lines(billed).at(-1)).toBe('other 1.26');
    expect((await ask(admin, body))[0]?.sale?.total).toBe(25.12);
  });

  it('turns kilograms and centimetres into the units of the tables, exactly', async () => {
    const boxes = [{ weight: 1.36, length: 30.48, width: 25.4, height: 20.32 }];
    const [quote] = await ask(admin, {
      ...parcel,
      unitType: '1',
      boxes,
      channels: [list.id('channel/a')],
      customer: acme,
    });
    expect([quote?.billableWeight, quote?.sale?.total]).toEqual([7, 25.12]);
  });

  it('has no price by default: every hole says which it is, in the language of the reader', async () => {
    const reason = async (body: object, query = '') => {
      const asked = { ...parcel, customer: acme, channels: [list.id('channel/a')], ...body };
      const [quote] = await ask(admin, asked, query);
      expect(quote?.available).toBe(false);
      return quote?.reason;
    };
    const to = (postalCode: string) => ({ to: { ...parcel.to, postalCode } });
    expect(await reason(to('96950'))).toMatchObject({ code: 'rating.noZone', path: 'to.postalCode' });
    expect((await reason(to('33101'), '?culture=zh-CN'))?.message).toBe('分区表不服务 33101，US。');
    expect(await reason({ shipDate: '2026-01-19' })).toMatchObject({ code: 'rating.noFuel', path: 'shipDate' });
    expect(await reason({ shipDate: '2025-12-30' })).toMatchObject({ code: 'rating.noZoneChart' });
    expect(await reason({ boxes: [{ weight: 150.5, length: 9, width: 9, height: 9 }] })).toMatchObject({
      ...{ code: 'rating.overWeight', path: 'boxes[0].weight' },
      message: 'The box weighs 150.5 lb; at most 150 are allowed.',
    });
    expect(await reason({ boxes: [{ weight: 10.5, length: 9, width: 9, height: 9 }] })).toMatchObject({
      ...{ code: 'rating.tooHeavy', message: '11 lb to zone 8 are more than the rate table goes to.' },
    });
    expect(await reason({ customer: list.id('customer/harbor'), channels: [list.id('channel/b')] })).toMatchObject({
      code: 'rating.notOffered',
    });
  });

  it('says of each line what it is of', async () => {
    const body = { ...parcel, customer: acme, channels: [list.id('channel/a')] };
    const said = async (query = '') => (await ask(admin, body, query))[0]?.sale?.lines.map(({ text }) => text);
    expect(await said()).toEqual([
      '7 lb to zone 8: 17.37 USD (greater of actual 3 and volume 6.9065 lb, 12 × 10 × 8 in ÷ 139; rounded up to 7)',
      '8.5 % off 17.37 USD',
      'Residential delivery: 5.00 USD',
      'Fuel: 20.25 % of 20.89 USD, percent from 2026-01-12',
    ]);
    expect(await said('?culture=zh-CN')).toEqual([
      '7 磅 至 8 区：17.37 USD（实重 3 与材积重 6.9065 磅 取大，12 × 10 × 8 英寸 ÷ 139；进位至 7）',
      '17.37 USD 减 8.5%',
      'Residential delivery：5.00 USD',
      '燃油费：20.89 USD 的 20.25%，费率自 2026-01-12 起',
    ]);
  });

  it('prices an old day as it was, and a new version from its day on', async () => {
    await list.add('rate-table', 'sale-a-2', {
      ...{
        code: 'TST-SILVER',
        name: 'Silver prices',
        side: 'sale',
        service: '$channel-service/a',
        level: '$level/silver',
      },
      ...{ currency: 'USD', unitType: '0', from: '2026-01-16', versionNo: 2, status: 'active' },
      sheet: { zones: ['8'], rows: [{ to: '7', mode: 'flat', prices: { '8': '18.00' } }] },
    });
    const on = async (shipDate: string) =>
      (await ask(admin, { ...parcel, shipDate, customer: acme, channels: [list.id('channel/a')] }))[0]?.sale?.lines[0];
    expect((await on('2026-01-15'))?.amount).toBe(17.37);
    expect(await on('2026-01-16')).toMatchObject({ amount: 18, rule: 'TST-SILVER', version: 2 });
  });
});

describe('who asks', () => {
  it('as a member has the sale side alone, of their own channels, and nothing of cost', async () => {
    const quotes = await ask(member, parcel);
    expect(byCode(quotes, 'TST-A')?.sale?.total).toBe(25.12);
    expect(byCode(quotes, 'TST-A')?.sale?.lines).toHaveLength(4);
    expect(JSON.stringify(quotes)).not.toMatch(/cost|margin|SECRET|Contract|19\.24/i);
  });

  it('as a member whose customer is shown no detail has totals alone', async () => {
    const [quote] = await ask(sibling, parcel);
    expect([quote?.channel.code, quote?.sale?.lines]).toEqual(['TST-A', []]);
    // The level is the same, the customer's own discount is 5 %: 17.37 - 0.87 + 5.00, and 20.25 % of 21.50.
    expect(quote?.sale?.total).toBe(25.85);
  });

  it('as a customer of a customer pays the share on top of everything, and is not shown what it is of', async () => {
    const agree = (share: string, isDetailed: boolean) =>
      world.owner.query(
        `UPDATE customer_config SET "distributionPercent" = $1, "showValuationDetail" = $2 WHERE customer = $3`,
        [share, isDetailed, list.id('customer/harbor')],
      );
    await agree('6', true);
    // 6 % of 25.85 is 1.551.
    const [forStaff] = await ask(admin, { ...parcel, ...ownChannels(), customer: list.id('customer/harbor') });
    expect(forStaff?.sale?.total).toBe(27.4);
    expect(lines(forStaff).at(-1)).toBe('distribution 1.55');
    const [forMember] = await ask(sibling, parcel);
    expect([forMember?.sale?.total, forMember?.sale?.lines]).toEqual([27.4, []]);
    await agree('0', true);
    expect((await ask(sibling, parcel))[0]?.sale).toMatchObject({ total: 25.85, lines: { length: 4 } });
    await agree('0', false);
  });

  it('as a member may not ask for another customer', async () => {
    const answer = await (member as Person).post('Rate/quote', { ...parcel, customer: list.id('customer/harbor') });
    expect([answer.status, answer.body.success]).toEqual([403, false]);
  });

  it('as a clerk names a customer that they may see, and sees no cost', async () => {
    const refused = async (body: object): Promise<Answer> => (clerk as Person).post('Rate/quote', body);
    expect((await refused(parcel)).body.issues).toMatchObject([{ path: 'customer', code: 'required' }]);
    const quotes = await ask(clerk, { ...parcel, customer: acme, ...ownChannels() });
    expect(quotes).toHaveLength(3);
    expect(quotes.filter((quote) => 'cost' in quote || 'margin' in quote)).toEqual([]);
  });

  it('as staff with the right asks what it costs without a customer', async () => {
    const quotes = await ask(admin, { ...parcel, ...ownChannels() });
    expect(quotes.map(({ cost, sale }) => `${cost?.total} ${sale?.total}`)).toEqual(
      [1, 2, 3].map(() => '19.24 undefined'),
    );
  });

  it('from another tenant finds neither customer nor channel', async () => {
    const south = world.person('south admin').person;
    expect((await south.post('Rate/quote', { ...parcel, customer: acme })).body.issues).toMatchObject([
      { path: 'customer', code: 'reference.missing' },
    ]);
    expect(await ask(south, { ...parcel, ...ownChannels() })).toEqual([]);
  });
});

describe('a body that is wrong', () => {
  it('is answered with every place', async () => {
    const places = async (body: object) =>
      ((await (admin as Person).post('Rate/quote', body)).body.issues ?? []).map(({ path, code }) => `${path} ${code}`);
    expect(await places({})).toEqual(['unitType required', 'from required', 'to required', 'boxes required']);
    expect(await places({ ...parcel, unitType: 'imperial' })).toEqual(['unitType choice.notOneOf']);
    expect(await places({ ...parcel, boxes: [] })).toEqual(['boxes list.tooFew']);
    const [box] = parcel.boxes;
    expect(
      await places({
        ...parcel,
        boxes: [
          { ...box, weight: 0 },
          { ...box, length: 'x' },
        ],
      }),
    ).toEqual(['boxes[0].weight number.above', 'boxes[1].length number.invalid']);
    expect(await places({ ...parcel, customer: acme, boxes: [{ ...box, weight: 1.00001 }] })).toEqual([
      'boxes[0].weight number.scale',
    ]);
    expect(await places({ ...parcel, customer: acme, shipDate: '2026-02-30' })).toEqual(['shipDate date.invalid']);
    expect(await places({ ...parcel, customer: acme, boxes: [box, { ...box, unitType: '1' }] })).toEqual([
      'boxes[1].unitType rating.mixedUnits',
    ]);
  });
});

describe('what one customer was granted', () => {
  it('counts on fuel for them alone, and days on the road come from the closest origin', async () => {
    await list.add('fuel-concession', 'acme', {
      ...{ name: 'Acme', customer: '$customer/acme', carrier: '$carrier/tst', offKind: 'percent', off: 10 },
      ...{ from: '2026-01-01', status: 'enabled' },
    });
    const days = (key: string, origin: string | null, days: number) =>
      list.add('transit-time', key, {
        ...{ service: '$channel-service/a', zone: '8', days, from: '2026-01-01' },
        ...(origin === null ? {} : { origin }),
      });
    await days('any', null, 6);
    await days('near', '917', 5);
    const channels = [list.id('channel/a')];
    const [quote] = await ask(admin, { ...parcel, customer: acme, channels });
    // 20.25 % less a tenth is 18.225 % of 20.89.
    expect(lines(quote).at(-1)).toBe('fuel 3.81');
    expect(quote).toMatchObject({ days: 5, sale: { total: 24.7 } });
    const [other] = await ask(admin, { ...parcel, customer: list.id('customer/harbor'), channels });
    expect(other?.sale?.total).toBe(25.85);
  });
});

describe('a surcharge with terms of its own', () => {
  it('is passed at cost where the others follow the list, from the moment on in which that is agreed, and shows no contract', async () => {
    const body = { ...parcel, customer: acme, channels: [list.id('channel/b')] };
    const residential = async (person: Person | undefined) =>
      (await ask(person, body))[0]?.sale?.lines.find(({ category }) => category === 'residential');
    expect((await residential(admin))?.amount).toBe(5.36);
    const category = list.id('charge-category/residential');
    const edit = async (surchargeTerms: object[]) =>
      (
        await (admin as Person).post('ChannelLevel/edit', { id: list.id('channel-level/b'), surchargeTerms })
      ).body.issues?.map(({ path, code }) => `${path} ${code}`);
    expect(await edit([{ category, basis: 'costFactor' }])).toEqual(['surchargeTerms termPercent']);
    expect(
      await edit([
        { category, basis: 'list' },
        { category, basis: 'atCost' },
      ]),
    ).toEqual(['surchargeTerms termTwice']);
    expect(await edit([{ category, basis: 'atCost' }])).toBeUndefined();
    expect(await residential(member)).toMatchObject({ amount: 4, rule: 'residential' });
    expect(await edit([])).toBeUndefined();
    expect((await residential(admin))?.amount).toBe(5.36);
  });
});

/* Last, as the services that it adds are offered from then on. */
describe('the weight that is billed', () => {
  it('is explained by the rule of its service, whichever it is, in both languages', async () => {
    const service = async (key: string, rule: object, mode = 'perBox') => {
      await list.add('channel-service', key, {
        ...{ channel: '$channel/a', code: key.toUpperCase(), name: `Line ${key}`, carrierServiceCode: key, mode },
        ...{ dimDivisor: 139, fuelIncluded: true },
        weightRules: [
          {
            from: '2026-01-01',
            sides: 'none',
            divisor: 5000,
            basis: 'greater',
            pieces: 'each',
            step: 0.5,
            minimum: 0,
            ...rule,
          },
        ],
      });
      await list.add('rate-table', key, {
        ...{ code: `TST-${key}`, name: key, side: 'sale', service: `$channel-service/${key}`, currency: 'USD' },
        ...{ unitType: '0', from: '2026-01-01', versionNo: 1, status: 'active' },
        sheet: { zones: ['8'], rows: [{ to: '150', mode: 'perUnit', prices: { 8: '1' } }] },
      });
    };
    const said = async (key: string, boxes: object[], query = '') => {
      const asked = { ...parcel, boxes, customer: acme, channels: [list.id('channel/a')] };
      const quotes = (await ask(admin, asked, query)) as (Quote & { service: { code: string } })[];
      const text = quotes.find(({ service: { code } }) => code === key.toUpperCase())?.sale?.lines[0]?.text ?? '';
      return /[(（](.*)[)）]$/.exec(text)?.[1];
    };
    const one = { weight: 10, length: 50, width: 50, height: 40 };
    const two = { weight: 3.2, length: 30, width: 30, height: 30, quantity: 2 };
    await service('half', { basis: 'excess', excessPercent: 50 });
    expect(await said('half', [one])).toBe(
      'actual 10 plus 50 % of what the volume of 20 lb exceeds it by, 50 × 50 × 40 in ÷ 5000',
    );
    expect(await said('half', [one], '?culture=zh-CN')).toBe(
      '实重 10 加材积重 20 磅 超出部分的 50%，50 × 50 × 40 英寸 ÷ 5000',
    );
    await service('vol', { basis: 'volume', minimum: 30 });
    expect(await said('vol', [one])).toBe('volume alone, 20 lb, 50 × 50 × 40 in ÷ 5000; at least 30');
    await service('real', { divisor: 0 });
    expect(await said('real', [{ ...one, weight: 10.2 }], '?culture=zh-CN')).toBe('按实重 10.2 磅；进位至 10.5');
    await service('sum', { pieces: 'summedThenCompared' }, 'perShipment');
    expect(await said('sum', [two])).toBe(
      '2 boxes summed to actual 6.4 and volume 10.8 lb, then compared, the greater of actual and volume; rounded up to 11',
    );
    await service('cmp', { pieces: 'comparedThenSummed' }, 'perShipment');
    expect(await said('cmp', [two], '?culture=zh-CN')).toBe(
      '2 箱逐箱比较，实重与材积重取大，再合计为 10.8 磅；进位至 11',
    );
    await service('each', {}, 'perShipment');
    expect(await said('each', [two])).toBe(
      '2 boxes billed one by one, the greater of actual and volume, then summed; rounded up to 11',
    );
  });
});
