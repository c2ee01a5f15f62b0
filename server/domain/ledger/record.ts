import type { EffectCall } from '../../modules/module.ts';
import type { Ref } from './posting.ts';

/** A money record as an operation needs it: owner, amount, and itself as the cause. */
export interface MoneyRecord {
  readonly id: string;
  readonly customer: string;
  /** For a record of the platform. */
  readonly tenant: string;
  readonly amount: string;
  readonly currency: string;
  readonly ref: Ref;
}

/** Reads the money record of an effect's call. */
export function moneyOf({ entity, record, currency }: Pick<EffectCall, 'entity' | 'record' | 'currency'>): MoneyRecord {
  const id = String(record['id']);
  return {
    id,
    customer: String(record['customer']),
    tenant: String(record['tenant']),
    amount: String(record['amount']),
    currency: String(record['currency'] ?? currency),
    ref: { entity, id },
  };
}
