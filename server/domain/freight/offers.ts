import { decimal } from '../rating/kernel/exact.ts';
import { classify } from './kernel/classify.ts';
import { isPrice, priceOf, type Line, type Load, type NoPrice } from './kernel/price.ts';
import { chosen } from './kernel/tariff.ts';
import type { NamedTariff } from './read-tariffs.ts';

type Values = Readonly<Record<string, unknown>>;

/** A line as it is stored with its order; money as decimal text. */
export interface StoredLine {
  readonly kind: Line['kind'];
  readonly amount: string;
  readonly params: Line['params'];
}

/** One carrier's price for an order, as its customer sees it. */
export interface Offer {
  /** From 1 on, the cheapest first. */
  readonly offer: number;
  readonly carrier: string;
  readonly carrierName: string;
  readonly amount: string;
  readonly validDays: number;
  readonly lines: readonly StoredLine[];
}

/** What staff alone see of an offer: the tables, and the cost where there is a table for it. */
export interface CostOffer {
  readonly offer: number;
  readonly saleTariff: string;
  readonly saleName: string;
  readonly costTariff: string | null;
  readonly costName: string | null;
  readonly amount: string | null;
  readonly margin: string | null;
  readonly lines: readonly StoredLine[];
  /** Why there is no cost. */
  readonly missing: NoPrice | null;
}

export interface Offers {
  readonly offers: readonly Offer[];
  readonly costOffers: readonly CostOffer[];
  /** Carriers that have a sale table and no price, and why. */
  readonly without: readonly { readonly carrierName: string; readonly why: NoPrice }[];
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const money = (cents: number): string => decimal(cents, 100, 2);
const stored = (lines: readonly Line[]): StoredLine[] =>
  lines.map(({ kind, amount, params }) => ({ kind, amount: money(amount), params }));

/** What an order asks of a table. */
export function loadOf(record: Values): Load {
  return {
    origin: text(record['shipFromPostalCode']),
    destination: text(record['shipToPostalCode']),
    items: classify(record),
    accessorials: Array.isArray(record['accessorials']) ? (record['accessorials'] as readonly string[]) : [],
  };
}

/** Every carrier's price for an order by the tables that count for its customer. */
export function offersFor(record: Values, tariffs: readonly NamedTariff[]): Offers {
  const load = loadOf(record);
  const sales = chosen(tariffs, 'sale');
  const costs = chosen(tariffs, 'cost');
  const without: { carrierName: string; why: NoPrice }[] = [];
  const priced = [...sales.values()].flatMap((sale) => {
    const price = priceOf(sale, load);
    if (isPrice(price)) return [{ sale, price }];
    without.push({ carrierName: sale.carrierName, why: price });
    return [];
  });
  priced.sort((a, b) => a.price.total - b.price.total || a.sale.carrierName.localeCompare(b.sale.carrierName));
  const offers = priced.map(({ sale, price }, at): Offer => ({
    ...{ offer: at + 1, carrier: sale.carrier, carrierName: sale.carrierName, amount: money(price.total) },
    ...{ validDays: sale.validDays, lines: stored(price.lines) },
  }));
  const costOffers = priced.map(({ sale, price }, at): CostOffer => {
    const table = costs.get(sale.carrier);
    const cost = table ? priceOf(table, load) : null;
    const known = cost && isPrice(cost) ? cost : null;
    return {
      ...{ offer: at + 1, saleTariff: sale.id, saleName: sale.name },
      ...{ costTariff: known && table ? table.id : null, costName: table?.name ?? null },
      amount: known && money(known.total),
      margin: known && money(price.total - known.total),
      lines: known ? stored(known.lines) : [],
      missing: cost && !isPrice(cost) ? cost : null,
    };
  });
  return { offers, costOffers, without };
}
