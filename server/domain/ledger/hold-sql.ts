/**
 * Reserved money of a pending operation. A row constraint keeps captured plus released within the held amount. Frozen
 * money only moves by these functions, so a customer's frozen balance always equals the rest of their open holds.
 */
const table = `CREATE TABLE IF NOT EXISTS ledger.hold (
     tenant_id bigint NOT NULL, key text NOT NULL, customer bigint NOT NULL, currency text NOT NULL,
     amount numeric(15, 2) NOT NULL CHECK (amount > 0), captured numeric(15, 2) NOT NULL DEFAULT 0 CHECK (captured >= 0),
     released numeric(15, 2) NOT NULL DEFAULT 0 CHECK (released >= 0), entity text, record text,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, key), CHECK (captured + released <= amount))`;

const holding = (
  name: string,
  guard: string,
  pastFloor: boolean,
): string => `CREATE OR REPLACE FUNCTION ledger.${name}(of_key text,
       of_customer bigint, of_amount numeric, of_currency text, of_entity text, of_record text) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE refusal json;
   BEGIN
     ${guard}
     refusal := ledger.book(json_build_array(json_build_object('key', of_key, 'next', of_key || '#2', 'kind', 'hold',
       'debit', 'available', 'debit_holder', of_customer, 'credit', 'frozen', 'credit_holder', of_customer,
       'amount', of_amount, 'currency', of_currency, 'entity', of_entity, 'record', of_record, 'past_floor', ${pastFloor})));
     IF refusal IS NULL THEN
       INSERT INTO ledger.hold (tenant_id, key, customer, currency, amount, entity, record)
         VALUES (lading.tenant(), of_key, of_customer, of_currency, of_amount, of_entity, of_record) ON CONFLICT DO NOTHING;
     END IF;
     RETURN refusal;
   END $$`;

const hold = holding('hold', '', false);

/** The same without the floor, if staff allowed it. */
const holdPast = holding('hold_past', 'IF NOT lading.staff() THEN RAISE insufficient_privilege; END IF;', true);

/** Spends from a hold (`capture`, `withdrawal`) or releases it (`release`); the whole rest by default. */
const settle = `CREATE OR REPLACE FUNCTION ledger.settle(of_hold text, of_key text, of_kind text, of_credit text,
       of_amount numeric, of_cost numeric, of_entity text, of_record text) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE h ledger.hold; legs json; refusal json; sum numeric; known numeric; remaining numeric;
   BEGIN
     IF (of_kind = 'release') IS DISTINCT FROM (of_credit = 'available')
        OR of_kind NOT IN ('capture', 'withdrawal', 'release') OR of_cost < 0 THEN RAISE check_violation; END IF;
     SELECT * INTO h FROM ledger.hold WHERE tenant_id = lading.tenant() AND key = of_hold
        AND (lading.staff() OR customer = lading.member()) FOR NO KEY UPDATE;
     IF NOT FOUND THEN RETURN json_build_object('code', 'noHold'); END IF;
     -- Before it is known whether the key stands: of two holds settled under one key at once, only one may move.
     PERFORM 1 FROM ledger_account WHERE tenant_id = lading.tenant() AND customer = h.customer AND currency = h.currency
       ORDER BY id FOR NO KEY UPDATE;
     remaining := h.amount - h.captured - h.released;
     SELECT amount INTO known FROM ledger_transfer WHERE tenant_id = lading.tenant() AND "opKey" = of_key;
     sum := coalesce(of_amount, known, remaining);
     legs := json_build_array(json_build_object('key', of_key, 'kind', of_kind,
       'next', of_key || CASE WHEN of_cost > 0 THEN '#3' ELSE '#2' END,
       'debit', 'frozen', 'debit_holder', h.customer, 'credit', of_credit,
       'credit_holder', CASE WHEN of_kind = 'release' THEN h.customer END,
       'amount', sum, 'currency', h.currency, 'entity', of_entity, 'record', of_record));
     IF of_cost > 0 THEN
       legs := json_build_array(legs -> 0, json_build_object('key', of_key || '#2', 'next', of_key || '#3', 'kind', 'cost',
         'debit', 'costShipping', 'credit', 'costAccrual', 'amount', of_cost, 'currency', h.currency, 'entity', of_entity,
         'record', of_record));
     END IF;
     IF known IS NOT NULL THEN RETURN ledger.book(legs); END IF;
     UPDATE ledger.hold SET captured = captured + CASE WHEN of_kind <> 'release' THEN sum ELSE 0 END,
            released = released + CASE WHEN of_kind = 'release' THEN sum ELSE 0 END
      WHERE tenant_id = lading.tenant() AND key = of_hold AND sum > 0 AND captured + released + sum <= amount;
     IF NOT FOUND THEN
       RETURN json_build_object('code', 'holdSpent', 'left', remaining::text, 'amount', sum::text, 'currency', h.currency);
     END IF;
     refusal := ledger.book(legs);
     -- Nothing but a broken ledger or a foreign key of ours refuses here; the hold must not stay moved.
     IF refusal IS NOT NULL THEN RAISE EXCEPTION 'hold %: %', of_hold, refusal; END IF;
     RETURN NULL;
   END $$`;

export const holdStatements: readonly string[] = [table, hold, holdPast, settle];
