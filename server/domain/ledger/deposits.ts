import { defineEffect, issue } from '../../modules/module.ts';
import { posting, refuseSpent, reverse } from './posting.ts';
import { moneyOf } from './record.ts';

const keyOf = (id: string): string => `deposit:${id}`;

/**
 * A recorded deposit: bankClearing to deposit (DOMAIN.md D3), in the currency that the customer's settings name; a
 * customer without settings pays in the tenant's own.
 */
export const recordDeposit = defineEffect('ledger.record-deposit', async (call) => {
  const money = moneyOf(call);
  const [settings] = await call.transaction.query(
    'SELECT "depositCurrency" FROM customer_config WHERE tenant_id = lading.tenant() AND customer = $1',
    [money.customer],
  );
  const agreed = String(settings?.['depositCurrency'] ?? call.currency);
  if (money.currency !== agreed) return { issues: [issue('ledger.depositCurrency', 'currency', { currency: agreed })] };
  const booking = posting({
    ...money,
    key: keyOf(money.id),
    kind: 'deposit',
    debit: { kind: 'bankClearing' },
    credit: { kind: 'deposit', customer: money.customer },
  });
  return { booking };
});

/** A returned deposit: deposit to bankClearing or available, as `returnTo` says. The balance has one currency only. */
export const returnDeposit = defineEffect('ledger.return-deposit', async (call) => {
  const money = moneyOf(call);
  const toBalance = call.record['returnTo'] === 'balance';
  if (toBalance && money.currency !== call.currency) {
    return { issues: [issue('ledger.balanceCurrency', 'returnTo', { currency: call.currency })] };
  }
  const booking = posting({
    ...money,
    key: `${keyOf(money.id)}:return`,
    kind: 'depositReturn',
    debit: { kind: 'deposit', customer: money.customer },
    credit: toBalance ? { kind: 'available', customer: money.customer } : { kind: 'bankClearing' },
  });
  return { booking };
});

/** A deposit that was recorded wrongly: its entry the other way round. */
export const voidDeposit = defineEffect('ledger.void-deposit', async (call) => {
  const { id, ref } = moneyOf(call);
  const key = `${keyOf(id)}:void`;
  const spent = await refuseSpent(call.transaction, key);
  if (spent.length > 0) return { issues: spent };
  return { issues: await reverse(call.transaction, keyOf(id), key, ref, String(call.record['reason'])) };
});
