import { defineQuery } from '../../modules/module.ts';

/** Orders too would have every window of the staff ask again with each label that anybody prints. */
const moneyRecords = ['recharge', 'online-payment', 'deposit', 'deduction', 'withdrawal', 'customer-config'];

const takenBackBy = { 'kind.in': 'reversal,refund', 'refEntity.in': 'recharge,online-payment' };

/**
 * What the header shows beside the name: for a member the own account, for staff the customers that they may read.
 * Amounts are in the tenant's currency; null where the person's roles show none. A deposit is `recorded` while money
 * stands on the deposit account, else `none`; what a member has deposited in other currencies is a figure of its own for
 * each. `totalRecharge` is what was credited by recharges and online payments less what of it was taken back. `figures`
 * are the same in the order in which a header shows them, each with the list of what it is made of; `watch` names the
 * entities whose changes may move them.
 */
export const balance = defineQuery('membership/balance', async ({ actor, currency, sum, list }) => {
  const account = (kind: string) => sum('ledger-account', 'balance', { kind, currency, 'customer.notEmpty': '1' });
  const [chargeBalance, memberDeposit, recharged, takenBack, overDraftAmount] = await Promise.all([
    account('available'),
    account('deposit'),
    sum('ledger-transfer', 'amount', { 'kind.in': 'recharge,onlinePayment', currency }),
    sum('ledger-transfer', 'amount', { ...takenBackBy, currency }),
    sum('customer-config', 'overDraftAmount', {}),
  ]);
  const totalRecharge = recharged === null ? null : (inCents(recharged) - inCents(takenBack ?? 0)) / 100;
  const elsewhere =
    actor.member === null || memberDeposit === null
      ? []
      : await list('ledger-account', { kind: 'deposit', 'currency.ne': currency, 'balance.gt': '0' });
  const depositState = memberDeposit === null ? null : memberDeposit > 0 || elsewhere.length > 0 ? 'recorded' : 'none';
  const deposited = { code: 'memberDeposit', state: depositState, to: 'MemberDeposit?view=recorded' };
  return {
    chargeBalance,
    depositState,
    overDraftAmount,
    totalRecharge,
    memberDeposit,
    currency,
    scope: actor.member === null ? 'company' : 'member',
    watch: chargeBalance === null ? [] : actor.member === null ? moneyRecords : [...moneyRecords, 'order'],
    figures: [
      { code: 'chargeBalance', amount: chargeBalance, to: 'LedgerTransfer?view=book' },
      { code: 'totalRecharge', amount: totalRecharge, to: 'LedgerTransfer?view=recharges' },
      { code: 'overDraftAmount', amount: overDraftAmount, to: 'MemberConfig' },
      ...(elsewhere.length > 0 && memberDeposit === 0 ? [] : [{ ...deposited, amount: memberDeposit }]),
      ...elsewhere.map(({ balance: amount, currency: other }) => ({ ...deposited, amount, currency: other })),
    ],
  };
});

/** Sums on the wire are exact to the cent; differences are made of whole cents. */
const inCents = (amount: number): number => Math.round(amount * 100);
