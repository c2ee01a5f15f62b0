import { decimal, percentOf, percentScale } from '../../rating/kernel/exact.ts';
import type { FreightClass } from './density.ts';
import { accessorialAmount, isPrice, priceOf, type Item, type Load } from './price.ts';
import type { Tariff } from './tariff.ts';

export type DifferenceType =
  | 'weight'
  | 'class'
  | 'accessorial'
  | 'fuelWeek'
  | 'duplicatePro'
  | 'bolCorrection'
  | 'rate';

/** A line of a freight bill; amounts in minor units, percent in `percentScale`. */
export interface BilledLine {
  readonly charge: 'linehaul' | 'fuel' | 'accessorial' | 'bolCorrection' | 'other';
  readonly freightClass: FreightClass | null;
  readonly pounds: number | null;
  readonly percent: number | null;
  readonly accessorial: string | null;
  readonly amount: number;
}

/** What an order was quoted with. The tables are null where there are none. */
export interface Quoted {
  readonly load: Load;
  /** Minor units of the predicted cost. */
  readonly total: number;
  readonly cost: Tariff | null;
  readonly sale: Tariff | null;
  /** The document that the same PRO number was billed with before; null: none. */
  readonly duplicateOf: string | null;
}

/** One difference between a bill and its quote, with its cost and its sale amount. */
export interface Difference {
  readonly type: DifferenceType;
  readonly accessorial: string | null;
  readonly quoted: string;
  readonly billed: string;
  readonly amount: number;
  readonly sale: number;
}

const sum = (lines: readonly BilledLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);
const money = (cents: number): string => decimal(cents, 100, 2);
const percent = (value: number): string => `${decimal(value, percentScale)} %`;
const pounds = (items: readonly Item[]): number => items.reduce((total, item) => total + item.pounds, 0);
const classes = (items: readonly { readonly freightClass: FreightClass }[]): string =>
  [...new Set(items.map(({ freightClass }) => freightClass))].join(', ');

/** Transport and fuel of some items by a table; null where it has no price for them. */
function transport(table: Tariff | null, load: Load, items: readonly Item[]): number | null {
  if (!table) return null;
  const price = priceOf(table, { ...load, items, accessorials: [] });
  return isPrice(price) ? price.net + price.fuel : null;
}

/** What another load costs more by a table; 0 where either has no price, so that the rest shows up as a matter of the rate. */
const moved = (table: Tariff | null, load: Load, from: readonly Item[], to: readonly Item[]): number => {
  const [before, after] = [transport(table, load, from), transport(table, load, to)];
  return before === null || after === null ? 0 : after - before;
};

/** The density of an item whose weight is another one. */
const reweighed = (item: Item, weight: number): Item => ({
  ...item,
  pounds: weight,
  exactDensity:
    item.exactDensity && item.pounds > 0
      ? { over: item.exactDensity.over * BigInt(weight), under: item.exactDensity.under * BigInt(item.pounds) }
      : item.exactDensity,
});

interface Billed {
  readonly reweighed: readonly Item[];
  readonly reclassed: readonly Item[];
}

/**
 * What was quoted with the billed weights, and with the billed classes on top. Lines stand for each other by their place;
 * a bill with other lines than ours is read as one line of all the weight.
 */
function billedItems(items: readonly Item[], billed: readonly BilledLine[]): Billed | null {
  if (billed.length === 0 || billed.some((line) => line.pounds === null || line.freightClass === null)) return null;
  const total = billed.reduce((all, line) => all + (line.pounds ?? 0), 0);
  const [first] = items;
  if (!first) return null;
  const own = billed.length === items.length ? items : [{ ...first, pounds: pounds(items) }];
  const weights = billed.length === items.length ? billed.map((line) => line.pounds ?? 0) : [total];
  const changed = own.map((item, at) => reweighed(item, weights[at] ?? 0));
  const theirs = billed.map((line, at): Item => {
    const base = changed[at] ?? changed[0] ?? first;
    return { ...base, pounds: line.pounds ?? 0, freightClass: line.freightClass ?? base.freightClass };
  });
  return { reweighed: changed, reclassed: theirs };
}

/**
 * Why a freight bill is not what was quoted, by type. The amounts add up to what was billed less what was predicted, to the
 * cent: what no other type explains is a matter of the rate. A bill of a number that was billed before counts as a whole.
 */
export function compareBill(quoted: Quoted, billed: readonly BilledLine[]): Difference[] {
  const { load, cost, sale } = quoted;
  const total = sum(billed);
  if (quoted.duplicateOf !== null) {
    const figures = { quoted: quoted.duplicateOf, billed: money(total) };
    return [{ type: 'duplicatePro', accessorial: null, ...figures, amount: total, sale: 0 }];
  }
  const of = (charge: BilledLine['charge']) => billed.filter((line) => line.charge === charge);
  const found: Difference[] = [];
  const add = (
    type: DifferenceType,
    difference: Omit<Difference, 'type' | 'accessorial'>,
    accessorial = null as string | null,
  ) => {
    if (difference.amount !== 0 || difference.sale !== 0) found.push({ type, accessorial, ...difference });
  };
  const linehaul = of('linehaul');
  const items = billedItems(load.items, linehaul);
  if (items) {
    const { reweighed: weighed, reclassed } = items;
    add('weight', {
      ...{ quoted: `${pounds(load.items)} lb`, billed: `${pounds(weighed)} lb` },
      amount: moved(cost, load, load.items, weighed),
      sale: moved(sale, load, load.items, weighed),
    });
    add('class', {
      ...{ quoted: classes(load.items), billed: classes(reclassed) },
      amount: moved(cost, load, weighed, reclassed),
      sale: moved(sale, load, weighed, reclassed),
    });
  }
  for (const line of accessorials(quoted, of('accessorial'))) add('accessorial', line.figures, line.accessorial);
  const fuel = of('fuel');
  const week = fuel.find((line) => line.percent !== null)?.percent ?? null;
  const own = cost?.hasFuel ? (cost.fuel?.percent ?? null) : null;
  if (week !== null && own !== null && week !== own) {
    const amount = sum(fuel) - percentOf(sum(linehaul), own);
    add('fuelWeek', { quoted: percent(own), billed: percent(week), amount, sale: 0 });
  }
  const corrected = sum(of('bolCorrection'));
  add('bolCorrection', { quoted: money(0), billed: money(corrected), amount: corrected, sale: corrected });
  const explained = found.reduce((all, { amount }) => all + amount, 0);
  const rest = total - quoted.total - explained;
  add('rate', { quoted: money(quoted.total), billed: money(total), amount: rest, sale: 0 });
  return found;
}

/** Accessorials billed differently from the quote, one by one. */
function accessorials({ load, cost, sale }: Quoted, billed: readonly BilledLine[]) {
  const names = new Set([...load.accessorials, ...billed.flatMap(({ accessorial }) => accessorial ?? [])]);
  return [...names].map((accessorial) => {
    const wanted = load.accessorials.includes(accessorial);
    const lines = billed.filter((line) => line.accessorial === accessorial);
    const before = wanted && cost ? (accessorialAmount(cost, accessorial, load.items) ?? 0) : 0;
    const after = sum(lines);
    const price = (sale && accessorialAmount(sale, accessorial, load.items)) ?? after;
    const isNew = !wanted && lines.length > 0;
    const isGone = wanted && lines.length === 0;
    return {
      accessorial,
      figures: {
        ...{ quoted: money(before), billed: money(after), amount: after - before },
        sale: isNew ? price : isGone ? -price : 0,
      },
    };
  });
}
