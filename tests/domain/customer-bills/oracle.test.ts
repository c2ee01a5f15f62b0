import { describe, expect, it } from 'vitest';
import type { LineFacts, SaleFacts, SaleMode } from '../../../server/domain/customer-bills/sale/facts.ts';
import { sellOrder, type SoldRow } from '../../../server/domain/customer-bills/sale/sell-order.ts';
import { owed } from './oracle.ts';

const night = process.env['NIGHT'] === '1';
const sets = night ? 300 : 30;
const ordersOfSet = night ? 40 : 12;

/** The same numbers for the same set. */
const dice = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0;
    return (state >>> 1) % below;
  };
};

const categories = [
  'transport',
  'fuel',
  'residential',
  'area',
  'additionalHandling',
  'addressCorrection',
  'unknown',
  'signature',
];
const modes: readonly SaleMode[] = ['rerate', 'factor', 'cost', 'report'];

interface Made {
  readonly facts: Omit<SaleFacts, 'lines' | 'rows'>;
  readonly lines: readonly Omit<LineFacts, 'current'>[];
  readonly prices: { ordered: Record<string, number>[]; measured: Record<string, number>[]; knows: string[] } | null;
}

function make(roll: (below: number) => number, at: number): Made {
  const many = 1 + roll(3);
  const packages = Array.from({ length: many }, (_, n) => ({
    ...{ id: `p${n}`, trackingNo: `T${at}-${n}`, voided: roll(20) === 0, unitType: '0', weight: '4', length: '12' },
    ...{ width: '10', height: '8', declaredValue: null, signature: null },
  }));
  const charges = packages.flatMap((_, n) =>
    categories.flatMap((category) =>
      (['sale', 'cost'] as const).flatMap((side) =>
        roll(3) === 0 && category !== 'transport'
          ? []
          : roll(2) === 0 && category !== 'transport'
            ? []
            : [{ side, category, box: n + 1, amount: 100 + roll(3000), quantity: 1 }],
      ),
    ),
  );
  const bills = 1 + roll(4);
  // The bill of the charges may be missing.
  const first = bills > 1 && roll(8) === 0 ? 1 : 0;
  const lines = Array.from({ length: bills }, (_, bill) =>
    packages.flatMap(({ id }, n) =>
      categories.flatMap((category) => {
        if (bill < first) return [];
        const line = (net: number, leg: number, type = bill === 0 ? 'SHP' : 'ADJ') => ({
          ...{
            id: `${bill}-${n}-${category}-${leg}`,
            bill: `2026-03-${10 + bill} ${bill}`,
            line: leg,
            package: roll(40) === 0 ? null : id,
          },
          ...{
            trackingNo: null,
            kind: type,
            category,
            currency: 'USD',
            net,
            enteredWeight: '4',
            billedWeight: null,
            weightUnit: 'lb',
          },
          ...{ length: null, width: null, height: null, zone: null, shipDate: null },
        });
        const kind = roll(bill === 0 ? 3 : 8);
        if (kind === 0 || (bill === 0 && category === 'transport')) {
          const net = 1 + roll(4000);
          // A label that is charged and given back by one bill.
          const way = roll(6);
          if (way === 0) return [line(net, 1), line(-net, 2)];
          // A bill that credits a part, one that charges again, and one with a discount on a row of its own.
          if (way === 1) return [line(net, 1), line(-(1 + roll(net)), 2, 'ADJ')];
          if (way === 2) return [line(net, 1), line(-net, 2, 'ADJ'), line(1 + roll(4000), 3, 'ADJ')];
          return way === 3 ? [line(net, 1), line(-(1 + roll(net)), 2)] : [line(net, 1)];
        }
        if (bill > 0 && kind === 1) return [line(-(1 + roll(3000)), 1)];
        return bill > 0 && kind === 2 ? [line(-(1 + roll(2000)), 1), line(1 + roll(2500), 2)] : [];
      }),
    ),
  ).flat();
  const own = Object.fromEntries(
    categories.flatMap((category) =>
      roll(5) === 0
        ? [
            [
              category,
              {
                mode: modes[roll(4)] ?? 'cost',
                factor: roll(2) === 0 ? null : 8000 + roll(9000),
                ignoreBelow: roll(2) === 0 ? null : roll(400),
              },
            ] as const,
          ]
        : [],
    ),
  );
  const basics = Object.fromEntries(
    categories.map((category) => [category, { mode: modes[roll(4)] ?? 'cost', factor: 10_000 + roll(4000) }]),
  );
  const priced = () =>
    packages.map(() =>
      Object.fromEntries(categories.flatMap((category) => (roll(3) === 0 ? [] : [[category, roll(4000)] as const]))),
    );
  return {
    facts: {
      ...{
        order: `o${at}`,
        customer: 'c',
        currency: 'USD',
        refunded: roll(15) === 0,
        charged: null,
        packages,
        charges,
      },
      ...{ agreements: [], forgone: [] },
      terms: {
        billProcessing: ['reprice', 'factor', 'atCost', 'reportOnly'][roll(4)] ?? 'reprice',
        ...{ factor: 9000 + roll(6000), ignoreBelow: roll(3) === 0 ? roll(300) : 0, own, basics },
      },
    },
    lines,
    prices:
      roll(6) === 0 ? null : { ordered: priced(), measured: priced(), knows: categories.filter(() => roll(2) === 0) },
  };
}

/** Sells the bills one after the other, as they were imported. */
function sell({ facts, lines, prices }: Made, order: readonly string[]): SoldRow[] {
  const rows: SoldRow[] = [];
  const table = (all: readonly Record<string, number>[]) => all.map((each) => new Map(Object.entries(each)));
  const none = { code: 'rating.noTable', path: '', params: {} };
  for (const [at, bill] of order.entries()) {
    const known = new Set(order.slice(0, at + 1));
    const now = lines.filter((line) => known.has(line.bill)).map((line) => ({ ...line, current: line.bill === bill }));
    const sold = sellOrder(
      {
        ...facts,
        lines: now,
        rows: rows.map(({ package: of, category, currency, difference }) => ({
          package: of,
          category,
          currency,
          difference,
        })),
      },
      facts.packages.map(() => 1),
      () =>
        prices
          ? {
              ...{
                ordered: table(prices.ordered),
                measured: table(prices.measured),
                facts: facts.packages.map(() => null),
              },
              ...{ homeDiffers: false, knows: (category: string) => prices.knows.includes(category) },
            }
          : { reason: none },
    );
    rows.push(...sold);
  }
  return rows;
}

const sumsOf = (rows: readonly SoldRow[]): Record<string, bigint> => {
  const sums: Record<string, bigint> = {};
  for (const { category, difference } of rows) sums[category] = (sums[category] ?? 0n) + BigInt(difference);
  return sums;
};
const withoutNought = (sums: Readonly<Record<string, bigint>>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));

describe('what customers owe', () => {
  it(`agrees with the oracle to the cent on ${sets} sets of bills, in any order of import`, () => {
    for (let set = 0; set < sets; set += 1) {
      const roll = dice(set + 1);
      for (let at = 0; at < ordersOfSet; at += 1) {
        const made = make(roll, at);
        const bills = [...new Set(made.lines.map(({ bill }) => bill))];
        const turned = bills
          .map((bill) => [roll(1000), bill] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, bill]) => bill);
        const all = { ...made.facts, lines: made.lines.map((line) => ({ ...line, current: false })), rows: [] };
        const right = withoutNought(Object.fromEntries(owed(all, made.prices)));
        for (const order of [bills, turned]) {
          const rows = sell(made, order);
          expect([set, at, withoutNought(sumsOf(rows))]).toEqual([set, at, right]);
          // Every line stands in one row, and its cost with it.
          expect(rows.flatMap(({ lines }) => lines).toSorted()).toEqual(made.lines.map(({ id }) => id).toSorted());
          for (const category of categories)
            expect(rows.reduce((sum, row) => (row.category === category ? sum + row.cost : sum), 0)).toBe(
              made.lines.reduce((sum, line) => (line.category === category ? sum + line.net : sum), 0),
            );
        }
      }
    }
  }, 180_000);
});
