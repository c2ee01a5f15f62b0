import { defineEffect, issue, type Issue } from '../../modules/module.ts';
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
  if (remaining !== null) return { issues: [issue('ledger.overInvoiced', 'amount', { remaining, currency })] };
  const bills = call.record['bills'];
  if (!Array.isArray(bills) || bills.length === 0) return {};
  const [found] = await call.transaction.query('SELECT ledger.bills_to_invoice($1, $2, $3, $4, $5) AS bills', [
    customer,
    currency,
    bills,
    id,
    amount,
  ]);
  return { issues: billIssues(found?.['bills'] as Billed, amount, currency) };
});

interface Billed {
  /** The number of a bill that is not settled, of another currency, or unknown. */
  readonly open: string | null;
  /** The number of a bill that another request covers. */
  readonly taken: string | null;
  readonly settled: string;
  readonly isOver: boolean;
}

/** A request for bills covers settled ones alone, each once, and no more than was paid for them. */
function billIssues({ open, taken, settled, isOver }: Billed, amount: string, currency: string): Issue[] {
  if (open !== null) return [issue('ledger.billNotSettled', 'bills', { number: open, currency })];
  if (taken !== null) return [issue('ledger.billInvoiced', 'bills', { number: taken })];
  return isOver ? [issue('ledger.overSettled', 'amount', { settled, amount, currency })] : [];
}

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

/** What is said of bills that a request names; runs under the lock of `short_of_credit`, so that no two cover one bill. */
const billsToInvoice = `CREATE OR REPLACE FUNCTION ledger.bills_to_invoice(of_customer bigint, of_currency text, of_bills bigint[], of_request bigint,
       of_amount numeric) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.tenant() IS NULL OR lading.staff() IS NULL
        OR (NOT lading.staff() AND of_customer IS DISTINCT FROM lading.member()) THEN RAISE insufficient_privilege; END IF;
     RETURN (SELECT json_build_object(
         'open', min(coalesce(b.number, '?')) FILTER (WHERE b.id IS NULL OR b.currency <> of_currency OR b.status <> 'pushed' OR b."settleState" <> 'settled'),
         'taken', min(b.number) FILTER (WHERE EXISTS (SELECT FROM invoice_request r WHERE r.tenant_id = lading.tenant()
            AND r.customer = of_customer AND r.status IN ('applied', 'approved') AND r.id <> of_request AND b.id = ANY (r.bills))),
         'settled', coalesce(sum(b.actual - coalesce(b.disputed, 0)), 0)::text,
         'isOver', of_amount > coalesce(sum(b.actual - coalesce(b.disputed, 0)), 0))
       FROM (SELECT DISTINCT unnest(of_bills) AS id) w
       LEFT JOIN member_bill b ON b.tenant_id = lading.tenant() AND b.id = w.id AND b.customer = of_customer);
   END $$`;

export const invoiceStatements: readonly string[] = [
  shortOfCredit,
  billsToInvoice,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  `ALTER FUNCTION ledger.short_of_credit(bigint, text, numeric, bigint) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION ledger.short_of_credit(bigint, text, numeric, bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION ledger.short_of_credit(bigint, text, numeric, bigint) TO lading_app`,
  `ALTER FUNCTION ledger.bills_to_invoice(bigint, text, bigint[], bigint, numeric) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION ledger.bills_to_invoice(bigint, text, bigint[], bigint, numeric) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION ledger.bills_to_invoice(bigint, text, bigint[], bigint, numeric) TO lading_app`,
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
];
