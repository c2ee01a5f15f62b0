/**
 * The posting function: one append-only row names its debit and its credit account and one amount, so that an unbalanced
 * booking cannot be written (DOMAIN.md D3). The operation key is unique for ever: a repeated posting changes nothing.
 * Requests may call it and read; they can neither insert, change nor delete a line.
 *
 * A balance is what the company owes on the account: credits less debits. Accounts are locked in the order of their
 * ids, so that two postings never wait for each other in a circle.
 */
export const ledgerStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS ledger`,
  `GRANT USAGE ON SCHEMA ledger TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  `CREATE OR REPLACE FUNCTION ledger.account_of(of_kind text, of_customer bigint, of_currency text) RETURNS bigint
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE found_id bigint;
   BEGIN
     LOOP
       SELECT id INTO found_id FROM ledger_account
         WHERE tenant_id = lading.tenant() AND kind = of_kind AND currency = of_currency
           AND customer IS NOT DISTINCT FROM of_customer;
       IF FOUND THEN RETURN found_id; END IF;
       INSERT INTO ledger_account (tenant_id, id, kind, customer, currency, balance)
         VALUES (lading.tenant(), lading.new_id(), of_kind, of_customer, of_currency, 0) ON CONFLICT DO NOTHING;
     END LOOP;
   END $$`,
  `CREATE OR REPLACE FUNCTION ledger.post(op_key text, of_kind text, debit_kind text, debit_customer bigint,
       credit_kind text, credit_customer bigint, of_amount numeric, of_currency text, of_entity text, of_record bigint)
     RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE debit_id bigint; credit_id bigint;
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     IF of_amount IS NULL OR of_amount <= 0 THEN RAISE check_violation; END IF;
     debit_id := ledger.account_of(debit_kind, debit_customer, of_currency);
     credit_id := ledger.account_of(credit_kind, credit_customer, of_currency);
     PERFORM 1 FROM ledger_account WHERE tenant_id = lading.tenant() AND id IN (debit_id, credit_id)
       ORDER BY id FOR UPDATE;
     INSERT INTO ledger_transfer (tenant_id, id, "opKey", kind, debit, credit, amount, currency, customer, "refEntity", "refId")
       VALUES (lading.tenant(), lading.new_id(), op_key, of_kind, debit_id, credit_id, of_amount, of_currency,
               coalesce(debit_customer, credit_customer), of_entity, of_record::text)
       ON CONFLICT DO NOTHING;
     IF NOT FOUND THEN RETURN false; END IF;
     UPDATE ledger_account SET balance = balance + CASE WHEN id = credit_id THEN of_amount ELSE -of_amount END,
            version = version + 1, "updatedAt" = now()
       WHERE tenant_id = lading.tenant() AND id IN (debit_id, credit_id);
     RETURN true;
   END $$`,
  `ALTER FUNCTION ledger.account_of(text, bigint, text) OWNER TO lading_system`,
  `ALTER FUNCTION ledger.post(text, text, text, bigint, text, bigint, numeric, text, text, bigint) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION ledger.account_of(text, bigint, text) FROM PUBLIC`,
  `REVOKE ALL ON FUNCTION ledger.post(text, text, text, bigint, text, bigint, numeric, text, text, bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION ledger.post(text, text, text, bigint, text, bigint, numeric, text, text, bigint) TO lading_app`,
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
  `GRANT EXECUTE ON FUNCTION lading.new_id() TO lading_system`,
  `REVOKE INSERT, UPDATE, DELETE ON ledger_account, ledger_transfer FROM lading_app`,
];
