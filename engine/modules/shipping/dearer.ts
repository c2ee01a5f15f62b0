import type { WireRecord } from '../../kit/index.ts';

/** What a trial found for an order, as `POST /api/Order/trial` answers it. */
export interface Tried {
  readonly id: string;
  readonly quotes?: readonly {
    readonly channel: { readonly id: string };
    readonly service: { readonly id: string };
    readonly currency?: string;
    readonly sale?: { readonly total: number };
  }[];
  /** Of the order's rate rule. */
  readonly pick?: { readonly picked: { readonly channel: string; readonly service: string } | null };
}

/** Orders that cost more than they were shown with, and how much more in all; null where none does. */
export interface Dearer {
  readonly count: number;
  readonly more: number;
  readonly currency: string;
}

/** Prices by order, as they are shown. */
export type Prices = Readonly<Record<string, number>>;

export const pricesOf = (orders: readonly WireRecord[]): Prices =>
  Object.fromEntries(
    orders.flatMap(({ id, predictedSale }) => (typeof predictedSale === 'number' ? [[id, predictedSale]] : [])),
  );

/** What a trial found for each order on its own service, or on the one that its rule took. */
export function triedPrices(
  orders: readonly WireRecord[],
  tried: readonly Tried[],
): { prices: Prices; currency: string } {
  const trials = new Map(tried.map((each) => [each.id, each]));
  const found = orders.flatMap((order) => {
    const { quotes = [], pick } = trials.get(order.id) ?? {};
    const taken = pick?.picked ?? { channel: order['channel'], service: order['service'] };
    const { sale, currency = '' } =
      quotes.find(({ channel, service }) => channel.id === taken.channel && service.id === taken.service) ?? {};
    return sale ? [{ id: order.id, total: sale.total, currency }] : [];
  });
  return {
    prices: Object.fromEntries(found.map(({ id, total }) => [id, total])),
    currency: found[0]?.currency ?? '',
  };
}

/** Compares the prices of orders, as a person was shown them, with those of a new trial. */
export function dearerThanShown(shown: Prices, now: ReturnType<typeof triedPrices>): Dearer | null {
  const rises = Object.entries(now.prices).flatMap(([id, total]) => {
    const before = shown[id];
    return before === undefined || total <= before ? [] : [{ more: total - before, currency: now.currency }];
  });
  const [first] = rises;
  return first
    ? { count: rises.length, more: rises.reduce((sum, { more }) => sum + more, 0), currency: first.currency }
    : null;
}
