import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shipment } from '../../../server/domain/rating/kernel/parcel.ts';
import type { AreaList, ServicePrices } from '../../../server/domain/rating/kernel/prices.ts';
import { rate } from '../../../server/domain/rating/kernel/rate.ts';
import type { SurchargeRule } from '../../../server/domain/rating/kernel/surcharge.ts';
import { zoneKey } from '../../../server/domain/rating/kernel/zone.ts';
import { always, lb, perUnit, percent, priced, rule, service, shipment, upRule } from './case.ts';
import { slowly, type PlainBox, type PlainPrices, type PlainRule } from './slow-rater.ts';

const runs = Number(process.env['PARCELS'] ?? 4_000);

const plainRule = (at: number): fc.Arbitrary<PlainRule> =>
  fc.record({
    name: fc.constant(`rule${at}`),
    group: fc.constantFrom('small', 'large', null),
    // No two of one group may have one priority.
    order: fc.constant(at),
    cancels: fc.constantFrom('small', null, null),
    cents: fc.integer({ min: 1, max: 5000 }),
    leastPounds: fc.constantFrom(0, 0, 40, 90),
    fuel: fc.boolean(),
    over: fc.record(
      {
        length: fc.integer({ min: 10, max: 100 }),
        second: fc.integer({ min: 5, max: 40 }),
        around: fc.integer({ min: 40, max: 160 }),
        pounds: fc.integer({ min: 5, max: 120 }),
      },
      { requiredKeys: [] },
    ),
  });

const areaList = fc.option(fc.record({ cents: fc.option(fc.integer({ min: 1, max: 2_000 })) }));

const plainPrices: fc.Arbitrary<PlainPrices> = fc.record({
  roundSides: fc.constantFrom('none', 'nearest', 'up'),
  divisor: fc.constantFrom(139, 166, 200, 250, 300, 5000),
  basis: fc.oneof(
    fc.constantFrom('greater' as const, 'volume' as const),
    fc.record({ sharePercent: fc.integer({ min: 0, max: 100 }) }),
  ),
  stepPounds: fc.constantFrom(0, 0.05, 0.1, 0.5, 1),
  minimumPounds: fc.constantFrom(0, 1, 2),
  rows: fc
    .uniqueArray(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 12 })
    .chain((weights) =>
      fc
        .array(fc.integer({ min: 1, max: 20_000 }), { minLength: weights.length, maxLength: weights.length })
        .map((cents) => weights.toSorted((a, b) => a - b).map((weight, at) => [weight, cents[at] ?? 1] as const)),
    ),
  centsAboveAPound: fc.integer({ min: 1, max: 500 }),
  rules: fc
    .integer({ min: 0, max: 5 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => plainRule(at)))),
  letter: fc.option(fc.record({ pounds: fc.constantFrom(0.5, 1, 3), cents: fc.integer({ min: 1, max: 20_000 }) })),
  areas: fc.record({ homes: areaList, businesses: areaList, everybody: areaList }),
  discountPercent: fc.integer({ min: 0, max: 9000 }).map((hundredths) => hundredths / 100),
  fuelPercent: fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths / 100),
});

const side = fc.oneof(
  fc.integer({ min: 1, max: 120_000 }),
  fc.integer({ min: 1, max: 120 }).map((inches) => inches * 1000),
);
const plainBox: fc.Arbitrary<PlainBox> = fc.record({
  weight: fc.oneof(
    fc.integer({ min: 1, max: 1_500_000 }),
    fc.integer({ min: 1, max: 150 }).map((pounds) => pounds * 10_000),
  ),
  sides: fc.tuple(side, side, side),
  quantity: fc.integer({ min: 1, max: 5 }),
  letter: fc.boolean(),
  home: fc.boolean(),
});

/** The shipment of one kind of box, as the kernel takes it. */
const asShipment = ({ letter, home, ...box }: PlainBox): Shipment =>
  shipment([letter ? { ...box, packaging: 'letter' } : box], {
    to: { country: 'US', postalCode: '10001', residential: home },
  });

/** Each list names the place with a tier of its own, or another place. */
const lists = { homes: 'residential', businesses: 'commercial', everybody: undefined } as const;
function areasOf({ areas }: PlainPrices): { areas: AreaList[]; rules: SurchargeRule[] } {
  const found = (['homes', 'businesses', 'everybody'] as const).flatMap((name) => {
    const list = areas[name];
    return list ? [{ name, cents: list.cents, recipients: lists[name] }] : [];
  });
  return {
    areas: found.map(({ name, cents, recipients }) => ({
      ...always,
      ...(recipients ? { recipients } : {}),
      tiers: new Map([[zoneKey('US', cents === null ? '99999' : '10001'), name]]),
    })),
    rules: found.flatMap(({ name, cents }) =>
      cents === null
        ? []
        : [rule(`area ${name}`, { applies: ({ area }) => area === name, amount: { kind: 'flat', amount: cents } })],
    ),
  };
}

function pricesOf(plain: PlainPrices): ServicePrices {
  const { areas, rules } = areasOf(plain);
  const row = (cents: number) => ({ '8': { mode: 'flat' as const, amount: cents } });
  return service({
    weightRules: [
      {
        ...upRule,
        sides: plain.roundSides,
        divisor: plain.divisor,
        basis: typeof plain.basis === 'object' ? { excess: percent(plain.basis.sharePercent) } : plain.basis,
        rounding: { step: lb(plain.stepPounds) },
        minimum: lb(plain.minimumPounds),
      },
    ],
    tables: [
      {
        ...always,
        id: 't',
        version: 1,
        rows: plain.rows.map(([pounds, cents]) => ({ to: lb(pounds), prices: row(cents) })),
        above: { '8': perUnit((plain.centsAboveAPound / 100).toFixed(2)) },
        ...(plain.letter
          ? { packaging: { letter: { to: lb(plain.letter.pounds), prices: { '8': plain.letter.cents } } } }
          : {}),
      },
    ],
    areas,
    surcharges: [...plain.rules.map(surchargeOf), ...rules],
    discount: { percent: percent(plain.discountPercent.toFixed(2)) },
    fuel: [{ ...always, percent: percent(plain.fuelPercent.toFixed(2)) }],
  });
}

function surchargeOf({ name, group, order, cancels, cents, leastPounds, fuel, over }: PlainRule): SurchargeRule {
  const more = (value: number, limit: number | undefined, scale: number) =>
    limit !== undefined && value > limit * scale;
  return rule(name, {
    ...(group === null ? {} : { group }),
    ...(cancels === null ? {} : { excludes: [cancels] }),
    priority: order,
    amount: { kind: 'flat', amount: cents },
    minimumWeight: lb(leastPounds),
    fuelBearing: fuel,
    applies: ({ sides, lengthPlusGirth, actual }) =>
      more(sides[0], over.length, 1000) ||
      more(sides[1], over.second, 1000) ||
      more(lengthPlusGirth, over.around, 1000) ||
      more(actual, over.pounds, 10_000),
  });
}

describe('random parcels', () => {
  it('cost what a second, plainly written rater makes of them', () => {
    fc.assert(
      fc.property(plainPrices, plainBox, (plain, box) => {
        const price = priced(asShipment(box), pricesOf(plain));
        const expected = slowly(box, plain);
        expect({ total: price.total, billed: price.billableWeight }).toEqual({
          total: expected.total,
          billed: expected.billed,
        });
        const named = new Set(price.lines.map(({ category }) => category).filter((each) => each.startsWith('rule')));
        expect([...named].toSorted()).toEqual(expected.lines.toSorted());
      }),
      { numRuns: runs },
    );
  }, 600_000);

  it('cost the sum of their lines, whole cents all, each with its rule and version', () => {
    fc.assert(
      fc.property(plainPrices, fc.array(plainBox, { minLength: 1, maxLength: 4 }), (plain, boxes) => {
        const { total, lines } = priced(shipment(boxes), pricesOf(plain));
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        expect(
          lines.every(({ amount, rule: id, version }) => Number.isSafeInteger(amount) && id !== '' && version > 0),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('never cost less for weighing more, where the table rises', () => {
    const rising = plainPrices.map((plain): PlainPrices => {
      const cents = plain.rows.map(([, each]) => each).toSorted((a, b) => a - b);
      const rows = plain.rows.map(([pounds], at) => [pounds, cents[at] ?? 0] as const);
      const [last, most] = rows.at(-1) ?? [1, 1];
      return { ...plain, rows, rules: [], centsAboveAPound: Math.max(plain.centsAboveAPound, Math.ceil(most / last)) };
    });
    fc.assert(
      fc.property(rising, plainBox, fc.integer({ min: 1, max: 500_000 }), (plain, box, more) => {
        const heavier = { ...box, weight: box.weight + more };
        const [one, other] = [box, heavier].map((each) => priced(shipment([each]), pricesOf(plain)).total);
        expect(other).toBeGreaterThanOrEqual(one ?? 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('never have a price without a zone', () => {
    fc.assert(
      fc.property(plainPrices, plainBox, fc.stringMatching(/^[0-9]{5}$/), (plain, box, postalCode) => {
        const found = rate(shipment([box], { to: { country: 'US', postalCode, residential: false } }), pricesOf(plain));
        const isServed = postalCode.startsWith('100');
        if (!isServed) expect(found.ok).toBe(false);
        else expect(found).toMatchObject({ ok: true, price: { zone: '8' } });
      }),
      { numRuns: 1000 },
    );
  });
});
