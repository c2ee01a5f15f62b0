import { defineEffect } from '../../sockets/socket.ts';
import { post, reverse } from './posting.ts';
import { moneyOf } from './record.ts';

const keyOf = (id: string): string => `recharge:${id}`;

/**
 * A passed recharge: bankClearing to available (DOMAIN.md D3), with the amount that has really come. Keyed by the recharge
 * itself: it can be credited once, whatever is retried.
 */
export const postRecharge = defineEffect('ledger.post-recharge', async (call) => {
  const money = moneyOf(call);
  const issues = await post(call.transaction, {
    ...money,
    amount: String(call.record['postedAmount']),
    key: keyOf(money.id),
    kind: 'recharge',
    debit: { kind: 'bankClearing' },
    credit: { kind: 'available', customer: money.customer },
  });
  return { issues };
});

/** A recharge that was passed wrongly: its entry the other way round. */
export const reverseRecharge = defineEffect('ledger.reverse-recharge', async (call) => {
  const { id, ref } = moneyOf(call);
  return {
    issues: await reverse(
      call.transaction,
      keyOf(id),
      `${keyOf(id)}:reverse`,
      ref,
      String(call.record['reverseReason']),
    ),
  };
});
