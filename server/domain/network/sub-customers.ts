import { defineEffect, issue, matchesWhole } from '../../modules/module.ts';

/**
 * A customer is added below another one only where that one has distribution, under a number that its settings allow. Both
 * the parent and the number are fixed from then on, so nothing has to be asked again.
 */
export const checkSubCustomer = defineEffect('network.check-sub-customer', async ({ record, tenant, transaction }) => {
  if (record['parent'] === null || record['parent'] === undefined) return {};
  const [settings] = await transaction.query(
    `SELECT distribution, "subCustomerPattern" AS pattern FROM customer_config WHERE tenant_id = $1 AND customer = $2`,
    [tenant, record['parent']],
  );
  if (settings?.['distribution'] !== true) return { issues: [issue('network.noDistribution', 'parent')] };
  const pattern = settings['pattern'];
  if (typeof pattern !== 'string' || matchesWhole(pattern, String(record['code']))) return {};
  return { issues: [issue('network.subCustomerNumber', 'code', { pattern })] };
});
