import { weightScale } from '../kernel/exact.ts';
import type { Price } from '../kernel/rate.ts';
import { money } from '../explain.ts';

/** One order priced one way; null where it has no price. Amounts are minor units of the sale's currency. */
export interface Way {
  readonly sale: Price | null;
  readonly cost: Price | null;
}

export interface PricedTwice {
  readonly id: string;
  readonly orderNo: string;
  readonly customer: string;
  readonly channel: string;
  readonly before: Way;
  readonly after: Way;
}

const nothing = (): Money => ({ sale: 0, cost: 0, margin: 0 });

interface Sums {
  orders: number;
  readonly before: Money;
  readonly after: Money;
}
interface Money {
  sale: number;
  cost: number;
  /** Of the orders whose cost is known. */
  margin: number;
}

/** A line of a table: sums before and after, as numbers of the currency. */
export interface TallyRow {
  /** An id, a zone or a band of weight. */
  readonly key: string;
  readonly currency: string;
  readonly orders: number;
  readonly before: { readonly sale: number; readonly cost: number; readonly margin: number };
  readonly after: { readonly sale: number; readonly cost: number; readonly margin: number };
}

export interface Loser {
  readonly id: string;
  readonly orderNo: string;
  readonly customer: string;
  readonly channel: string;
  readonly currency: string;
  readonly before: number;
  readonly after: number;
}

export interface ChangedLine {
  readonly side: 'sale' | 'cost';
  readonly category: string;
  readonly currency: string;
  /** Orders on which it differs. */
  readonly orders: number;
  readonly before: number;
  readonly after: number;
}

export const dimensions = ['customer', 'channel', 'zone', 'weight'] as const;
export type Dimension = (typeof dimensions)[number];

/** Upper edges of the bands of billed weight, in the unit of the service. */
const bands = [1, 5, 10, 20, 50, 70, 150];
/** Orders that are named as those that lose most. */
const maxLosers = 20;
/** Rows of one table; what comes after them is summed up in one. */
const maxRows = 200;
const rest = '…';

/** Sums what orders bring both ways. Orders without a sale price on both sides are counted apart, never as zero. */
export class Tally {
  private readonly totals = new Map<string, Sums>();
  private readonly tables = new Map(dimensions.map((name) => [name, new Map<string, Sums>()]));
  private readonly lines = new Map<string, { orders: number; before: number; after: number }>();
  private losers: (Loser & { change: number })[] = [];
  private readonly without = { before: 0, after: 0, cost: 0 };
  priced = 0;

  add(order: PricedTwice): void {
    const { before, after } = order;
    if (!before.sale) this.without.before += 1;
    if (!after.sale) this.without.after += 1;
    if (!before.sale || !after.sale || before.sale.currency !== after.sale.currency) return;
    this.priced += 1;
    if (!before.cost || !after.cost) this.without.cost += 1;
    const { currency } = before.sale;
    const keys = { ...order, zone: after.sale.zone, weight: bandOf(after.sale.billableWeight) };
    for (const [name, table] of this.tables) count(table, `${currency} ${keys[name]}`, before, after);
    count(this.totals, currency, before, after);
    this.countLines('sale', currency, before.sale, after.sale);
    this.countLines('cost', currency, before.cost, after.cost);
    const change = marginOf(after) - marginOf(before);
    if (change < 0) this.lose({ ...order, currency, before: marginOf(before), after: marginOf(after), change });
  }

  private lose({ id, orderNo, customer, channel, currency, before, after, change }: PricedLoser): void {
    const least = this.losers.at(-1);
    if (this.losers.length >= maxLosers && least && change >= least.change) return;
    this.losers.push({ id, orderNo, customer, channel, currency, before, after, change });
    this.losers.sort((one, other) => one.change - other.change);
    this.losers.length = Math.min(this.losers.length, maxLosers);
  }

  private countLines(side: 'sale' | 'cost', currency: string, before: Price | null, after: Price | null): void {
    const [was, is] = [byCategory(before), byCategory(after)];
    for (const category of new Set([...was.keys(), ...is.keys()])) {
      const [old, now] = [was.get(category) ?? 0, is.get(category) ?? 0];
      if (old === now) continue;
      const key = `${side} ${currency} ${category}`;
      const sums = this.lines.get(key) ?? { orders: 0, before: 0, after: 0 };
      this.lines.set(key, { orders: sums.orders + 1, before: sums.before + old, after: sums.after + now });
    }
  }

  result() {
    const losers = this.losers.map(({ id, orderNo, customer, channel, currency, before, after }): Loser => ({
      ...{ id, orderNo, customer, channel, currency, before: money(before), after: money(after) },
    }));
    return {
      totals: rowsOf(this.totals, (key) => ['', key]),
      ...(Object.fromEntries(
        dimensions.map((name) => [name, shortened(rowsOf(this.tables.get(name) ?? new Map(), splitKey))]),
      ) as Record<Dimension, TallyRow[]>),
      losers,
      lines: [...this.lines].map(([key, sums]): ChangedLine => {
        const [side = '', currency = '', ...category] = key.split(' ');
        const { orders, before, after } = sums;
        return {
          ...{ side: side as 'sale' | 'cost', category: category.join(' '), currency, orders },
          ...{ before: money(before), after: money(after) },
        };
      }),
      withoutPrice: { ...this.without },
    };
  }
}

type PricedLoser = Omit<PricedTwice, 'before' | 'after'> & {
  readonly currency: string;
  readonly before: number;
  readonly after: number;
  readonly change: number;
};

/** An unknown cost is no part of a margin; the same order has it or lacks it on both sides. */
const marginOf = ({ sale, cost }: Way): number => (sale && cost ? sale.total - cost.total : 0);

function count(table: Map<string, Sums>, key: string, before: Way, after: Way): void {
  let sums = table.get(key);
  if (!sums) table.set(key, (sums = { orders: 0, before: nothing(), after: nothing() }));
  sums.orders += 1;
  for (const [into, way] of [
    [sums.before, before],
    [sums.after, after],
  ] as const) {
    into.sale += way.sale?.total ?? 0;
    into.cost += way.cost?.total ?? 0;
    into.margin += marginOf(way);
  }
}

function byCategory(price: Price | null): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { category, amount } of price?.lines ?? []) sums.set(category, (sums.get(category) ?? 0) + amount);
  return sums;
}

function bandOf(weight: number): string {
  const edge = bands.find((each) => weight <= each * weightScale);
  return edge === undefined ? `> ${bands.at(-1)}` : `≤ ${edge}`;
}

const splitKey = (key: string): [string, string] => {
  const at = key.indexOf(' ');
  return [key.slice(at + 1), key.slice(0, at)];
};

const wire = ({ sale, cost, margin }: Money) => ({ sale: money(sale), cost: money(cost), margin: money(margin) });

const rowsOf = (table: ReadonlyMap<string, Sums>, split: (key: string) => [string, string]) =>
  [...table]
    .map(([name, sums]) => {
      const [key, currency] = split(name);
      return { key, currency, sums };
    })
    .toSorted((one, other) => changeOf(one.sums) - changeOf(other.sums))
    .map(({ key, currency, sums }): TallyRow => ({
      ...{ key, currency, orders: sums.orders, before: wire(sums.before), after: wire(sums.after) },
    }));

const changeOf = ({ before, after }: Sums): number => after.margin - before.margin;

/** Those that change most, for worse or better, and the others in one row per currency. */
function shortened(rows: readonly TallyRow[]): TallyRow[] {
  if (rows.length <= maxRows) return [...rows];
  const change = ({ before, after }: TallyRow) => Math.abs(after.margin - before.margin);
  const named = new Set(rows.toSorted((one, other) => change(other) - change(one)).slice(0, maxRows));
  const others = new Map<string, Sums>();
  for (const row of rows) {
    if (named.has(row)) continue;
    const sums = others.get(row.currency) ?? { orders: 0, before: nothing(), after: nothing() };
    others.set(row.currency, sums);
    sums.orders += row.orders;
    for (const side of ['before', 'after'] as const) {
      sums[side].sale += Math.round(row[side].sale * 100);
      sums[side].cost += Math.round(row[side].cost * 100);
      sums[side].margin += Math.round(row[side].margin * 100);
    }
  }
  return [...rows.filter((row) => named.has(row)), ...rowsOf(others, (currency) => [rest, currency])];
}
