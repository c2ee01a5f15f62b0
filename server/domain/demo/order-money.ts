import { addByMonth, type Seeder, type SeededRecord } from './seeder.ts';
import { printSlip } from './receipts.ts';

/** A placed order of a story, with its moments in the tenant's own time. */
export interface Paid {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
  readonly submittedAt: string;
  readonly orderedAt: string | null;
  readonly refundedAt: string | null;
}

/** What an order costs, in the currency of its price. */
export interface Sums {
  readonly currency: string;
  readonly sale: number;
  readonly cost: number | null;
}

/** A financial step of a record at a time; `effects` replace those of the transition, `key` identifies it. */
export interface MoneyStep {
  readonly entity: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly step: string;
  readonly at: string;
  readonly input: object;
  readonly effects: readonly string[];
  readonly key: string;
}

/** Placed orders, the newest first. $1 how many. */
export const placedSql = `SELECT o.id::text, o.customer::text, o.status,
    to_char(o."submittedAt", 'YYYY-MM-DD HH24:MI:SS') AS "submittedAt",
    to_char(o."orderedAt", 'YYYY-MM-DD HH24:MI:SS') AS "orderedAt",
    to_char(o."refundedAt", 'YYYY-MM-DD HH24:MI:SS') AS "refundedAt"
  FROM "order" o WHERE o.status <> 'draft' AND o."submittedAt" IS NOT NULL ORDER BY o."submittedAt" DESC, o.id LIMIT $1`;

/** The key of an order's hold. */
export const holdKey = (order: string): string => `order:${order}:submit`;

/** What the steps of an order did to the money of its customer. */
export function moneyOf(order: Paid, { currency, sale, cost }: Sums): MoneyStep[] {
  const record = { ...order, currency, predictedSale: sale, predictedCost: cost, holdKey: holdKey(order.id) };
  const step = (name: string, at: string, effect: string): MoneyStep => ({
    ...{ entity: 'order', record, step: name, at, input: {}, effects: [effect], key: `order:${order.id}:${name}` },
  });
  return [
    step('submit', order.submittedAt, 'ledger.hold'),
    ...(order.orderedAt ? [step('place', order.orderedAt, 'ledger.capture')] : []),
    ...(order.refundedAt ? [step('refund', order.refundedAt, 'shipping.refund')] : []),
  ];
}

/** What a customer spends in a season, and the day of the first of it. */
export interface Need {
  readonly customer: string;
  readonly day: string;
  readonly sum: number;
}

/** What these orders cost their customers, season by season: thirteen weeks, counted by the calendar. */
export function needsOf(spent: readonly { readonly order: Paid; readonly sale: number }[]): Need[] {
  const needs = new Map<string, Need>();
  for (const { order, sale } of spent) {
    const day = order.submittedAt.slice(0, 10);
    const key = `${order.customer} ${Math.floor(Date.parse(day) / (91 * 86_400_000))}`;
    const known = needs.get(key) ?? { customer: order.customer, day, sum: 0 };
    needs.set(key, { ...known, day: day < known.day ? day : known.day, sum: known.sum + sale });
  }
  return [...needs.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Customers have paid in what they spend, early in the morning of its first day and rounded up, with their slips as all the others. */
export async function payIn(pen: Seeder, needs: readonly Need[], finance: string): Promise<void> {
  const payments = needs.map(({ customer, day, sum }) => ({
    ...{ customer, day, amount: Math.ceil(sum / 500 + 1) * 500 },
    ...{ at: `${day} 00:40:00`, reviewedAt: `${day} 00:50:00` },
  }));
  const slips = await pen.keep(
    payments.map(({ customer, amount, day, at }) => ({
      ...{ name: `${pen.words.deposits.slip}-${day}.pdf`, mediaType: 'application/pdf', customer, by: finance, at },
      bytes: printSlip(['TRANSFER SLIP', day, `USD ${amount}.00`]),
    })),
  );
  const told = payments.map(({ customer, amount, day, at: moment, reviewedAt }, at): SeededRecord => {
    const review = { submittedBy: finance, submittedAt: moment, reviewer: finance, reviewedAt, postedAmount: amount };
    return {
      through: { pass: reviewedAt },
      given: { status: 'passed', at: moment, by: finance, locked: review },
      input: { customer, amount, method: 'wire', paidOn: day, attachment: slips[at] ?? '' },
    };
  });
  await addByMonth(pen, 'recharge', told);
}
