import { type EffectTransaction, type Issue } from '../../modules/module.ts';
import type { InternalAccount } from './account-kinds.ts';
import { refusals, type Ref } from './posting.ts';

export interface Hold {
  /** Unique key of the hold within the tenant. */
  readonly key: string;
  readonly customer: string;
  readonly amount: string | number;
  readonly currency: string;
  readonly ref: Ref;
}

export interface Settling {
  /** The key of the hold. */
  readonly hold: string;
  /** Key of this step; the same key settles once. */
  readonly key: string;
  /** The whole rest by default. */
  readonly amount?: string | number | null;
  readonly ref: Ref;
}

export interface Capture extends Settling {
  /** The credited account: `revenueShipping` for sales, a clearing account for payouts. */
  readonly to: InternalAccount;
  readonly kind?: 'capture' | 'withdrawal';
  /** Predicted cost of the sale, posted as well: costShipping to costAccrual. */
  readonly cost?: string | number | null;
}

/** Reserves available money. `[]`, or `ledger.belowFloor`, `ledger.onHold`, `ledger.keyReused`. */
export const hold = (on: EffectTransaction, { key, customer, amount, currency, ref }: Hold): Promise<Issue[]> =>
  ask(on, 'SELECT ledger.hold($1, $2, $3, $4, $5, $6) AS refusal', [
    key,
    customer,
    amount,
    currency,
    ref.entity,
    ref.id,
  ]);

/** Spends held money, in one or several parts. `[]`, or `ledger.noHold`, `ledger.holdSpent`, `ledger.keyReused`. */
export const capture = (
  on: EffectTransaction,
  { to, kind = 'capture', cost, ...settling }: Capture,
): Promise<Issue[]> => settle(on, settling, kind, to, cost ?? null);

/** Releases held money. `[]`, or `ledger.noHold`, `ledger.holdSpent`, `ledger.keyReused`. */
export const release = (on: EffectTransaction, settling: Settling): Promise<Issue[]> =>
  settle(on, settling, 'release', 'available', null);

const settle = (
  on: EffectTransaction,
  { hold: of, key, amount, ref }: Settling,
  kind: string,
  to: string,
  cost: string | number | null,
): Promise<Issue[]> =>
  ask(on, 'SELECT ledger.settle($1, $2, $3, $4, $5, $6, $7, $8) AS refusal', [
    ...[of, key, kind, to],
    ...[amount ?? null, cost, ref.entity, ref.id],
  ]);

async function ask(on: EffectTransaction, text: string, values: readonly unknown[]): Promise<Issue[]> {
  const [row] = await on.query(text, values);
  return refusals(row?.['refusal']);
}
