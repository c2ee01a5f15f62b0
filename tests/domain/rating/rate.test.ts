import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rate } from '../../../server/domain/rating/kernel/rate.ts';
import type { SurchargeRule } from '../../../server/domain/rating/kernel/surcharge.ts';
import type { RateTable } from '../../../server/domain/rating/kernel/table.ts';
import { zoneKey } from '../../../server/domain/rating/kernel/zone.ts';
import {
  always,
  box,
  charts,
  inch,
  lb,
  percent,
  perUnit,
  priced,
  reasonOf,
  rule,
  service,
  shipment,
  signed,
  table,
  told,
  upRule,
  usd,
} from './case.ts';

const list = readFileSync(new URL('./fixtures/fedex-ground-list-2025.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const zones = ['2', '3', '4', '5', '6', '7', '8'];
const fedexGround: RateTable = {
  ...always,
  id: 'fedex-ground-2025',
  version: 1,
  rows: list.slice(1).map((line) => {
    const [to = '', ...prices] = line.split(',');
    const cells = prices.map((price, at) => [zones[at], { mode: 'flat', amount: usd(price) }] as const);
    return { to: lb(to), prices: Object.fromEntries(cells) };
  }),
};

describe('the FedEx Ground list of 2025', () => {
  it('is given back row by row, in every zone and at the weight just above the row before', () => {
    const wrong: string[] = [];
    for (const line of list.slice(1)) {
      const [weight = '', ...prices] = line.split(',');
      for (const [at, price] of prices.entries()) {
        const zone = zones[at] ?? '';
        const prices2 = service({
          tables: [fedexGround],
          charts: [{ ...always, country: 'US', origin: '', zones: new Map([[zoneKey('US', '100'), zone]]) }],
        });
        for (const text of [weight, String(Number(weight) - 1 + 0.0001)]) {
          const { total } = priced(shipment([box(`${text} 1x1x1`)]), prices2);
          if (total !== usd(price)) wrong.push(`${text} lb in zone ${zone}: ${total}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('offers nothing above 150 lb without a rate a pound, and that rate where there is one', () => {
    const heavy = shipment([box('151 1x1x1')]);
    expect(reasonOf(rate(heavy, service({ tables: [fedexGround] })))).toBe('rating.tooHeavy');
    const above = service({ tables: [{ ...fedexGround, above: { '8': perUnit('0.95') } }] });
    expect(told(priced(heavy, above))).toBe('transport 143.45');
  });
});

describe('a row of a table', () => {
  const row = (price: object, rest: Partial<RateTable> = {}) =>
    service({
      weightRules: [{ ...service().weightRules[0]!, rounding: { step: 0 }, minimum: 0 }],
      tables: [
        {
          ...always,
          id: 't',
          version: 3,
          rows: [
            { to: lb('0.2'), prices: { '8': price as never } },
            { to: lb(30), prices: { '8': { mode: 'flat', amount: usd('99') } } },
          ],
          ...rest,
        },
      ],
    });
  const fee = { amount: usd(8), per: 'piece' as const };

  // 0.2 kg at 50 a kilogram plus 8 a piece is 18.00; a band is open below and closed above.
  it('is by the unit with a fee for each piece, up to its edge', () => {
    const prices = row({ mode: 'perUnit', rate: perUnit(50), fee });
    expect(told(priced(shipment([box('0.2 1x1x1')]), prices))).toBe('transport 18.00');
    expect(told(priced(shipment([box('0.2001 1x1x1')]), prices))).toBe('transport 99.00');
  });

  it('has a step and a least weight of its own', () => {
    const stepped = row({ mode: 'perUnit', rate: perUnit(50), step: lb('0.05'), minimum: lb('0.1') });
    expect(told(priced(shipment([box('0.06 1x1x1')]), stepped))).toBe('transport 5.00');
    expect(told(priced(shipment([box('0.11 1x1x1')]), stepped))).toBe('transport 7.50');
  });

  it('charges the first weight and then each started step', () => {
    const first = {
      mode: 'firstAndSteps',
      first: { weight: lb('0.1'), amount: usd(6) },
      step: { weight: lb('0.05'), amount: usd(2) },
    };
    const at = (weight: string) => told(priced(shipment([box(`${weight} 1x1x1`)]), row(first)));
    expect(['0.01', '0.1', '0.1001', '0.15', '0.2'].map(at)).toEqual([
      'transport 6.00',
      'transport 6.00',
      'transport 8.00',
      'transport 8.00',
      'transport 10.00',
    ]);
  });

  it('is a hole where the zone is not offered, whatever other rows say', () => {
    const holed = service({ tables: [table(['2 8', '5: 7.00 /', '10: 9.00 15.00'])] });
    expect(reasonOf(rate(shipment([box('3 1x1x1')]), holed))).toBe('rating.noRate');
    expect(told(priced(shipment([box('6 1x1x1')]), holed))).toBe('transport 15.00');
  });

  it('gives way to a cheaper higher break where the table says so', () => {
    const breaks = table(['8', '9: 80.00', '20: 60.00'], { deficit: true });
    expect(told(priced(shipment([box('8 1x1x1')]), service({ tables: [breaks] })))).toBe('transport 60.00');
    expect(told(priced(shipment([box('8 1x1x1')]), service({ tables: [{ ...breaks, deficit: false }] })))).toBe(
      'transport 80.00',
    );
  });

  it('pays a cheaper higher break from the first weight on that the service bills in it', () => {
    const row = (to: string, amount: string) => ({
      to: lb(to),
      prices: { '8': { mode: 'perUnit' as const, rate: perUnit(amount) } },
    });
    const breaks = { ...table(['8']), rows: [row('100', '1.00'), row('150', '0.60')], deficit: true };
    const [found] = priced(shipment([box('95 1x1x1')]), service({ tables: [breaks] })).lines;
    // 101 x 0.60, not 100.0001 x 0.60: a hundred pounds belong to the row before.
    expect([found?.amount, found?.basis]).toEqual([usd('60.60'), lb(101)]);
    const halves = { ...upRule, rounding: { step: lb('0.5') } };
    const [finer] = priced(shipment([box('95 1x1x1')]), service({ tables: [breaks], weightRules: [halves] })).lines;
    expect(finer?.amount).toBe(usd('60.30'));
  });
});

describe('zones', () => {
  const zoneOf = (postalCode: string) => {
    const found = rate(shipment([box('1')], { to: { country: 'US', postalCode, residential: false } }), service());
    return found.ok ? found.price.zone : found.reason.code;
  };
  it('are those of the longest prefix; a destination that is not served or not listed has no price', () => {
    expect(['90210', '90211', '10001', '10001-1234', '99501', '60601'].map(zoneOf)).toEqual([
      '2',
      '3',
      '8',
      '8',
      'rating.noZone',
      'rating.noZone',
    ]);
  });

  it('are of no ZIP code that lacks digits: one without its leading zeros begins as another one does', () => {
    expect(['1001', '902', '100011', '100011234'].map(zoneOf)).toEqual([
      ...['rating.noZone', 'rating.noZone', 'rating.noZone'],
      '8',
    ]);
    const cut = shipment([box('1')], { from: { country: 'US', postalCode: '850', residential: false } });
    expect(reasonOf(rate(cut, service()))).toBe('rating.noZoneChart from.postalCode');
    const abroad = { country: 'MX', postalCode: '850', residential: false };
    expect(reasonOf(rate(shipment([box('1')], { to: abroad }), service()))).toBe('rating.noZone to.postalCode');
  });

  it('are of the chart that is closest to the sender and began last', () => {
    const newer = { ...charts[0]!, from: '2025-09-01', zones: new Map([[zoneKey('US', '100'), '3']]) };
    const closer = { ...charts[0]!, origin: '8500', zones: new Map([[zoneKey('US', '100'), '2']]) };
    const zone = (all: typeof charts, shipDate = '2025-10-01') =>
      priced(shipment([box('1')], { shipDate }), service({ charts: all })).zone;
    expect(zone([charts[0]!, newer])).toBe('3');
    expect(zone([charts[0]!, newer], '2025-08-31')).toBe('8');
    expect(zone([newer, closer])).toBe('2');
    const elsewhere = shipment([box('1')], { from: { country: 'US', postalCode: '10001', residential: false } });
    expect(reasonOf(rate(elsewhere, service()))).toBe('rating.noZoneChart from.postalCode');
  });
});

/** Thresholds of UPS and FedEx, US domestic; comparisons are strict. */
const additional = (
  id: string,
  priority: number,
  applies: SurchargeRule['applies'],
  more: Partial<SurchargeRule> = {},
) => rule(id, { group: 'additional-handling', priority, applies, fuelBearing: true, ...more });
const byVolume = (date: string) => ({ from: date });
const size: SurchargeRule[] = [
  additional('weight', 1, ({ actual }) => actual > lb(50), {
    amount: { kind: 'byZone', amounts: { '2': usd('43.50'), '8': usd('55') } },
  }),
  additional('girth', 2, ({ lengthPlusGirth }) => lengthPlusGirth > inch(105), { minimumWeight: lb(40) }),
  additional('length', 3, ({ sides }) => sides[0] > inch(48), { minimumWeight: lb(40) }),
  additional('width', 4, ({ sides }) => sides[1] > inch(30), { minimumWeight: lb(40) }),
  additional('volume', 5, ({ volume }) => volume > inch(10_368), { ...byVolume('2026-01-12'), minimumWeight: lb(40) }),
  additional('packaging', 6, ({ irregular }) => irregular),
  rule('large', {
    group: 'large-package',
    excludes: ['additional-handling'],
    minimumWeight: lb(90),
    applies: ({ sides, lengthPlusGirth }) => sides[0] > inch(96) || lengthPlusGirth > inch(130),
    amount: { kind: 'flat', amount: usd(240) },
    to: '2026-01-11',
  }),
  rule('large-2026', {
    group: 'large-package',
    category: 'large',
    excludes: ['additional-handling'],
    minimumWeight: lb(90),
    from: '2026-01-12',
    applies: ({ sides, lengthPlusGirth, volume, actual }) =>
      sides[0] > inch(96) || lengthPlusGirth > inch(130) || volume > inch(17_280) || actual > lb(110),
    amount: { kind: 'flat', amount: usd(255) },
  }),
  rule('over-maximum', { applies: ({ sides }) => sides[0] > inch(108), amount: { kind: 'flat', amount: usd(1250) } }),
];
const sized = (text: string, shipDate = '2025-10-01', more = {}) =>
  told(priced(shipment([box(text, more)], { shipDate }), service({ surcharges: size }))).replace(
    /transport [\d.]+(, )?/,
    '',
  );

describe('surcharges of size and weight', () => {
  it.each([
    ['10 48x10x10', ''],
    ['10 48.1x10x10', 'length 5.00'],
    ['10 38x30x2', ''],
    ['10 38x30.5x2', 'width 5.00'],
    ['50 10x10x10', ''],
    ['50.1 10x10x10', 'weight 55.00'],
    // 45 + 2 x (20 + 10) is exactly 105.
    ['10 45x20x10', ''],
    ['10 46x20x10', 'girth 5.00'],
    // Weight comes before girth, girth before length.
    ['60 50x20x10', 'weight 55.00'],
    ['10 49x20x10', 'girth 5.00'],
    ['10 96x10x7', 'girth 5.00'],
    ['10 97x10x6', 'large 240.00'],
    ['60 109x5x5', 'large 240.00, over-maximum 1250.00'],
  ])('%s in: %s', (text, lines) => {
    expect(sized(text)).toBe(lines);
  });

  it('charges packaging alone where nothing of size comes first', () => {
    expect(sized('10 10x10x10', '2025-10-01', { irregular: true })).toBe('packaging 5.00');
    expect(sized('60 10x10x10', '2025-10-01', { irregular: true })).toBe('weight 55.00');
  });

  // Exactly 10,368 cubic inches with length and girth 104, and 33 x 18 x 18 with 105: by volume alone, from 12 January 2026.
  it.each([
    ['10 32x18x18', '2026-01-11', ''],
    ['10 32x18x18', '2026-01-12', ''],
    ['10 32.1x18x18', '2026-01-11', ''],
    ['10 32.1x18x18', '2026-01-12', 'volume 5.00'],
    ['10 30x24x24', '2026-01-12', 'girth 5.00'],
    ['10 30.1x24x24', '2026-01-11', 'girth 5.00'],
    ['10 30.1x24x24', '2026-01-12', 'large 255.00'],
    ['110 10x10x10', '2026-01-12', 'weight 55.00'],
    ['110.1 10x10x10', '2026-01-12', 'large 255.00'],
    ['110.1 10x10x10', '2026-01-11', 'weight 55.00'],
  ])('%s in on %s: %s', (text, day, lines) => {
    expect(sized(text, day)).toBe(lines);
  });

  it('raise the billed weight before the rate is looked up', () => {
    const billed = (text: string) => priced(shipment([box(text)]), service({ surcharges: size })).billableWeight;
    expect([billed('10 48x10x10'), billed('10 49x10x10'), billed('10 97x10x6')]).toEqual([lb(35), lb(40), lb(90)]);
    // Additional handling for weight or packaging raises nothing.
    expect(billed('60 10x10x10')).toBe(lb(60));
  });

  it('are by zone, and a zone without an amount is a hole', () => {
    const to = { country: 'US', postalCode: '90210', residential: false };
    const near = priced(shipment([box('60 10x10x10')], { to }), service({ surcharges: size }));
    expect(told(near)).toBe('transport 40.00, weight 43.50');
    const between = shipment([box('60 10x10x10')], { to: { ...to, postalCode: '90211' } });
    expect(reasonOf(rate(between, service({ surcharges: size })))).toBe('rating.noSurchargeAmount');
  });

  it('of one group and one priority are a fault of the data, not a choice', () => {
    const twins = [additional('one', 1, () => true), additional('other', 1, () => true)];
    expect(reasonOf(rate(shipment([box('1')]), service({ surcharges: twins })))).toBe('rating.samePriority');
  });
});

describe('a letter', () => {
  const [plain] = service().tables;
  const tables = [{ ...(plain as RateTable), packaging: { letter: { to: lb('0.5'), prices: { '8': usd('4.50') } } } }];
  const letter = (weight: string, more: object = {}) =>
    rate(shipment([{ ...box(weight), packaging: 'letter' as const }], more), service({ tables }));
  // Half a pound is a letter still; anything heavier is billed as a box of its size.
  it.each([
    ['0.5', 'transport 4.50'],
    ['0.5001', 'transport 10.00'],
  ])('of %s lb', (weight, expected) => {
    const rated = letter(weight);
    expect(rated.ok ? told(rated.price) : rated.reason).toBe(expected);
  });
  it('has no price in a zone that its row does not offer', () => {
    expect(reasonOf(letter('0.3', { to: { country: 'US', postalCode: '90210', residential: false } }))).toBe(
      'rating.noRate',
    );
  });
});

describe('surcharges of the address and of what is asked for', () => {
  const address = [
    rule('residential', {
      applies: ({ residential }) => residential,
      amount: { kind: 'flat', amount: usd('5.95') },
      fuelBearing: true,
    }),
    rule('area', { applies: ({ area }) => area !== null, amount: { kind: 'flat', amount: usd('4.20') } }),
  ];
  const areas = [{ ...always, tiers: new Map([[zoneKey('US', '10001'), 'extended']]) }];
  it('stack', () => {
    const to = { country: 'US', postalCode: '10001-0001', residential: true };
    expect(told(priced(shipment([box('1')], { to }), service({ surcharges: address, areas })))).toBe(
      'transport 10.00, residential 5.95, area 4.20',
    );
  });
  it('know areas by the first characters of a code, too', () => {
    const far = [{ ...always, tiers: new Map([[zoneKey('US', '100'), 'alaska']]) }];
    const to = { country: 'US', postalCode: '10001', residential: false };
    expect(told(priced(shipment([box('1')], { to }), service({ surcharges: address, areas: far })))).toBe(
      'transport 10.00, area 4.20',
    );
  });

  // FedEx lists a ZIP for homes in one column and for businesses in another: 01026 is none of the first and extended of the second.
  it.each([
    [true, 'transport 10.00, residential 5.95'],
    [false, 'transport 10.00, area 4.20'],
  ])('know areas of homes from those of businesses (residential: %s)', (residential, expected) => {
    const columns = [
      { ...always, recipients: 'residential' as const, tiers: new Map([[zoneKey('US', '01010'), 'das']]) },
      { ...always, recipients: 'commercial' as const, tiers: new Map([[zoneKey('US', '10026'), 'extended']]) },
      { ...always, tiers: new Map([[zoneKey('US', '10026'), 'remote']]) },
    ];
    const to = { country: 'US', postalCode: '10026', residential };
    expect(told(priced(shipment([box('1')], { to }), service({ surcharges: address, areas: columns })))).toBe(expected);
  });
  it('takes the list for everybody where none is made for these recipients', () => {
    const columns = [
      { ...always, recipients: 'commercial' as const, tiers: new Map([[zoneKey('US', '10026'), 'extended']]) },
      { ...always, tiers: new Map([[zoneKey('US', '10001'), 'remote']]) },
    ];
    const to = { country: 'US', postalCode: '10001', residential: true };
    expect(told(priced(shipment([box('1')], { to }), service({ surcharges: address, areas: columns })))).toBe(
      'transport 10.00, residential 5.95, area 4.20',
    );
  });

  const declared = [
    rule('declared', {
      applies: ({ declaredValue }) => declaredValue > usd(100),
      amount: { kind: 'declared', per: usd(100), amount: usd('1.50'), least: usd('4.50') },
    }),
  ];
  // FedEx 2025: the first 100 are free, then 1.50 for each started 100 of the whole value, at least 4.50.
  it.each([
    ['100', ''],
    ['100.01', ', declared 4.50'],
    ['300', ', declared 4.50'],
    ['300.01', ', declared 6.00'],
    ['1000', ', declared 15.00'],
  ])('a declared value of %s: %s', (value, line) => {
    const found = priced(shipment([box('1', { declaredValue: usd(value) })]), service({ surcharges: declared }));
    expect(told(found)).toBe(`transport 10.00${line}`);
  });

  const signature = [
    rule('signature', {
      applies: ({ signature: asked }) => asked !== 'none',
      amount: { kind: 'flat', amount: usd('7.15') },
    }),
  ];
  it('a signature counts for all packages of a FedEx shipment, free for the one whose value demands it', () => {
    const prices = service({ surcharges: signature, directFrom: usd(500) });
    expect(told(priced(shipment([box('1'), box('1')]), prices))).toBe('transport 10.00, transport 10.00');
    expect(told(priced(shipment([box('1', signed('direct')), box('1')]), prices))).toBe(
      'transport 10.00, transport 10.00, signature 7.15, signature 7.15',
    );
    expect(told(priced(shipment([box('1', { declaredValue: usd(500) }), box('1 10x8x6 2')]), prices))).toBe(
      'transport 10.00, transport 20.00, signature 14.30',
    );
    expect(told(priced(shipment([box('1', { declaredValue: usd('499.99') })]), prices))).toBe('transport 10.00');
  });
});

describe('discount, fuel and fees', () => {
  const fuel = [
    { from: '2025-09-29', to: '2025-10-05', percent: percent('19.5') },
    { from: '2025-10-06', to: '2025-10-12', percent: percent('20') },
  ];
  it('come in this order: off transport once, then fuel on what is left and bears it', () => {
    const surcharges = [
      rule('residential', { amount: { kind: 'flat', amount: usd(6) }, fuelBearing: true }),
      rule('area', { amount: { kind: 'flat', amount: usd(4) } }),
    ];
    const prices = service({ fuel, surcharges, discount: { percent: percent(18) } });
    const found = priced(shipment([box('1')]), prices);
    // (10.00 - 1.80 + 6.00) x 19.5 % = 2.769.
    expect(told(found)).toBe('transport 10.00, discount -1.80, residential 6.00, area 4.00, fuel 2.77');
    expect(found.total).toBe(usd('20.97'));
  });

  it('leave the least charge, which also raises a price below it', () => {
    const least = (amount: string) =>
      priced(shipment([box('1')]), service({ discount: { percent: percent(50), least: usd(amount) } })).total;
    expect([least('4'), least('7'), least('12')]).toEqual([usd(5), usd(7), usd(12)]);
    const raised = service({ discount: { percent: 0, least: usd(12) } });
    expect(told(priced(shipment([box('1')]), raised))).toBe('transport 10.00, discount 2.00');
  });

  it('take the percent of the ship date, and have no price on a day without one', () => {
    const on = (shipDate: string) => rate(shipment([box('1')], { shipDate }), service({ fuel }));
    expect(on('2025-10-05')).toMatchObject({ ok: true, price: { total: usd('11.95') } });
    expect(on('2025-10-06')).toMatchObject({ ok: true, price: { total: usd(12) } });
    expect(reasonOf(on('2025-10-13'))).toBe('rating.noFuel shipDate');
  });

  it('round fuel box by box before it is summed', () => {
    // 10.00 x 0.105 % = 0.0105 each: a cent for every box, four for four.
    const tiny = [{ ...fuel[0]!, percent: percent('0.105') }];
    const four = priced(shipment([box('1 10x8x6 4')]), service({ fuel: tiny }));
    expect(told(four)).toBe('transport 40.00, fuel 0.04');
  });

  it.each([
    ['a percent off the rate', { off: { percent: percent(10) } }, 'fuel 1.80'],
    ['points off the rate', { off: { points: percent(5) } }, 'fuel 1.50'],
    ['a cap', { off: null, cap: percent(12) }, 'fuel 1.20'],
    ['points and a cap', { off: { points: percent(3) }, cap: percent(18) }, 'fuel 1.70'],
    ['more than there is', { off: { points: percent(30) } }, ''],
  ])('grant %s on fuel', (_, concession, line) => {
    const found = priced(shipment([box('1')], { shipDate: '2025-10-06' }), service({ fuel, concession }));
    expect(told(found).replace('transport 10.00', '').replace(', ', '')).toBe(line);
  });

  // Sample totals of published replies: (887.88 + 14.70 + 6.15) at 5 %, and 265.80 at 24.5 %.
  it.each([
    [['887.88', '14.70', '6.15'], '5', '45.44'],
    [['253.65', '4.80', '0.70', '6.65'], '24.5', '65.12'],
  ])('give the fuel of a published reply: %s at %s %% is %s', ([transport = '', ...others], rateText, expected) => {
    const prices = service({
      tables: [table(['8', `150: ${transport}`])],
      surcharges: others.map((amount, at) =>
        rule(`s${at}`, { amount: { kind: 'flat', amount: usd(amount) }, fuelBearing: true }),
      ),
      fuel: [{ ...fuel[0]!, percent: percent(rateText) }],
    });
    expect(told(priced(shipment([box('1')]), prices))).toContain(`fuel ${expected}`);
  });

  it('add a fee on everything once, and the sub-customer’s share last', () => {
    const third = rule('third-party', {
      applies: ({ thirdParty }) => thirdParty,
      amount: { kind: 'percent', percent: percent(5), of: 'all' },
    });
    const prices = service({ fuel, surcharges: [third], distribution: percent(10) });
    const found = priced(shipment([box('1'), box('1')], { thirdParty: true }), prices);
    expect(told(found)).toBe(
      'transport 10.00, transport 10.00, fuel 1.95, fuel 1.95, third-party 1.20, distribution 2.51',
    );
  });
});

describe('several boxes', () => {
  it('are priced one by one, or on their sum where the service says so', () => {
    const boxes = [box('3 4x4x4'), box('4 4x4x4')];
    expect(told(priced(shipment(boxes), service()))).toBe('transport 10.00, transport 10.00');
    expect(told(priced(shipment(boxes), service({ mode: 'perShipment' })))).toBe('transport 15.00');
  });

  it('of a quantity cost as much as the same boxes one by one', () => {
    const one = priced(shipment([box('3 4x4x4 3')]), service({ surcharges: size }));
    const three = priced(shipment([box('3 4x4x4'), box('3 4x4x4'), box('3 4x4x4')]), service({ surcharges: size }));
    expect(one.total).toBe(three.total);
  });

  it('are priced by their common weight from a total on, with a least average, where that is cheaper', () => {
    const multiweight = {
      tables: [table(['8', '200: 30.00', '500: 300.00'], { id: 'multi' })],
      from: lb(100),
      average: lb(15),
    };
    const boxes = (count: number) => shipment([box(`10 4x4x4 ${count}`)]);
    // Nine boxes of ten pounds count 135 by their least average; 9 x 15.00 one by one.
    expect(told(priced(boxes(9), service({ multiweight })))).toBe('transport 30.00');
    // Six count 90: below the total, one by one.
    expect(told(priced(boxes(6), service({ multiweight })))).toBe('transport 90.00');
    // Twenty count 300: the common price is not cheaper than 20 x 15.00.
    expect(told(priced(boxes(20), service({ multiweight })))).toBe('transport 300.00');
    // A zone or a weight that the common table does not have: one by one, as without it.
    const holed = (rows: readonly [string, ...string[]]) => ({
      ...multiweight,
      tables: [table([...rows], { id: 'multi' })],
    });
    expect(told(priced(boxes(9), service({ multiweight: holed(['2', '200: 30.00']) })))).toBe('transport 135.00');
    expect(told(priced(boxes(20), service({ multiweight: holed(['8', '200: 30.00']) })))).toBe('transport 300.00');
  });

  it('pay a percent of their common transport once, and of each box’s own for each box', () => {
    const peak = rule('peak', {
      amount: { kind: 'percent', percent: percent(10), of: 'transport' },
      fuelBearing: true,
    });
    const fuel = [{ from: '2025-09-29', to: '2025-10-05', percent: percent('19.5') }];
    const three = shipment([box('3 4x4x4 2'), box('1 4x4x4')]);
    const whole = priced(three, service({ mode: 'perShipment', surcharges: [peak], fuel }));
    // 10 % of 15.00, and 19.5 % of 16.50.
    expect(told(whole)).toBe('transport 15.00, peak 1.50, fuel 3.22');
    const each = priced(three, service({ surcharges: [peak], fuel }));
    expect(told(each)).toBe('transport 20.00, transport 8.00, peak 2.00, peak 0.80, fuel 4.30, fuel 1.72');
  });

  it('take a fixed rate where it fits and is cheaper, or where the table has a hole', () => {
    const fixed = [
      {
        ...always,
        id: 'small-box',
        version: 1,
        amount: usd(8),
        weight: lb(20),
        sides: [inch(12), inch(9), inch(6)] as [number, number, number],
      },
    ];
    const holed = [table(['8', '5: /', '20: 25.00'])];
    expect(told(priced(shipment([box('3 10x8x6')]), service({ fixed })))).toBe('transport 8.00');
    expect(told(priced(shipment([box('3 13x8x6')]), service({ fixed })))).toBe('transport 10.00');
    expect(told(priced(shipment([box('3 6x4x4')]), service({ fixed, tables: holed })))).toBe('transport 8.00');
    expect(reasonOf(rate(shipment([box('3 13x2x2')]), service({ fixed, tables: holed })))).toBe('rating.noRate');
  });
});

describe('what cannot be priced', () => {
  const limits = [{ ...always, weight: lb(150), longest: inch(108), lengthPlusGirth: inch(165), boxes: 200 }];
  it.each([
    ['too heavy', shipment([box('150.1 1x1x1')]), 'rating.overWeight boxes[0].weight'],
    ['too long', shipment([box('1'), box('1 108.1x1x1')]), 'rating.overLength boxes[1].length'],
    ['too large around', shipment([box('1 100x20x13')]), 'rating.overGirth boxes[0]'],
    ['too many', shipment([box('1 1x1x1 201')]), 'rating.tooManyBoxes boxes'],
    ['none', shipment([]), 'rating.noBoxes boxes'],
    ['no weight', shipment([{ ...box('1'), weight: 0 }]), 'rating.weight boxes[0].weight'],
    ['a side of nothing', shipment([{ ...box('1'), sides: [inch(1), 0, inch(1)] }]), 'rating.side boxes[0].width'],
    ['half a box', shipment([{ ...box('1'), quantity: 0.5 }]), 'rating.quantity boxes[0].quantity'],
  ])('%s: %s', (_, asked, reason) => {
    expect(reasonOf(rate(asked, service({ limits })))).toBe(reason);
  });

  it('is exactly what goes over a limit', () => {
    expect(rate(shipment([box('150 108x10x10')]), service({ limits })).ok).toBe(true);
  });

  it('is a day before any table, weight rule or list began', () => {
    const early = shipment([box('1')], { shipDate: '1999-12-31' });
    expect(reasonOf(rate(early, service()))).toBe('rating.noWeightRule shipDate');
  });
});
