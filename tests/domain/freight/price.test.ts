import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBill, type BilledLine } from '../../../server/domain/freight/kernel/compare.ts';
import { freightClasses } from '../../../server/domain/freight/kernel/density.ts';
import { isPrice, priceOf, type Item, type Price } from '../../../server/domain/freight/kernel/price.ts';
import { chosen, type Tariff } from '../../../server/domain/freight/kernel/tariff.ts';

const tariff = (more: Partial<Tariff> = {}): Tariff => ({
  ...{ id: '1', code: 'T', name: 'Table', carrier: '7', side: 'sale', level: null, customer: null, currency: 'USD' },
  ...{
    from: '2026-01-01',
    basis: 'class',
    deficit: true,
    discount: 0,
    minimum: 0,
    hasFuel: false,
    fuel: null,
    validDays: 7,
  },
  lanes: [{ originFrom: '900', originTo: '961', destinationFrom: '889', destinationTo: '961', zone: 'west' }],
  rates: [
    { zone: 'west', freightClass: '100', densityFrom: null, prices: { l5c: 400_000, m5c: 300_000, m1m: 250_000 } },
    { zone: 'west', freightClass: '70', densityFrom: null, prices: { l5c: 300_000, m5c: 225_000, m1m: 187_500 } },
  ],
  accessorials: [
    { accessorial: 'liftgateDelivery', amount: 7_500, per: 'shipment', minimum: null, maximum: null },
    { accessorial: 'inside', amount: 900, per: 'cwt', minimum: 8_000, maximum: 20_000 },
  ],
  ...more,
});
const item = (pounds: number, more: Partial<Item> = {}): Item => ({
  ...{ line: 1, quantity: 1, pounds, freightClass: '100', exactDensity: null, ...more },
});
const load = (items: Item[], accessorials: string[] = []) => ({
  origin: '91710',
  destination: '89502',
  items,
  accessorials,
});
const price = (of: Tariff, items: Item[], accessorials: string[] = []): Price => {
  const found = priceOf(of, load(items, accessorials));
  if (!isPrice(found)) throw new Error(found.code);
  return found;
};
const told = ({ lines }: Price) => lines.map(({ kind, amount }) => `${kind} ${amount}`);

describe('a price by a table', () => {
  it('takes the break of the whole weight for every class', () => {
    expect(told(price(tariff({ deficit: false }), [item(300), item(300, { line: 2, freightClass: '70' })]))).toEqual([
      ...['linehaul 9000', 'linehaul 6750'],
    ]);
    expect(told(price(tariff(), [item(499)]))).toEqual(['linehaul 14970', 'deficit 30']);
    expect(told(price(tariff({ deficit: false }), [item(499)]))).toEqual(['linehaul 19960']);
  });

  it('adds deficit weight at the lowest rate of the load only where that is cheaper', () => {
    // 374 lb at 40 is 149.60; 500 lb at 30 is 150.
    expect(told(price(tariff(), [item(374)]))).toEqual(['linehaul 14960']);
    expect(told(price(tariff(), [item(376)]))).toEqual(['linehaul 11280', 'deficit 3720']);
    expect(told(price(tariff(), [item(300), item(150, { line: 2, freightClass: '70' })]))).toEqual([
      ...['linehaul 9000', 'linehaul 3375', 'deficit 1125'],
    ]);
  });

  it('goes no further down than its minimum, takes fuel of what is left, and accessorials beside it', () => {
    const of = tariff({
      ...{ discount: 500_000, minimum: 12_000, hasFuel: true, fuel: { percent: 305_000, from: '2026-03-02' } },
    });
    const found = price(of, [item(200)], ['liftgateDelivery', 'inside']);
    expect(told(found)).toEqual([
      ...['linehaul 8000', 'discount -4000', 'minimum 8000', 'fuel 3660', 'accessorial 7500', 'accessorial 8000'],
    ]);
    expect(found).toMatchObject({ total: 31_160, net: 12_000, fuel: 3_660 });
  });

  it('names what is missing instead of guessing', () => {
    const code = (of: Tariff, ...[items, accessorials]: [Item[], string[]?]) => {
      const found = priceOf(of, load(items, accessorials));
      return isPrice(found) ? 'priced' : found.code;
    };
    expect(code(tariff({ lanes: [] }), [item(100)])).toBe('noLane');
    expect(code(tariff(), [item(100, { freightClass: '500' })])).toBe('noRate');
    expect(code(tariff({ hasFuel: true }), [item(100)])).toBe('noFuel');
    expect(code(tariff(), [item(100)], ['hazardous'])).toBe('noAccessorial');
  });

  it('by density takes the row of the highest bound that is reached', () => {
    const row = (densityFrom: string, l5c: number) => ({
      zone: 'west',
      freightClass: null,
      densityFrom,
      prices: { l5c },
    });
    const of = tariff({ basis: 'density', rates: [row('0', 900_000), row('10', 300_000), row('8', 500_000)] });
    const dense = (over: bigint) => [item(100, { exactDensity: { over, under: 1000n } })];
    expect([7_999n, 8_000n, 9_999n, 10_000n].map((over) => price(of, dense(over)).total)).toEqual([
      ...[9_000, 5_000, 5_000, 3_000],
    ]);
  });

  it('is the sum of its lines, and never dearer for being allowed deficit weight', () => {
    const pounds = fc.integer({ min: 1, max: 30_000 });
    const rate = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(
        ...[
          fc.array(fc.tuple(pounds, fc.constantFrom('100', '70')), { minLength: 1, maxLength: 6 }),
          fc.tuple(rate, rate, rate),
        ],
        ...[
          fc.integer({ min: 0, max: 999_900 }),
          fc.integer({ min: 0, max: 50_000 }),
          fc.integer({ min: 0, max: 600_000 }),
        ],
        (items, [l5c, m5c, m1m], discount, minimum, percent) => {
          const rates = (['100', '70'] as const).map((freightClass, at) => ({
            ...{
              zone: 'west',
              freightClass,
              densityFrom: null,
              prices: { l5c: l5c + at, m5c: m5c + at, m1m: m1m + at },
            },
          }));
          const of = tariff({ rates, discount, minimum, hasFuel: true, fuel: { percent, from: '2026-03-02' } });
          const all = items.map(([weight, freightClass], at) =>
            item(weight, { line: at + 1, freightClass: freightClass as '100' }),
          );
          const found = price(of, all, ['inside']);
          expect(found.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(found.total);
          expect(found.net).toBeGreaterThanOrEqual(minimum);
          expect(found.total).toBeLessThanOrEqual(price({ ...of, deficit: false }, all, ['inside']).total);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('comes from the own table of a customer before that of the level, and from the latest of equals', () => {
    const tables = [
      tariff({ id: '1' }),
      tariff({ id: '2', from: '2026-02-01' }),
      tariff({ id: '3', carrier: '8', level: '5' }),
      tariff({ id: '4', carrier: '8', customer: '9', from: '2020-01-01' }),
      tariff({ id: '5', side: 'cost' }),
    ];
    expect([...chosen(tables, 'sale').values()].map(({ id }) => id)).toEqual(['2', '4']);
  });
});

describe('a freight bill against its quote', () => {
  const cost = tariff({ side: 'cost', hasFuel: true, fuel: { percent: 200_000, from: '2026-03-02' } });
  const sale = tariff({ hasFuel: true, fuel: { percent: 200_000, from: '2026-03-02' }, minimum: 24_000 });
  const quoted = (more = {}) => ({
    ...{ load: load([item(1000)], ['liftgateDelivery']), total: 37_500, cost, sale, duplicateOf: null, ...more },
  });
  const line = (charge: BilledLine['charge'], amount: number, more: Partial<BilledLine> = {}): BilledLine => ({
    ...{ charge, amount, freightClass: null, pounds: null, percent: null, accessorial: null, ...more },
  });
  const asQuoted = [
    line('linehaul', 25_000, { freightClass: '100', pounds: 1000 }),
    line('fuel', 5_000, { percent: 200_000 }),
    line('accessorial', 7_500, { accessorial: 'liftgateDelivery' }),
  ];
  const types = (lines: BilledLine[], more = {}) =>
    compareBill(quoted(more), lines).map(({ type, amount, sale: pays }) => `${type} ${amount} ${pays}`);

  it('has nothing to say of a bill as quoted', () => {
    expect(types(asQuoted)).toEqual([]);
  });

  it('tells weight, class, accessorial, fuel week, correction and rate apart', () => {
    const [, fuel, lift] = asQuoted as [BilledLine, BilledLine, BilledLine];
    const heavier = line('linehaul', 27_500, { freightClass: '100', pounds: 1100 });
    expect(types([heavier, line('fuel', 5_500, { percent: 200_000 }), lift])).toEqual(['weight 3000 3000']);
    const denser = line('linehaul', 18_750, { freightClass: '70', pounds: 1000 });
    // The customer's minimum keeps what they pay from falling as far.
    expect(types([denser, line('fuel', 3_750, { percent: 200_000 }), lift])).toEqual(['class -7500 -1200']);
    expect(types([...asQuoted.slice(0, 2)])).toEqual(['accessorial -7500 -7500']);
    expect(types([...asQuoted, line('accessorial', 9_000, { accessorial: 'inside' })])).toEqual([
      'accessorial 9000 9000',
    ]);
    const [haul] = asQuoted as [BilledLine];
    expect(types([haul, line('fuel', 6_250, { percent: 250_000 }), lift])).toEqual(['fuelWeek 1250 0']);
    expect(types([...asQuoted, line('bolCorrection', 2_800)])).toEqual(['bolCorrection 2800 2800']);
    expect(types([{ ...haul, amount: 26_000 }, fuel, lift])).toEqual(['rate 1000 0']);
    expect(types(asQuoted, { duplicateOf: 'LB-1' })).toEqual(['duplicatePro 37500 0']);
  });

  it('explains every cent of the difference, whatever is billed', () => {
    const amount = fc.integer({ min: -50_000, max: 500_000 });
    const billed = fc.array(
      fc.record({
        charge: fc.constantFrom('linehaul', 'fuel', 'accessorial', 'bolCorrection', 'other'),
        freightClass: fc.constantFrom(...freightClasses),
        pounds: fc.integer({ min: 1, max: 30_000 }),
        percent: fc.integer({ min: 0, max: 600_000 }),
        accessorial: fc.constantFrom('inside', 'liftgateDelivery', 'hazardous'),
        amount,
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(billed, (rows) => {
        const lines = rows.map((row) =>
          row.charge === 'accessorial' ? row : { ...row, accessorial: null },
        ) as readonly BilledLine[];
        const total = lines.reduce((sum, each) => sum + each.amount, 0);
        const explained = compareBill(quoted(), lines).reduce((sum, each) => sum + each.amount, 0);
        expect(explained).toBe(total - 37_500);
      }),
      { numRuns: 200 },
    );
  });
});
