import { defineEffect } from '../../modules/module.ts';
import { posting } from './posting.ts';

/** Charges a tenant for the platform: tenantWallet to platformRevenue, as far as the wallet has funds. */
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
