import { defineQuery } from '../../modules/module.ts';

/** Without orders: each printed label would make every staff window reload the balance. */
const moneyRecords = [
  ...['recharge', 'online-payment', 'deposit', 'deduction', 'withdrawal', 'customer-config'],
  ...['member-bill', 'member-bill-line', 'ltl-order', 'track-case'],
];

const takenBackBy = { 'kind.in': 'reversal,refund', 'refEntity.in': 'recharge,online-payment' };

/**
 * The balances in the header: for a member their own account, for staff the customers they may read. In the tenant's
 * currency; null if the person's roles show none. The deposit is `recorded` while money is on the deposit account, else
 * `none`; deposits in other currencies are separate figures. `totalRecharge` is credited recharges and online payments
 * minus reversed ones. `figures` are the same in display order, each with its list; `watch` names the entities whose
 * changes affect them.
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

/** API sums are exact to the cent; differences are computed in whole cents. */
const inCents = (amount: number): number => Math.round(amount * 100);
