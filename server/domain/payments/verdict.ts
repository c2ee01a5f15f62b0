import type { Told } from './gateway.ts';

/** A payment's present state, as far as messages can change it. Amounts are decimal strings. */
export interface Standing {
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly session: string | null;
  readonly paidAmount: string | null;
  readonly refundedAmount: string | null;
}

export type Fact = Told;

export type Step =
  | { readonly action: 'pay' | 'hold'; readonly paid: { amount: string; currency: string; session: string | null } }
  | { readonly action: 'fail' | 'expire' }
  /** `total` is refunded in all, `amount` of it is new. */
  | { readonly action: 'refund' | 'refundPart'; readonly total: string; readonly amount: string };

/**
 * The next step of a payment by all its facts, or null if its state is right. Facts are a set: order and repetition do
 * not matter, so messages may arrive twice, late or reversed. Received money outweighs everything else; a wrong amount
 * or currency waits for a person.
 */
export function nextStep(standing: Standing, facts: readonly Fact[]): Step | null {
  if (standing.status === 'paid') return refundOf(standing, facts);
  if (!['unpaid', 'expired', 'failed', 'held'].includes(standing.status)) return null;
  const came = facts.filter(({ kind }) => kind === 'paid');
  const asAsked = came.find((fact) => isAsAsked(standing, fact));
  if (asAsked) return { action: 'pay', paid: paidBy(asAsked) };
  if (standing.status === 'held') return null;
  if (came[0]) return { action: 'hold', paid: paidBy(came[0]) };
  const has = (kind: Fact['kind']) => facts.some((fact) => fact.kind === kind);
  if (has('failed')) return standing.status === 'failed' ? null : { action: 'fail' };
  return has('expired') && standing.status === 'unpaid' ? { action: 'expire' } : null;
}

const paidBy = ({ amount, currency, session }: Fact) => ({ amount: amount ?? '0', currency: currency ?? '', session });

const isAsAsked = ({ amount, currency, session }: Standing, fact: Fact): boolean =>
  fact.amount !== null &&
  cents(fact.amount) === cents(amount) &&
  fact.currency === currency &&
  (session === null || fact.session === session);

function refundOf({ paidAmount, refundedAmount, currency }: Standing, facts: readonly Fact[]): Step | null {
  const told = facts.filter((fact) => fact.kind === 'refunded' && fact.currency === currency);
  const paid = cents(paidAmount ?? '0');
  const before = cents(refundedAmount ?? '0');
  const most = told.reduce((sum, { amount }) => (cents(amount ?? '0') > sum ? cents(amount ?? '0') : sum), 0n);
  const total = most > paid ? paid : most;
  if (total <= before) return null;
  return { action: total === paid ? 'refund' : 'refundPart', total: decimal(total), amount: decimal(total - before) };
}

const cents = (amount: string): bigint => {
  const [units = '0', decimals = ''] = amount.split('.');
  return BigInt(units + decimals.slice(0, 2).padEnd(2, '0'));
};
const decimal = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
