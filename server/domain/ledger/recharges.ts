import { defineEffect, type Effect } from '../../modules/module.ts';
import { posting, type Side } from './posting.ts';
import { moneyOf, type MoneyRecord } from './record.ts';
import { reversalOf } from './reversal.ts';

/**
 * A passed recharge: bankClearing to whom it is for (DOMAIN.md D3), with the amount that has really come. Keyed by the
 * recharge itself: it can be credited once, whatever is retried.
 */
const rechargeOf = (name: string, keyOf: (id: string) => string, creditOf: (money: MoneyRecord) => Side): Effect =>
  defineEffect(name, async (call) => {
    const money = moneyOf(call);
    const booking = posting({
      ...money,
      amount: String(call.record['postedAmount']),
      key: keyOf(money.id),
      kind: 'recharge',
      debit: { kind: 'bankClearing' },
      credit: creditOf(money),
    });
    return { booking };
  });

const keyOf = (id: string): string => `recharge:${id}`;
const walletKeyOf = (id: string): string => `tenant-recharge:${id}`;

export const rechargeEffects = [
  rechargeOf('ledger.post-recharge', keyOf, ({ customer }) => ({ kind: 'available', customer })),
  rechargeOf('ledger.post-tenant-recharge', walletKeyOf, ({ tenant }) => ({ kind: 'tenantWallet', tenant })),
  /** A recharge that was passed wrongly: its entry the other way round. */
  reversalOf('ledger.reverse-recharge', keyOf),
  reversalOf('ledger.reverse-tenant-recharge', walletKeyOf),
];
