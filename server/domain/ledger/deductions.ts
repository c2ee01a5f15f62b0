import { defineEffect } from '../../modules/module.ts';
import { posting } from './posting.ts';
import { moneyOf } from './record.ts';
import { reversalOf } from './reversal.ts';

const keyOf = (id: string): string => `deduction:${id}`;

/** A confirmed deduction: available to revenueFee (DOMAIN.md D3). It may pass the floor: the cost has really come up. */
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

/** A deduction that should not have been: its entry the other way round. */
export const reverseDeduction = reversalOf('ledger.reverse-deduction', keyOf);
