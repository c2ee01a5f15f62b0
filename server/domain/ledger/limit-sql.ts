/** SQL for an account's floor and risk action; the only definition of limits. */
export const floorOf = `coalesce(c."minBalance", 0) - coalesce(c."overDraftAmount", 0)`;
export const actionOf = `coalesce(c."riskAction", 'block')`;

const limitOf = `CREATE OR REPLACE FUNCTION ledger.limit_of(of_kind text, of_customer bigint, of_currency text,
       OUT floor numeric, OUT action text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT ${floorOf}, ${actionOf}
     FROM (SELECT 1) one LEFT JOIN customer_config c ON c.tenant_id = lading.tenant() AND c.customer = of_customer
      AND of_kind = 'available' AND of_currency = (SELECT t.currency FROM tenant t WHERE t.id = lading.tenant()) $$`;

/**
 * Which limit was hit, and by how much; the floor itself for staff only, since members do not see their minimum
 * balance.
 */
const shortage = `CREATE OR REPLACE FUNCTION ledger.shortage(of_kind text, stands numeric, amount numeric, currency text,
       floor numeric, action text) RETURNS json LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
   SELECT json_strip_nulls(json_build_object(
     'code', CASE WHEN of_kind <> 'available' THEN 'notEnough' WHEN action = 'hold' THEN 'onHold' ELSE 'belowFloor' END,
     'account', of_kind, 'balance', stands::text, 'amount', amount::text, 'short', (amount - stands + floor)::text,
     'currency', currency, 'floor', CASE WHEN lading.staff() THEN floor::text END)) $$`;

export const limitStatements: readonly string[] = [limitOf, shortage];
