import { customerAccounts, internalAccounts, sqlList, walletAccounts } from './account-kinds.ts';
import { bookStatements } from './book-sql.ts';
import { limitStatements } from './limit-sql.ts';

/**
 * Looks holders up by equality: no index supports `IS NOT DISTINCT FROM`, so ten thousand customers would be scanned.
 */
const accountFor = `CREATE OR REPLACE FUNCTION ledger.account_for(of_kind text, of_holder bigint, of_currency text) RETURNS bigint
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE found_id bigint; of_customer bigint; of_tenant bigint;
   BEGIN
     IF (of_kind IN (${sqlList([...customerAccounts, ...walletAccounts])})) IS DISTINCT FROM (of_holder IS NOT NULL)
        OR of_kind NOT IN (${sqlList([...customerAccounts, ...walletAccounts, ...internalAccounts])}) THEN RAISE check_violation; END IF;
     IF of_kind IN (${sqlList(walletAccounts)}) THEN of_tenant := of_holder; ELSE of_customer := of_holder; END IF;
     LOOP
       IF of_customer IS NOT NULL THEN
         SELECT id INTO found_id FROM ledger_account
           WHERE tenant_id = lading.tenant() AND kind = of_kind AND currency = of_currency AND customer = of_customer;
       ELSE
         SELECT id INTO found_id FROM ledger_account
           WHERE tenant_id = lading.tenant() AND kind = of_kind AND currency = of_currency AND customer IS NULL
             AND tenant IS NOT DISTINCT FROM of_tenant;
       END IF;
       IF FOUND THEN RETURN found_id; END IF;
       INSERT INTO ledger_account (tenant_id, id, kind, customer, tenant, currency, balance)
         VALUES (lading.tenant(), lading.new_id(), of_kind, of_customer, of_tenant, of_currency, 0) ON CONFLICT DO NOTHING;
     END LOOP;
   END $$`;

/** The entry for effects: held money only moves by its holds, and reversals by their own function. */
const post = `CREATE OR REPLACE FUNCTION ledger.post(legs json) RETURNS json
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT ledger.book_all(legs, true) -> '0' $$`;

/** Posts independent operations, identified by each leg's `link`: refusals by link, or null. */
const postEach = `CREATE OR REPLACE FUNCTION ledger.post_each(legs json) RETURNS json
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT ledger.book_all(legs, true) $$`;

const reverse = `CREATE OR REPLACE FUNCTION ledger.reverse(of_key text, new_key text, of_entity text, of_record text, of_note text)
     RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE line record; legs json[] := '{}'; number integer := 0; line_key text := of_key;
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     LOOP
       SELECT t.*, d.kind AS debit_kind, coalesce(d.customer, d.tenant) AS debit_holder,
             c.kind AS credit_kind, coalesce(c.customer, c.tenant) AS credit_holder
         INTO line FROM ledger_transfer t
         JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
         JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
        WHERE t.tenant_id = lading.tenant() AND t."opKey" = line_key;
       EXIT WHEN NOT FOUND;
       IF line.kind = 'reversal' OR 'frozen' IN (line.debit_kind, line.credit_kind) THEN
         RETURN json_build_object('code', 'notReversible');
       END IF;
       number := number + 1;
       legs := legs || json_build_object(
         'key', new_key || CASE WHEN number > 1 THEN '#' || number ELSE '' END, 'kind', 'reversal',
         'debit', line.credit_kind, 'debit_holder', line.credit_holder,
         'credit', line.debit_kind, 'credit_holder', line.debit_holder,
         'amount', line.amount, 'currency', line.currency, 'entity', of_entity, 'record', of_record,
         'note', of_note, 'past_floor', true, 'reverses', line.id);
       line_key := of_key || '#' || (number + 1);
     END LOOP;
     IF number = 0 THEN RETURN json_build_object('code', 'noOperation'); END IF;
     RETURN ledger.book(array_to_json(legs));
   END $$`;

/** Adds movements of internal accounts since the last run to their balances, exactly once. */
const rollUp = `CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS bigint
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE lines bigint;
   BEGIN
     WITH gone AS (DELETE FROM ledger.unrolled RETURNING tenant_id, account, amount),
          sums AS (SELECT tenant_id, account, sum(amount) AS amount, count(*) AS lines FROM gone GROUP BY 1, 2),
          moved AS (UPDATE ledger_account a SET balance = a.balance + s.amount, version = a.version + 1, "updatedAt" = now()
                      FROM sums s WHERE a.tenant_id = s.tenant_id AND a.id = s.account RETURNING s.lines)
     SELECT coalesce(sum(moved.lines), 0) INTO lines FROM moved;
     PERFORM ledger.gather_turnover();
     RETURN lines;
   END $$`;

export const postStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ledger.unrolled (tenant_id bigint NOT NULL, account bigint NOT NULL, amount numeric NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS unrolled_account ON ledger.unrolled (tenant_id, account)`,
  `DROP FUNCTION IF EXISTS ledger.account_of(text, bigint, text)`,
  `DROP FUNCTION IF EXISTS ledger.post(text, text, text, bigint, text, bigint, numeric, text, text, bigint)`,
  ...limitStatements,
  accountFor,
  ...bookStatements,
  post,
  postEach,
  reverse,
  rollUp,
];
