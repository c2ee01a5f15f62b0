import { defineEffect, type Effect } from '../../modules/module.ts';
import { posting, type Side } from './posting.ts';
import { moneyOf, type MoneyRecord } from './record.ts';
import { reversalOf } from './reversal.ts';

/**
 * Posts an approved recharge: bankClearing to its account (DOMAIN.md D3), with the amount received. Keyed by the
 * recharge, so retries credit it once.
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
  /** Reverses the posting of a recharge approved by mistake. */
  reversalOf('ledger.reverse-recharge', keyOf),
  reversalOf('ledger.reverse-tenant-recharge', walletKeyOf),
];
