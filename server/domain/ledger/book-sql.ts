import { bookedAccounts, customerAccounts, heldKinds, sqlList, walletAccounts } from './account-kinds.ts';
import { toldOf } from './account-book.ts';
import { actionOf, floorOf } from './limit-sql.ts';

/**
 * Columns of a leg; amounts as decimal text. A holder is the owner of an account's money; internal accounts have none.
 */
const legColumns = `key text, next text, kind text, debit text, debit_holder bigint, credit text,
  credit_holder bigint, amount numeric, currency text, entity text, record text, note text, past_floor boolean,
  once boolean, reverses bigint, link text`;

/** A generic plan is as good for all arguments; planning each call would cost more than the call. */
const settings = 'SET search_path = pg_catalog, public SET plan_cache_mode = force_generic_plan';
const booked = sqlList(bookedAccounts);
const wallets = sqlList(walletAccounts);

/**
 * Writes one line whose accounts are locked. `repeated`: it existed already; `refusal`: the limit that applies, with
 * nothing written. The floor is a condition of the updating statement, so it holds under concurrency.
 */
const bookLeg = `CREATE OR REPLACE FUNCTION ledger.book_leg(leg json, debit_id bigint, credit_id bigint,
       OUT refusal json, OUT repeated boolean)
     LANGUAGE plpgsql SECURITY DEFINER ${settings} AS $$
   DECLARE own bigint := lading.tenant(); l record; known ledger_transfer; stood record; of_wallet boolean; taken boolean; stands boolean;
   BEGIN
     SELECT * INTO l FROM json_to_record(leg) AS x(${legColumns});
     of_wallet := l.debit IN (${wallets}) OR l.credit IN (${wallets});
     SELECT * INTO known FROM ledger_transfer WHERE tenant_id = own AND "opKey" = l.key;
     IF FOUND THEN
       repeated := (known.debit, known.credit, known.amount, known.kind, known."refEntity", known."refId", known.reverses)
         IS NOT DISTINCT FROM (debit_id, credit_id, l.amount, l.kind, l.entity, l.record, l.reverses)
         AND NOT EXISTS (SELECT FROM ledger_transfer WHERE tenant_id = own AND "opKey" = l.next);
       IF NOT repeated THEN refusal := json_build_object('code', 'keyReused');
       ELSIF l.once THEN refusal := json_build_object('code', 'alreadyBooked'); END IF;
       RETURN;
     END IF;
     repeated := false;
     IF of_wallet AND l.kind <> 'tenantMove' AND NOT lading.at_home(coalesce(l.debit_holder, l.credit_holder)) THEN
       refusal := json_build_object('code', 'walletElsewhere');
       RETURN;
     END IF;
     IF l.reverses IS NOT NULL
        AND EXISTS (SELECT FROM ledger_transfer WHERE tenant_id = own AND reverses = l.reverses) THEN
       refusal := json_build_object('code', 'alreadyReversed');
       RETURN;
     END IF;

     -- One statement: each that a line would need by itself costs as much as its row.
     WITH debited AS (
         UPDATE ledger_account a SET balance = a.balance - l.amount, version = a.version + 1, "updatedAt" = now()
           FROM ledger.limit_of(l.debit, l.debit_holder, l.currency) f
          WHERE a.tenant_id = own AND a.id = debit_id AND l.debit_holder IS NOT NULL
            AND (a.balance - l.amount >= f.floor
                 OR (l.debit IN (${booked}) AND (l.past_floor OR f.action IN ('warn', 'allow'))))
          RETURNING a.balance, a.version AS step, CASE WHEN a.balance >= f.floor THEN NULL WHEN l.past_floor THEN 'charged'
                                                  WHEN f.action = 'warn' THEN 'warned' ELSE 'allowed' END AS past),
       credited AS (
         UPDATE ledger_account a SET balance = a.balance + l.amount, version = a.version + 1, "updatedAt" = now()
          WHERE a.tenant_id = own AND a.id = credit_id AND l.credit_holder IS NOT NULL
            AND (l.debit_holder IS NULL OR EXISTS (SELECT FROM debited)) RETURNING a.balance, a.version AS step),
       written AS (
         INSERT INTO ledger_transfer (tenant_id, id, "createdAt", "createdBy", "opKey", kind, debit, credit, amount, currency, customer,
             tenant, "refEntity", "refId", note, reverses, "pastFloor", "debitBalance", "debitStep", "creditBalance", "creditStep",
             "moneyIn", "moneyOut", "balanceAfter")
           SELECT own, lading.new_id(), clock_timestamp(), nullif(current_setting('lading.account', true), '')::bigint, l.key, l.kind,
                  debit_id, credit_id, l.amount, l.currency, CASE WHEN NOT of_wallet THEN coalesce(l.debit_holder, l.credit_holder) END,
                  CASE WHEN of_wallet THEN coalesce(l.debit_holder, l.credit_holder) END, l.entity, l.record,
                  l.note, l.reverses, d.past, d.balance, d.step, c.balance, c.step,
                  ${toldOf('l', 'd.balance', 'c.balance')}
             FROM (SELECT) one LEFT JOIN debited d ON true LEFT JOIN credited c ON true
            WHERE l.debit_holder IS NULL OR d.step IS NOT NULL
           ON CONFLICT (tenant_id, "opKey") DO NOTHING RETURNING id),
       rolled AS (
         INSERT INTO ledger.unrolled (tenant_id, account, amount)
           SELECT own, moved.account, moved.amount
             FROM written, (VALUES (debit_id, -l.amount, l.debit_holder), (credit_id, l.amount, l.credit_holder)) moved (account, amount, holder)
            WHERE moved.holder IS NULL)
     SELECT EXISTS (SELECT FROM debited), EXISTS (SELECT FROM written) INTO taken, stands;
     IF stands THEN RETURN; END IF;
     IF l.debit_holder IS NOT NULL AND NOT taken THEN
       SELECT * INTO stood FROM ledger.limit_of(l.debit, l.debit_holder, l.currency);
       refusal := ledger.shortage(l.debit, (SELECT balance FROM ledger_account WHERE tenant_id = own AND id = debit_id),
         l.amount, l.currency, stood.floor, stood.action);
       RETURN;
     END IF;
     -- Somebody else took the key in the meantime. Where no balance has moved, what they wrote answers.
     IF coalesce(l.debit_holder, l.credit_holder) IS NOT NULL THEN RAISE unique_violation; END IF;
     SELECT * INTO refusal, repeated FROM ledger.book_leg(leg, debit_id, credit_id);
   END $$`;

const isWrong = `(l.amount > 0 AND l.amount < 10000000000000 AND l.amount = round(l.amount, 2)) IS NOT TRUE
              OR l.key IS NULL OR l.kind IS NULL OR l.currency IS NULL OR l.debit_holder <> l.credit_holder
              OR (l.debit, l.debit_holder) IS NOT DISTINCT FROM (l.credit, l.credit_holder)
              OR (direct AND ('frozen' IN (l.debit, l.credit) OR l.kind IN (${sqlList([...heldKinds, 'reversal'])}) OR l.reverses IS NOT NULL))`;
/** Members may only spend and release their own money; only staff post credits. */
const isForeign = `NOT staff AND l.debit_holder IS DISTINCT FROM me`;

/**
 * Writes the lines of many legs at once if nothing prevents it: every held account is updated once by the sum of its
 * legs, provided that it stays above its floor after each of them. False: something prevents it (a limit, a used key, a
 * missing account, a leg that is not allowed), nothing was written, and the legs are posted one by one instead.
 * Accounts are locked by the update itself: an earlier lock from outside this block would make each row record two
 * transactions (a multixact).
 */
const bookTogether = `CREATE OR REPLACE FUNCTION ledger.book_together(legs json, many integer, direct boolean) RETURNS boolean
     LANGUAGE plpgsql SECURITY DEFINER ${settings} AS $$
   DECLARE own bigint := lading.tenant(); staff boolean := lading.staff(); me bigint := lading.member();
           by_account bigint := nullif(current_setting('lading.account', true), '')::bigint; own_currency text; good boolean;
   BEGIN
     SELECT t.currency INTO own_currency FROM tenant t WHERE t.id = own;
     WITH leg AS MATERIALIZED (
         SELECT * FROM ROWS FROM (json_to_recordset(legs) AS (${legColumns}), lading.new_ids(many)) WITH ORDINALITY),
       entry AS MATERIALIZED (
         SELECT e.*, sum(delta) OVER each_account AS ran, count(*) OVER each_account AS step FROM (
           SELECT ordinality AS at, true AS taking, debit AS kind, debit_holder AS holder, currency, -amount AS delta,
                  debit IN (${booked}) AND past_floor IS TRUE AS past FROM leg WHERE debit_holder IS NOT NULL
           UNION ALL SELECT ordinality, false, credit, credit_holder, currency, amount, false FROM leg
            WHERE credit_holder IS NOT NULL) e
         WINDOW each_account AS (PARTITION BY holder, kind, currency ORDER BY at)),
       moved AS MATERIALIZED (
         SELECT kind, holder, currency, sum(delta) AS sum, count(*) AS steps, bool_or(taking) AS takes,
                min(ran) FILTER (WHERE taking AND NOT past) AS lowest,
                CASE WHEN kind IN (${wallets})
                  THEN (SELECT a.id FROM ledger_account a WHERE a.tenant_id = own AND a.kind = e.kind AND a.currency = e.currency AND a.tenant = e.holder)
                  ELSE (SELECT a.id FROM ledger_account a WHERE a.tenant_id = own AND a.kind = e.kind AND a.currency = e.currency AND a.customer = e.holder)
                END AS id
           FROM entry e GROUP BY holder, kind, currency),
       locked AS MATERIALIZED (
         SELECT id FROM ledger_account WHERE tenant_id = own AND id = ANY (ARRAY(SELECT id FROM moved)) ORDER BY id FOR NO KEY UPDATE),
       moment AS MATERIALIZED (SELECT clock_timestamp() AS at, count(*) FROM locked),
       taken AS (
         UPDATE ledger_account a SET balance = a.balance + m.sum, version = a.version + m.steps, "updatedAt" = now()
           FROM (SELECT m.*, ${floorOf} AS floor, ${actionOf} AS action
                   FROM moved m LEFT JOIN LATERAL (SELECT * FROM customer_config c WHERE c.tenant_id = own AND c.customer = m.holder
                    AND m.takes AND m.kind = 'available' AND m.currency = own_currency LIMIT 1) c ON true) m
          -- The array is whole before the first row moves, and with it every lock is taken before a key is written.
          WHERE a.tenant_id = own AND a.id = ANY (ARRAY(SELECT id FROM locked)) AND a.id = m.id
            AND (m.lowest IS NULL OR a.balance + m.lowest >= m.floor
                 OR (m.kind IN (${booked}) AND m.action IN ('warn', 'allow')))
          RETURNING m.*, a.balance - m.sum AS before, a.version - m.steps AS last),
       told AS MATERIALIZED (
         SELECT e.at, e.taking, t.id, t.before + e.ran AS balance, t.last + e.step AS step,
                CASE WHEN NOT e.taking OR t.before + e.ran >= t.floor THEN NULL WHEN e.past THEN 'charged'
                     WHEN t.action = 'warn' THEN 'warned' ELSE 'allowed' END AS past
           FROM entry e JOIN taken t USING (holder, kind, currency)),
       house AS MATERIALIZED (
         SELECT kind, currency, (SELECT a.id FROM ledger_account a WHERE a.tenant_id = own AND a.kind = h.kind AND a.currency = h.currency
                                    AND a.customer IS NULL AND a.tenant IS NULL) AS id
           FROM (SELECT debit AS kind, currency FROM leg WHERE debit_holder IS NULL
                 UNION SELECT credit, currency FROM leg WHERE credit_holder IS NULL) h),
       line AS MATERIALIZED (
         SELECT l.*, coalesce(d.id, dh.id) AS debit_id, coalesce(c.id, ch.id) AS credit_id, d.past AS past,
                d.balance AS debit_balance, d.step AS debit_step, c.balance AS credit_balance, c.step AS credit_step
           FROM leg l LEFT JOIN told d ON d.at = l.ordinality AND d.taking LEFT JOIN told c ON c.at = l.ordinality AND NOT c.taking
           LEFT JOIN house dh ON l.debit_holder IS NULL AND dh.kind = l.debit AND dh.currency = l.currency
           LEFT JOIN house ch ON l.credit_holder IS NULL AND ch.kind = l.credit AND ch.currency = l.currency),
       rolled AS (
         INSERT INTO ledger.unrolled (tenant_id, account, amount)
           SELECT own, account, sum(amount) FROM (
             SELECT debit_id AS account, -amount AS amount FROM line WHERE debit_holder IS NULL
             UNION ALL SELECT credit_id, amount FROM line WHERE credit_holder IS NULL) sides
            WHERE account IS NOT NULL GROUP BY account),
       written AS (
         INSERT INTO ledger_transfer (tenant_id, id, "createdAt", "createdBy", "opKey", kind, debit, credit, amount, currency, customer,
             tenant, "refEntity", "refId", note, reverses, "pastFloor", "debitBalance", "debitStep", "creditBalance", "creditStep",
             "moneyIn", "moneyOut", "balanceAfter")
           SELECT own, l.new_ids, moment.at, by_account, l.key, l.kind, l.debit_id, l.credit_id, l.amount, l.currency,
                  CASE WHEN l.debit NOT IN (${wallets}) AND l.credit NOT IN (${wallets}) THEN coalesce(l.debit_holder, l.credit_holder) END,
                  CASE WHEN l.debit IN (${wallets}) OR l.credit IN (${wallets}) THEN coalesce(l.debit_holder, l.credit_holder) END,
                  l.entity, l.record, l.note, l.reverses, l.past, l.debit_balance, l.debit_step, l.credit_balance, l.credit_step,
                  ${toldOf('l', 'l.debit_balance', 'l.credit_balance')}
             FROM line l, moment WHERE l.debit_id IS NOT NULL AND l.credit_id IS NOT NULL AND (${isWrong} OR ${isForeign}) IS NOT TRUE
            -- Keys are written in the order in which they are named, as where legs go one by one: nobody waits in a circle.
            ORDER BY l.ordinality
          RETURNING id)
       SELECT count(*) = many FROM written INTO good;
     IF NOT good THEN RAISE EXCEPTION 'short' USING ERRCODE = 'LD421'; END IF;
     RETURN true;
   EXCEPTION WHEN unique_violation OR SQLSTATE 'LD421' THEN
     RETURN false;
   END $$`;

/** Posts legs one by one, those of a link all or none; answers refusals by link, or null. */
const bookInTurn = `CREATE OR REPLACE FUNCTION ledger.book_in_turn(legs json, debits bigint[], credits bigint[]) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE done record; at integer := 0; started integer; repeats integer; of_link text; detail text; refusals jsonb := '{}';
   BEGIN
     WHILE at < cardinality(debits) LOOP
       of_link := coalesce(legs -> at ->> 'link', '0');
       started := at;
       repeats := 0;
       BEGIN
         WHILE at < cardinality(debits) AND coalesce(legs -> at ->> 'link', '0') = of_link LOOP
           SELECT * INTO done FROM ledger.book_leg(legs -> at, debits[at + 1], credits[at + 1]);
           repeats := repeats + done.repeated::integer;
           IF done.refusal IS NULL AND NOT done.repeated AND repeats > 0 THEN
             done.refusal := json_build_object('code', 'keyReused');
           END IF;
           IF done.refusal IS NOT NULL THEN RAISE EXCEPTION 'refused' USING ERRCODE = 'LD420', DETAIL = done.refusal::text; END IF;
           at := at + 1;
         END LOOP;
         IF repeats NOT IN (0, at - started) THEN
           RAISE EXCEPTION 'refused' USING ERRCODE = 'LD420', DETAIL = json_build_object('code', 'keyReused')::text;
         END IF;
       EXCEPTION WHEN SQLSTATE 'LD420' THEN
         GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
         refusals := refusals || jsonb_build_object(of_link, detail::jsonb);
         WHILE at < cardinality(debits) AND coalesce(legs -> at ->> 'link', '0') = of_link LOOP at := at + 1; END LOOP;
       END;
     END LOOP;
     RETURN CASE WHEN refusals <> '{}' THEN refusals::json END;
   END $$`;

const accountOf = (side: 'debit' | 'credit'): string => `CASE WHEN l.${side}_holder IS NULL THEN
           (SELECT a.id FROM ledger_account a WHERE a.tenant_id = own AND a.kind = l.${side} AND a.currency = l.currency
               AND a.customer IS NULL AND a.tenant IS NULL)
         WHEN l.${side} IN (${sqlList(customerAccounts)}) THEN
           (SELECT a.id FROM ledger_account a WHERE a.tenant_id = own AND a.kind = l.${side} AND a.currency = l.currency
               AND a.customer = l.${side}_holder) END`;

const walletNamed = walletAccounts.map((kind) => `legs::text LIKE '%"${kind}"%'`).join(' OR ');

/**
 * Posts operations, each all or none; null on success, else refusals by link. Accounts with a holder are locked by id
 * to avoid deadlocks. `direct`: called from outside the ledger, where held money may only move by its hold and
 * reversals by their own function.
 */
const bookAll = `CREATE OR REPLACE FUNCTION ledger.book_all(legs json, direct boolean) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER ${settings} AS $$
   DECLARE own bigint := lading.tenant(); staff boolean := lading.staff(); me bigint := lading.member(); many integer := json_array_length(legs);
           one record; debits bigint[]; credits bigint[]; wrong boolean; foreign_money boolean; refusal json; together boolean;
   BEGIN
     IF own IS NULL OR staff IS NULL THEN RAISE insufficient_privilege; END IF;
     -- Wallets of tenants are few; whether theirs is here is asked leg by leg.
     together := many > 1 AND NOT (${walletNamed});
     IF together AND ledger.book_together(legs, many, direct) THEN RETURN NULL; END IF;
     IF many = 1 THEN
       SELECT ARRAY[${accountOf('debit')}], ARRAY[${accountOf('credit')}], ${isWrong}, ${isForeign}
         INTO debits, credits, wrong, foreign_money FROM json_to_record(legs -> 0) AS l(${legColumns});
     ELSE
       SELECT array_agg(${accountOf('debit')} ORDER BY l.ordinality), array_agg(${accountOf('credit')} ORDER BY l.ordinality),
              bool_or(${isWrong}), bool_or(${isForeign})
         INTO debits, credits, wrong, foreign_money
         FROM ROWS FROM (json_to_recordset(legs) AS (${legColumns})) WITH ORDINALITY l;
     END IF;
     IF wrong THEN RAISE check_violation; END IF;
     IF foreign_money THEN RAISE insufficient_privilege; END IF;
     IF array_position(debits || credits, NULL) IS NOT NULL THEN
       debits := '{}';
       credits := '{}';
       FOR one IN SELECT * FROM json_to_recordset(legs) AS x(${legColumns}) LOOP
         debits := debits || ledger.account_for(one.debit, one.debit_holder, one.currency);
         credits := credits || ledger.account_for(one.credit, one.credit_holder, one.currency);
       END LOOP;
       IF together AND ledger.book_together(legs, many, direct) THEN RETURN NULL; END IF;
     END IF;
     -- Before anything is looked up: who comes second then sees what the first has written.
     PERFORM FROM ledger_account WHERE tenant_id = own AND id = ANY (debits || credits)
          AND coalesce(customer, tenant) IS NOT NULL
       ORDER BY id FOR NO KEY UPDATE;
     IF many = 1 THEN
       refusal := (SELECT b.refusal FROM ledger.book_leg(legs -> 0, debits[1], credits[1]) b);
       RETURN CASE WHEN refusal IS NOT NULL THEN json_build_object(coalesce(legs -> 0 ->> 'link', '0'), refusal) END;
     END IF;
     RETURN ledger.book_in_turn(legs, debits, credits);
   END $$`;

/** Posts one operation of the ledger itself; null, or why it is refused. */
const book = `CREATE OR REPLACE FUNCTION ledger.book(legs json) RETURNS json
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$ SELECT ledger.book_all(legs, false) -> '0' $$`;

export const bookStatements: readonly string[] = [bookLeg, bookTogether, bookInTurn, bookAll, book];
