import { defineEffect, issue } from '../../modules/module.ts';
import { posting, type Side } from './posting.ts';

/**
 * Closes the balance of a customer's settings (DOMAIN.md D3): a credit is paid out or written off, a debt can only be
 * written off. The amount is read with the balance locked.
 */
export const clearAccount = defineEffect('ledger.clear-account', async (call) => {
  const { record, input, currency, operationKey, transaction, entity } = call;
  const customer = String(record['customer']);
  const [row] = await transaction.query(
    'SELECT abs(b)::text AS amount, b < 0 AS owed, b = 0 AS empty FROM ledger.locked_balance($1, $2) b',
    [customer, currency],
  );
  if (!row || row['empty'] === true) return { issues: [issue('ledger.nothingToClear', '')] };
  const owed = row['owed'] === true;
  const toBank = input['clearTo'] === 'bank';
  if (owed && toBank) return { issues: [issue('ledger.owed', 'clearTo', { amount: row['amount'], currency })] };
  const own: Side = { kind: 'available', customer };
  const deps: Side = { kind: toBank ? 'bankClearing' : 'writeOff' };
  const booking = posting({
    key: operationKey,
    kind: 'clearAccount',
    debit: owed ? deps : own,
    credit: owed ? own : deps,
    amount: String(row['amount']),
    currency,
    ref: { entity, id: String(record['id']) },
    note: String(input['reason']),
    pastFloor: true,
  });
  return { booking };
});

const lockedBalance = `CREATE OR REPLACE FUNCTION ledger.locked_balance(of_customer bigint, of_currency text) RETURNS numeric
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE stands numeric;
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     SELECT balance INTO stands FROM ledger_account WHERE tenant_id = lading.tenant() AND kind = 'available'
        AND customer = of_customer AND currency = of_currency FOR NO KEY UPDATE;
     RETURN coalesce(stands, 0);
   END $$`;

export const clearAccountStatements: readonly string[] = [
  lockedBalance,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  `ALTER FUNCTION ledger.locked_balance(bigint, text) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION ledger.locked_balance(bigint, text) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION ledger.locked_balance(bigint, text) TO lading_app`,
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
];
