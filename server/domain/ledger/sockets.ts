import { defineEffect, type Wing } from '../../sockets/socket.ts';
import { balance } from './balance.ts';
import { ledgerStatements } from './statements.ts';

/**
 * A passed recharge credits the customer's available balance against the bank (DOMAIN.md D3: bankClearing to available).
 * Keyed by the recharge itself: it can be credited once, whatever is retried.
 */
const postRecharge = defineEffect('ledger.post-recharge', async ({ record, transaction }) => {
  const { id, customer, postedAmount } = record;
  await transaction.query('SELECT ledger.post($1, $2, $3, NULL, $4, $5, $6::numeric, $7, $8, $9)', [
    `recharge:${String(id)}`,
    'recharge',
    'bankClearing',
    'available',
    customer,
    postedAmount,
    'USD',
    'recharge',
    id,
  ]);
});

export const ledger: Wing = { sockets: [postRecharge], answers: [balance], statements: ledgerStatements };
