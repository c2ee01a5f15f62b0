import { defineEffect, issue } from '../../modules/module.ts';
import { moneyOf } from './record.ts';

/**
 * Limits an invoice request to the customer's credited amount that is not invoiced yet; pending and approved requests
 * count.
 */
export const checkInvoice = defineEffect('ledger.check-invoice', async (call) => {
  const { id, customer, amount, currency } = moneyOf(call);
  const [row] = await call.transaction.query('SELECT ledger.short_of_credit($1, $2, $3, $4)::text AS remaining', [
    customer,
    currency,
    amount,
    id,
  ]);
  const remaining = row?.['remaining'] ?? null;
  return remaining === null ? {} : { issues: [issue('ledger.overInvoiced', 'amount', { remaining, currency })] };
});

/**
 * Null if the request fits; else the amount that can still be invoiced. Credited means received from bank and gateway
 * minus what went back: reversed, refunded, or withdrawn (which was frozen before). Serialises requests of one
 * customer, so that two cannot use the same credit.
 */
const shortOfCredit = `CREATE OR REPLACE FUNCTION ledger.short_of_credit(of_customer bigint, of_currency text, of_amount numeric,
       of_request bigint) RETURNS numeric
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE credited numeric; taken numeric;
   BEGIN
     IF lading.tenant() IS NULL OR lading.staff() IS NULL
        OR (NOT lading.staff() AND of_customer IS DISTINCT FROM lading.member()) THEN RAISE insufficient_privilege; END IF;
     PERFORM pg_advisory_xact_lock(hashtextextended('invoice ' || lading.tenant() || ' ' || of_customer, 0));
     SELECT coalesce(sum(CASE WHEN c.kind = 'available' THEN t.amount ELSE -t.amount END), 0) INTO credited
       FROM ledger_transfer t
       JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
       JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
      WHERE t.tenant_id = lading.tenant() AND t.customer = of_customer AND t.currency = of_currency
        AND (d.kind IN ('bankClearing', 'gatewayClearing') AND c.kind = 'available'
             OR d.kind IN ('available', 'frozen') AND c.kind IN ('bankClearing', 'gatewayClearing'));
     SELECT coalesce(sum(amount), 0) INTO taken FROM invoice_request
      WHERE tenant_id = lading.tenant() AND customer = of_customer AND currency = of_currency
        AND status IN ('applied', 'approved') AND id <> of_request;
     RETURN CASE WHEN of_amount > credited - taken THEN greatest(credited - taken, 0) END;
   END $$`;

export const invoiceStatements: readonly string[] = [
  shortOfCredit,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  `ALTER FUNCTION ledger.short_of_credit(bigint, text, numeric, bigint) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION ledger.short_of_credit(bigint, text, numeric, bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION ledger.short_of_credit(bigint, text, numeric, bigint) TO lading_app`,
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
];
