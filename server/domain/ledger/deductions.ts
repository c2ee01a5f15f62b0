import { defineEffect } from '../../modules/module.ts';
import { posting } from './posting.ts';
import { moneyOf } from './record.ts';
import { reversalOf } from './reversal.ts';

const keyOf = (id: string): string => `deduction:${id}`;

/**
 * Posts a confirmed deduction: available to revenueFee (DOMAIN.md D3). It may exceed the floor, because the cost has
 * been incurred.
 */
export const confirmDeduction = defineEffect('ledger.confirm-deduction', async (call) => {
  const money = moneyOf(call);
  const booking = posting({
    ...money,
    key: keyOf(money.id),
    kind: 'deduction',
    debit: { kind: 'available', customer: money.customer },
    credit: { kind: 'revenueFee' },
    pastFloor: true,
  });
  return { booking };
});

/** Reverses the posting of a mistaken deduction. */
export const reverseDeduction = reversalOf('ledger.reverse-deduction', keyOf);
