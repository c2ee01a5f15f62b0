import type { EffectCall } from '../../modules/module.ts';
import type { Ref } from './posting.ts';

/** What an operation on a record of money is about: whose it is, its amount, and itself as the cause. */
export interface MoneyRecord {
  readonly id: string;
  readonly customer: string;
  /** Of a record of the platform. */
  readonly tenant: string;
  readonly amount: string;
  readonly currency: string;
  readonly ref: Ref;
}

/** The record of a call as the ledger reads it. */
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
