import { defineEffect, type Wing } from '../../sockets/socket.ts';
import { balance } from './balance.ts';
import { holdEffects } from './hold-effects.ts';
import { post } from './posting.ts';
import { ledgerStatements } from './statements.ts';

/**
 * A passed recharge credits the customer's available balance against the bank (DOMAIN.md D3: bankClearing to available).
 * Keyed by the recharge itself: it can be credited once, whatever is retried.
 */
const postRecharge = defineEffect('ledger.post-recharge', async ({ record, transaction }) => {
  const id = String(record['id']);
  const issues = await post(transaction, {
    key: `recharge:${id}`,
    kind: 'recharge',
    debit: { kind: 'bankClearing' },
    credit: { kind: 'available', customer: String(record['customer']) },
    amount: String(record['postedAmount']),
    currency: 'USD',
    ref: { entity: 'recharge', id },
  });
  return { issues };
});

export const ledger: Wing = {
  sockets: [postRecharge, ...holdEffects],
  answers: [balance],
  statements: ledgerStatements,
};
