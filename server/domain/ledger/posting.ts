import { issue, type Booking, type EffectTransaction, type Issue } from '../../modules/module.ts';
import type { CustomerAccount, InternalAccount, WalletAccount } from './account-kinds.ts';

/** An account by kind and owner: a customer, a tenant at the platform, or none for internal accounts. */
export type Side =
  | { readonly kind: CustomerAccount; readonly customer: string }
  | { readonly kind: WalletAccount; readonly tenant: string }
  | { readonly kind: InternalAccount };

/** One line of the ledger: an amount goes from `debit` to `credit`. */
export interface Leg {
  /** Unique key of the operation within the tenant: the same key posts once. At most 110 characters, without `#`. */
  readonly key: string;
  /** An option of `ledger-transfer.kind`. */
  readonly kind: string;
  readonly debit: Side;
  readonly credit: Side;
  /** Positive, at most two decimals. A decimal string, or a number from the API. */
  readonly amount: string | number;
  /** ISO code. */
  readonly currency: string;
  /** The record that caused it. */
  readonly ref: Ref;
  readonly note?: string | null;
  /**
   * The available balance may fall below the floor, because a carrier has charged. Frozen money and deposits never may.
   */
  readonly pastFloor?: boolean;
}

export interface Ref {
  readonly entity: string;
  readonly id: string;
}

/** The database's answer if a limit applies. */
export interface Refusal {
  readonly code: string;
  readonly [param: string]: unknown;
}

/**
 * Linked lines for the book, all or none, in order. Legs with the same key are one operation with lines keyed `key`,
 * `key#2`, `key#3` ... A step of a record posts once: repeated requests never get here, so a used key means a second
 * step on the same money. Refusals, with nothing written: `ledger.belowFloor` and `ledger.onHold` (available; `onHold`
 * if the customer's risk action is to wait for staff), `ledger.notEnough` (frozen, deposit, wallet),
 * `ledger.walletElsewhere` (the tenant moves, or has moved), `ledger.alreadyBooked`, `ledger.keyReused`.
 */
export const posting = (...legs: readonly Leg[]): Booking => ({
  book: 'ledger.post',
  bookEach: 'ledger.post_each',
  words: 'ledger',
  lines: wireLegs(legs, true),
});

/** Refuses a step whose key has been posted before. */
export async function refuseSpent(on: EffectTransaction, key: string): Promise<Issue[]> {
  const known = await on.query('SELECT FROM ledger_transfer WHERE tenant_id = lading.tenant() AND "opKey" = $1', [key]);
  return known.length > 0 ? [issue('ledger.alreadyBooked', '')] : [];
}

/** Posts now; `[]` on success. A repeated key with the same content changes nothing. */
export async function postAll(transaction: EffectTransaction, legs: readonly Leg[]): Promise<Issue[]> {
  if (legs.length === 0) return [];
  const [row] = await transaction.query('SELECT ledger.post($1::json) AS refusal', [JSON.stringify(wireLegs(legs))]);
  return refusals(row?.['refusal']);
}

/**
 * Posts independent operations (the bills of a run) in one call, each as `postAll` does; a refused one does not affect
 * the others. Answers their issues in order.
 */
export async function postEach(
  transaction: EffectTransaction,
  operations: readonly (readonly Leg[])[],
): Promise<Issue[][]> {
  const legs = operations.flatMap((operation, at) => wireLegs(operation).map((leg) => ({ ...leg, link: String(at) })));
  if (legs.length === 0) return operations.map(() => []);
  const [row] = await transaction.query('SELECT ledger.post_each($1::json) AS refusals', [JSON.stringify(legs)]);
  const found = (row?.['refusals'] ?? {}) as Readonly<Record<string, unknown>>;
  return operations.map((_, at) => refusals(found[String(at)]));
}

/**
 * Reverses an operation's lines under a key of its own, because lines are immutable. Once per operation:
 * `ledger.alreadyReversed`. It may exceed the floor, because money that never arrived cannot be kept; frozen money and
 * deposits stay non-negative. `ledger.noOperation`, `ledger.notReversible` (holds, reversals).
 */
export async function reverse(
  transaction: EffectTransaction,
  key: string,
  newKey: string,
  ref: Ref,
  note: string | null = null,
): Promise<Issue[]> {
  const [row] = await transaction.query('SELECT ledger.reverse($1, $2, $3, $4, $5) AS refusal', [
    key,
    newKey,
    ref.entity,
    ref.id,
    note,
  ]);
  return refusals(row?.['refusal']);
}

/**
 * Legs in the form of `ledger.post`; `next` is the key of a further line of the operation. `once`: refuse a known key.
 */
export function wireLegs(legs: readonly Leg[], once = false): object[] {
  const counts = new Map<string, number>();
  const numbered = legs.map((leg) => {
    const number = (counts.get(leg.key) ?? 0) + 1;
    counts.set(leg.key, number);
    return { leg, number };
  });
  return numbered.map(({ leg, number }) => ({
    key: lineKey(leg.key, number),
    next: number === counts.get(leg.key) ? lineKey(leg.key, number + 1) : null,
    kind: leg.kind,
    debit: leg.debit.kind,
    debit_holder: holderOf(leg.debit),
    credit: leg.credit.kind,
    credit_holder: holderOf(leg.credit),
    amount: String(leg.amount),
    currency: leg.currency,
    entity: leg.ref.entity,
    record: leg.ref.id,
    note: leg.note ?? null,
    past_floor: leg.pastFloor ?? false,
    once,
  }));
}

const holderOf = (side: Side): string | null => {
  if ('customer' in side) return side.customer;
  return 'tenant' in side ? side.tenant : null;
};

const lineKey = (key: string, number: number): string => (number === 1 ? key : `${key}#${number}`);

export function refusals(refusal: unknown): Issue[] {
  if (refusal === null || refusal === undefined) return [];
  const { code, ...params } = refusal as Refusal;
  return [issue(`ledger.${code}`, '', params)];
}
