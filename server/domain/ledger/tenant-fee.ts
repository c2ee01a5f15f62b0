import { defineEffect } from '../../modules/module.ts';
import { posting } from './posting.ts';

/** What the platform charges a tenant: tenantWallet to platformRevenue, as far as the wallet reaches. */
export const chargeTenant = defineEffect('ledger.charge-tenant', async ({ entity, record, input, ...call }) => {
  const id = String(record['id']);
  const booking = posting({
    key: call.operationKey,
    kind: 'tenantFee',
    debit: { kind: 'tenantWallet', tenant: id },
    credit: { kind: 'platformRevenue' },
    amount: String(input['amount']),
    currency: String(record['currency'] ?? call.currency),
    ref: { entity, id },
    note: String(input['reason']),
  });
  return { booking };
});
