/** The refund terms of a goods order and its usage. Days are `YYYY-MM-DD` in the tenant's zone. */
export interface Refundable {
  /** In cents. */
  readonly amount: bigint;
  readonly rule: RefundRule;
  readonly paidOn: string;
  readonly startsOn: string;
  readonly endsOn: string;
  /** Orders that it gives in its whole term, by the term or month by month; null where it gives none or all. */
  readonly orders: number | null;
  readonly usedOrders: number;
}

export type RefundRule = 'days30' | 'days60' | 'days90' | 'any' | 'none';

export type Refund =
  | { readonly refused: 'noRefund' | 'refundOver' | 'ended'; readonly until: string | null }
  | {
      readonly refused: null;
      readonly amount: bigint;
      readonly days: number;
      readonly unusedDays: number;
      readonly unusedOrders: number | null;
      /** The last day for a refund. */
      readonly until: string;
    };

const period: Readonly<Record<RefundRule, number | null>> = { days30: 30, days60: 60, days90: 90, any: null, none: 0 };

const dayMs = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
export const addDays = (day: string, many: number): string =>
  new Date((numberOf(day) + many) * dayMs).toISOString().slice(0, 10);
/** Days from one to another. Days are counted, not hours, so that no change of a clock matters. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/**
 * A refund pays back the share of the price that is not used: whole days after today, or where it gives
 * a number of orders the unused ones if their share is smaller. Today is used. Half a cent goes to the tenant.
 */
export function refundOf(order: Refundable, today: string): Refund {
  const { amount, rule, paidOn, startsOn, endsOn, orders, usedOrders } = order;
  if (rule === 'none') return { refused: 'noRefund', until: null };
  const most = period[rule];
  const last = most === null ? endsOn : addDays(paidOn, most);
  const until = last < endsOn ? last : endsOn;
  if (today > endsOn) return { refused: 'ended', until };
  if (today > until) return { refused: 'refundOver', until };
  const days = daysBetween(startsOn, endsOn) + 1;
  const unusedDays = today < startsOn ? days : daysBetween(today, endsOn);
  const byDays = share(amount, unusedDays, days);
  if (orders === null || orders === 0)
    return { refused: null, amount: byDays, days, unusedDays, unusedOrders: null, until };
  const unusedOrders = Math.max(0, orders - usedOrders);
  const byOrders = share(amount, unusedOrders, orders);
  return { refused: null, amount: byDays < byOrders ? byDays : byOrders, days, unusedDays, unusedOrders, until };
}

const share = (amount: bigint, part: number, whole: number): bigint =>
  (amount * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole));

/** Cents of an amount of at most two decimals. */
export function centsOf(amount: unknown): bigint {
  const [whole = '0', rest = ''] = String(amount ?? 0).split('.');
  return BigInt(whole) * 100n + BigInt(rest.padEnd(2, '0').slice(0, 2));
}

export const textOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
