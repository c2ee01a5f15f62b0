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

/** Compares the last prices of orders, as people have seen them, with those of a new trial. */
export function dearerThanShown(orders: readonly WireRecord[], tried: readonly Tried[]): Dearer | null {
  const trials = new Map(tried.map((each) => [each.id, each]));
  const rises = orders.flatMap((order) => {
    const shown = order['predictedSale'];
    const { quotes = [], pick } = trials.get(order.id) ?? {};
    const taken = pick?.picked ?? { channel: order['channel'], service: order['service'] };
    const { sale, currency } =
      quotes.find(({ channel, service }) => channel.id === taken.channel && service.id === taken.service) ?? {};
    if (typeof shown !== 'number' || !sale || sale.total <= shown) return [];
    return [{ more: sale.total - shown, currency: currency ?? '' }];
  });
  const [first] = rises;
  return first
    ? { count: rises.length, more: rises.reduce((sum, { more }) => sum + more, 0), currency: first.currency }
    : null;
}
