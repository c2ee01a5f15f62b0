import {
  bookedAccounts,
  customerAccounts,
  heldKinds,
  houseAccounts,
  sqlList,
  walletAccounts,
} from './account-kinds.ts';

/** What a leg may say; amounts as decimal text. A holder is whose money an account keeps; accounts of the house have none. */
export const legColumns = `key text, next text, kind text, debit text, debit_holder bigint, credit text,
  credit_holder bigint, amount numeric, currency text, entity text, record text, note text, past_floor boolean,
  reverses bigint`;

/** How low the account may go, and what is done about who wants to go lower. Nobody knows a floor but by this function. */
const limitOf = `CREATE OR REPLACE FUNCTION ledger.limit_of(of_kind text, of_customer bigint, of_currency text,
       OUT floor numeric, OUT action text)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT coalesce(c."minBalance", 0) - coalesce(c."overDraftAmount", 0), coalesce(c."riskAction", 'block')
     FROM (SELECT 1) one LEFT JOIN customer_config c ON c.tenant_id = lading.tenant() AND c.customer = of_customer
      AND of_kind = 'available' AND of_currency = (SELECT t.currency FROM tenant t WHERE t.id = lading.tenant()) $$`;

/** A holder is looked for by equality: no index serves `IS NOT DISTINCT FROM`, and ten thousand customers would be read through. */
const accountFor = `CREATE OR REPLACE FUNCTION ledger.account_for(of_kind text, of_holder bigint, of_currency text) RETURNS bigint
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE found_id bigint; of_customer bigint; of_tenant bigint;
   BEGIN
     IF (of_kind IN (${sqlList([...customerAccounts, ...walletAccounts])})) IS DISTINCT FROM (of_holder IS NOT NULL)
        OR of_kind NOT IN (${sqlList([...customerAccounts, ...walletAccounts, ...houseAccounts])}) THEN RAISE check_violation; END IF;
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

/**
 * Writes one line whose accounts are locked. `repeated`: it stood there already; `refusal`: the limit that holds, and
 * nothing was written. The floor is a condition of the statement that takes the money, so that it holds however many
 * ask at once.
 */
const bookLeg = `CREATE OR REPLACE FUNCTION ledger.book_leg(leg json, debit_id bigint, credit_id bigint,
       OUT refusal json, OUT repeated boolean)
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE l record; known ledger_transfer; stood record; stands numeric; past text;
           debit_balance numeric; debit_step bigint; credit_balance numeric; credit_step bigint; of_wallet boolean;
   BEGIN
     SELECT * INTO l FROM json_to_record(leg) AS x(${legColumns});
     of_wallet := l.debit IN (${sqlList(walletAccounts)}) OR l.credit IN (${sqlList(walletAccounts)});
     SELECT * INTO known FROM ledger_transfer WHERE tenant_id = lading.tenant() AND "opKey" = l.key;
     IF FOUND THEN
       repeated := (known.debit, known.credit, known.amount, known.kind, known."refEntity", known."refId", known.reverses)
         IS NOT DISTINCT FROM (debit_id, credit_id, l.amount, l.kind, l.entity, l.record, l.reverses)
         AND NOT EXISTS (SELECT FROM ledger_transfer WHERE tenant_id = lading.tenant() AND "opKey" = l.next);
       IF NOT repeated THEN refusal := json_build_object('code', 'keyReused'); END IF;
       RETURN;
     END IF;
     repeated := false;
     IF EXISTS (SELECT FROM ledger_transfer WHERE tenant_id = lading.tenant() AND reverses = l.reverses) THEN
       refusal := json_build_object('code', 'alreadyReversed');
       RETURN;
     END IF;

     IF l.debit_holder IS NOT NULL THEN
       UPDATE ledger_account a SET balance = a.balance - l.amount, version = a.version + 1, "updatedAt" = now()
         FROM ledger.limit_of(l.debit, l.debit_holder, l.currency) f
        WHERE a.tenant_id = lading.tenant() AND a.id = debit_id
          AND (a.balance - l.amount >= f.floor
               OR (l.debit IN (${sqlList(bookedAccounts)}) AND (l.past_floor OR f.action IN ('warn', 'allow'))))
        RETURNING a.balance, a.version, CASE WHEN a.balance >= f.floor THEN NULL WHEN l.past_floor THEN 'charged'
                                                WHEN f.action = 'warn' THEN 'warned' ELSE 'allowed' END
        INTO debit_balance, debit_step, past;
       IF NOT FOUND THEN
         SELECT balance INTO stands FROM ledger_account WHERE tenant_id = lading.tenant() AND id = debit_id;
         SELECT * INTO stood FROM ledger.limit_of(l.debit, l.debit_holder, l.currency);
         refusal := ledger.shortage(l.debit, stands, l.amount, l.currency, stood.floor, stood.action);
         RETURN;
       END IF;
     END IF;
     IF l.credit_holder IS NOT NULL THEN
       UPDATE ledger_account a SET balance = a.balance + l.amount, version = a.version + 1, "updatedAt" = now()
        WHERE a.tenant_id = lading.tenant() AND a.id = credit_id RETURNING a.balance, a.version INTO credit_balance, credit_step;
     END IF;
     INSERT INTO ledger_transfer (tenant_id, id, "createdBy", "opKey", kind, debit, credit, amount, currency, customer, tenant,
         "refEntity", "refId", note, reverses, "pastFloor", "debitBalance", "debitStep", "creditBalance", "creditStep")
       VALUES (lading.tenant(), lading.new_id(), nullif(current_setting('lading.account', true), '')::bigint, l.key, l.kind,
         debit_id, credit_id, l.amount, l.currency, CASE WHEN NOT of_wallet THEN coalesce(l.debit_holder, l.credit_holder) END,
         CASE WHEN of_wallet THEN coalesce(l.debit_holder, l.credit_holder) END, l.entity, l.record,
         l.note, l.reverses, past, debit_balance, debit_step, credit_balance, credit_step)
       ON CONFLICT DO NOTHING;
     IF NOT FOUND THEN
       -- Somebody else took the key in the meantime. Where no balance has moved, what they wrote answers.
       IF coalesce(l.debit_holder, l.credit_holder) IS NOT NULL THEN RAISE unique_violation; END IF;
       SELECT * INTO refusal, repeated FROM ledger.book_leg(leg, debit_id, credit_id);
       RETURN;
     END IF;
     INSERT INTO ledger.unrolled (tenant_id, account, amount)
       SELECT lading.tenant(), moved.account, moved.amount
         FROM (VALUES (debit_id, -l.amount, l.debit_holder), (credit_id, l.amount, l.credit_holder)) moved (account, amount, holder)
        WHERE moved.holder IS NULL;
   END $$`;

/** Which limit held, and by how much; the floor itself only for staff, since members do not see their minimum balance. */
const shortage = `CREATE OR REPLACE FUNCTION ledger.shortage(of_kind text, stands numeric, amount numeric, currency text,
       floor numeric, action text) RETURNS json LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
   SELECT json_strip_nulls(json_build_object(
     'code', CASE WHEN of_kind <> 'available' THEN 'notEnough' WHEN action = 'hold' THEN 'onHold' ELSE 'belowFloor' END,
     'account', of_kind, 'balance', stands::text, 'amount', amount::text, 'short', (amount - stands + floor)::text,
     'currency', currency, 'floor', CASE WHEN lading.staff() THEN floor::text END)) $$`;

/**
 * Books legs, all or none; null when they stand. Accounts that somebody holds are locked in the order of their ids, so that two
 * operations never wait for each other in a circle.
 */
const book = `CREATE OR REPLACE FUNCTION ledger.book(legs json) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE l record; debits bigint[] := '{}'; credits bigint[] := '{}'; done record; at integer := 0;
           repeats integer := 0; detail text;
   BEGIN
     IF lading.tenant() IS NULL OR lading.staff() IS NULL THEN RAISE insufficient_privilege; END IF;
     FOR l IN SELECT * FROM json_to_recordset(legs) AS x(${legColumns}) LOOP
       IF (l.amount > 0 AND l.amount < 10000000000000 AND l.amount = round(l.amount, 2)) IS NOT TRUE OR l.key IS NULL OR l.kind IS NULL
          OR l.debit_holder <> l.credit_holder THEN RAISE check_violation; END IF;
       -- A member spends and frees the member's own money; nobody but staff books money in.
       IF NOT lading.staff() AND l.debit_holder IS DISTINCT FROM lading.member() THEN RAISE insufficient_privilege; END IF;
       debits := debits || ledger.account_for(l.debit, l.debit_holder, l.currency);
       credits := credits || ledger.account_for(l.credit, l.credit_holder, l.currency);
     END LOOP;
     PERFORM 1 FROM ledger_account WHERE tenant_id = lading.tenant() AND id = ANY (debits || credits)
          AND coalesce(customer, tenant) IS NOT NULL
       ORDER BY id FOR NO KEY UPDATE;
     IF json_array_length(legs) = 1 THEN
       RETURN (SELECT refusal FROM ledger.book_leg(legs -> 0, debits[1], credits[1]));
     END IF;
     BEGIN
       WHILE at < json_array_length(legs) LOOP
         SELECT * INTO done FROM ledger.book_leg(legs -> at, debits[at + 1], credits[at + 1]);
         repeats := repeats + done.repeated::integer;
         IF done.refusal IS NULL AND NOT done.repeated AND repeats > 0 THEN
           done.refusal := json_build_object('code', 'keyReused');
         END IF;
         IF done.refusal IS NOT NULL THEN RAISE EXCEPTION 'refused' USING ERRCODE = 'LD420', DETAIL = done.refusal::text; END IF;
         at := at + 1;
       END LOOP;
       IF repeats NOT IN (0, at) THEN
         RAISE EXCEPTION 'refused' USING ERRCODE = 'LD420', DETAIL = json_build_object('code', 'keyReused')::text;
       END IF;
     EXCEPTION WHEN SQLSTATE 'LD420' THEN
       GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
       RETURN detail::json;
     END;
     RETURN NULL;
   END $$`;

/** The door of effects: frozen money moves only by its holds, and reversals by their own function. */
const post = `CREATE OR REPLACE FUNCTION ledger.post(legs json) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF EXISTS (SELECT FROM json_to_recordset(legs) AS x(${legColumns})
                 WHERE 'frozen' IN (debit, credit) OR kind IN (${sqlList([...heldKinds, 'reversal'])}) OR reverses IS NOT NULL)
       THEN RAISE check_violation; END IF;
     RETURN ledger.book(legs);
   END $$`;

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

/** What came to and went from accounts of the house since they were last summed goes into their balances, once. */
const rollUp = `CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS bigint
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE lines bigint;
   BEGIN
     WITH gone AS (DELETE FROM ledger.unrolled RETURNING tenant_id, account, amount),
          sums AS (SELECT tenant_id, account, sum(amount) AS amount, count(*) AS lines FROM gone GROUP BY 1, 2),
          moved AS (UPDATE ledger_account a SET balance = a.balance + s.amount, version = a.version + 1, "updatedAt" = now()
                      FROM sums s WHERE a.tenant_id = s.tenant_id AND a.id = s.account RETURNING s.lines)
     SELECT coalesce(sum(moved.lines), 0) INTO lines FROM moved;
     RETURN lines;
   END $$`;

export const postStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ledger.unrolled (tenant_id bigint NOT NULL, account bigint NOT NULL, amount numeric NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS unrolled_account ON ledger.unrolled (tenant_id, account)`,
  `DROP FUNCTION IF EXISTS ledger.account_of(text, bigint, text)`,
  `DROP FUNCTION IF EXISTS ledger.post(text, text, text, bigint, text, bigint, numeric, text, text, bigint)`,
  limitOf,
  accountFor,
  shortage,
  bookLeg,
  book,
  post,
  reverse,
  rollUp,
];
