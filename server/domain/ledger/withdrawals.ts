import { defineEffect, issue } from '../../modules/module.ts';
import { capture, hold, release } from './holds.ts';
import { refuseSpent } from './posting.ts';
import { moneyOf } from './record.ts';

const keyOf = (id: string): string => `withdrawal:${id}`;

/**
 * Applying for a withdrawal: available to frozen (DOMAIN.md D3), always within the customer's limit, whatever the risk
 * action allows for other costs.
 */
export const freezeWithdrawal = defineEffect('ledger.freeze-withdrawal', async (call) => {
  const money = moneyOf(call);
  const key = keyOf(money.id);
  const issues = await hold(call.transaction, { ...money, key });
  if (issues.length > 0) return { issues };
  const [past] = await call.transaction.query(
    `SELECT ("debitBalance" + amount)::text AS balance FROM ledger_transfer
      WHERE tenant_id = lading.tenant() AND "opKey" = $1 AND "pastFloor" IS NOT NULL`,
    [key],
  );
  if (!past) return {};
  const { amount, currency } = money;
  return { issues: [issue('ledger.notToWithdraw', 'amount', { balance: past['balance'], amount, currency })] };
});

/** Pays a withdrawal: frozen to bankClearing. */
export const payWithdrawal = defineEffect('ledger.pay-withdrawal', async (call) => {
  const { id, ref } = moneyOf(call);
  const paid = { hold: keyOf(id), key: `${keyOf(id)}:pay`, kind: 'withdrawal', to: 'bankClearing', ref } as const;
  const spent = await refuseSpent(call.transaction, paid.key);
  return { issues: spent.length > 0 ? spent : await capture(call.transaction, paid) };
});

/** Refuses a withdrawal: frozen to available. */
export const releaseWithdrawal = defineEffect('ledger.release-withdrawal', async (call) => {
  const { id, ref } = moneyOf(call);
  const freed = { hold: keyOf(id), key: `${keyOf(id)}:refuse`, ref };
  const spent = await refuseSpent(call.transaction, freed.key);
  return { issues: spent.length > 0 ? spent : await release(call.transaction, freed) };
});
