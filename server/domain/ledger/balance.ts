import { defineAnswer } from '../../sockets/socket.ts';

/**
 * What the header shows beside the name: for a member the own account, for staff the customers that they may read.
 * Amounts are in the tenant's currency; null where the person's roles show none. A deposit is `recorded` while money
 * stands on the deposit account, else `none`. `figures` are the same in the order in which a header shows them.
 */
export const balance = defineAnswer('membership/balance', async ({ actor, currency, sum }) => {
  const account = (kind: string) => sum('ledger-account', 'balance', { kind, currency, 'customer.notEmpty': '1' });
  const [chargeBalance, memberDeposit, totalRecharge, overDraftAmount] = await Promise.all([
    account('available'),
    account('deposit'),
    sum('ledger-transfer', 'amount', { kind: 'recharge', currency }),
    sum('customer-config', 'overDraftAmount', {}),
  ]);
  const depositState = memberDeposit === null ? null : memberDeposit > 0 ? 'recorded' : 'none';
  return {
    chargeBalance,
    depositState,
    overDraftAmount,
    totalRecharge,
    memberDeposit,
    currency,
    scope: actor.member === null ? 'company' : 'member',
    figures: [
      { code: 'chargeBalance', amount: chargeBalance },
      { code: 'totalRecharge', amount: totalRecharge },
      { code: 'overDraftAmount', amount: overDraftAmount },
      { code: 'memberDeposit', amount: memberDeposit, state: depositState },
    ],
  };
});
