import { defineEffect, issue } from '../../modules/module.ts';
import { posting, refuseSpent, reverse } from './posting.ts';
import { moneyOf } from './record.ts';

const keyOf = (id: string): string => `deposit:${id}`;

/**
 * Posts a deposit: bankClearing to deposit (DOMAIN.md D3), in the currency of the customer's settings, or the tenant's
 * own without settings.
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

/**
 * Posts a returned deposit: deposit to bankClearing or available, as `returnTo` says. The available balance has only
 * one currency.
 */
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

/** Reverses the posting of a mistaken deposit. */
export const voidDeposit = defineEffect('ledger.void-deposit', async (call) => {
  const { id, ref } = moneyOf(call);
  const key = `${keyOf(id)}:void`;
  const spent = await refuseSpent(call.transaction, key);
  if (spent.length > 0) return { issues: spent };
  return { issues: await reverse(call.transaction, keyOf(id), key, ref, String(call.record['reason'])) };
});
