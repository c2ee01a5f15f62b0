import { patternOf } from './match-sql.ts';

/**
 * The figures of a bill being locked; the accruals it uses are marked as used. Null: its lines do not add up to the bill.
 * Charges and credits are distinguished by rows of the file: a discount within a row is neither.
 */
const figures = `CREATE OR REPLACE FUNCTION billing.figures(own bigint, of_bill bigint) RETURNS json
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE b carrier_bill; f record; accrued numeric;
   BEGIN
     SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = own AND x.id = of_bill;
     SELECT coalesce(sum(r.net) FILTER (WHERE r.net > 0), 0) AS charges, coalesce(-sum(r.net) FILTER (WHERE r.net < 0), 0) AS credits,
            coalesce(sum(r.net), 0) AS sum, coalesce(sum(r.many), 0) AS many,
            coalesce(sum(r.matched), 0) AS matched, coalesce(sum(r.unmatched), 0) AS unmatched, coalesce(sum(r.account), 0) AS account
       INTO f
       FROM (SELECT sum(l.net) AS net, count(*) AS many, sum(l.net) FILTER (WHERE l."matchState" = 'matched') AS matched,
                    sum(l.net) FILTER (WHERE l."matchState" = 'unmatched') AS unmatched, sum(l.net) FILTER (WHERE l."matchState" = 'account') AS account
               FROM carrier_bill_line l WHERE l.tenant_id = own AND l.bill = of_bill GROUP BY l.line) r;
     IF f.sum IS DISTINCT FROM b.sum OR f.many <> coalesce(b."lineCount", 0) THEN RETURN NULL; END IF;
     -- Two bills with packages of one order take what was accrued one after the other.
     PERFORM pg_advisory_xact_lock(hashtextextended('billing.used|' || own, 7019));
     INSERT INTO billing.used (tenant_id, bill, order_id, amount, packages)
       SELECT own, of_bill, s.order_id, s.amount, s.packages FROM billing.shares(own, of_bill) s;
     SELECT coalesce(sum(u.amount), 0) INTO accrued FROM billing.used u WHERE u.tenant_id = own AND u.bill = of_bill;
     PERFORM billing.credit_claims(own, of_bill);
     RETURN json_build_object('charges', f.charges::numeric(15, 2)::text, 'credits', f.credits::numeric(15, 2)::text,
       'accrued', accrued::numeric(15, 2)::text, 'matched', f.matched, 'unmatched', f.unmatched, 'account', f.account);
   END $$`;

/** The same for a request; a bill that was prepared is not reckoned again. */
const lock = `CREATE OR REPLACE FUNCTION billing.lock(of_bill bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); known json;
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     DELETE FROM billing.prepared x WHERE x.tenant_id = own AND x.bill = of_bill RETURNING x.figures INTO known;
     RETURN coalesce(known, billing.figures(own, of_bill));
   END $$`;

/** The figures of a long bill, reckoned before the step that posts them; its lines rest meanwhile. */
const prepare = `CREATE OR REPLACE FUNCTION billing.prepare(of_tenant bigint, of_bill bigint) RETURNS json
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE known json;
   BEGIN
     PERFORM FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill AND x.status = 'locking' FOR UPDATE;
     IF NOT FOUND THEN RETURN json_build_object('state', 'over'); END IF;
     PERFORM set_config('work_mem', '64MB', true);
     PERFORM set_config('enable_nestloop', 'off', true);
     DELETE FROM billing.prepared x WHERE x.tenant_id = of_tenant AND x.bill = of_bill;
     DELETE FROM billing.used u WHERE u.tenant_id = of_tenant AND u.bill = of_bill;
     known := billing.figures(of_tenant, of_bill);
     IF known IS NULL THEN RETURN json_build_object('state', 'changed'); END IF;
     INSERT INTO billing.prepared (tenant_id, bill, figures) VALUES (of_tenant, of_bill, known);
     RETURN json_build_object('state', 'ready');
   END $$`;

const clear = `CREATE OR REPLACE FUNCTION billing.clear(of_bill bigint, most integer) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant();
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     DELETE FROM billing.pattern t WHERE t.tenant_id = own AND t.bill = of_bill;
     DELETE FROM carrier_claim c WHERE c.tenant_id = own AND c.bill = of_bill;
     DELETE FROM carrier_bill__files x WHERE x.tenant_id = own AND x.parent_id = of_bill;
     DELETE FROM carrier_bill_line l WHERE l.tenant_id = own AND l.id = ANY (ARRAY(
       SELECT x.id FROM carrier_bill_line x WHERE x.tenant_id = own AND x.bill = of_bill LIMIT most));
   END $$`;

/** Whether the bill of a line may still be changed; it stays so until the transaction ends. */
const openBill = `SELECT * INTO l FROM carrier_bill_line x WHERE x.tenant_id = own AND x.id = of_line;
     PERFORM FROM carrier_bill b WHERE b.tenant_id = own AND b.id = l.bill AND b.status IN ('parsed', 'matched') FOR SHARE;
     IF NOT FOUND THEN RETURN json_build_object('code', 'notOpen'); END IF`;

/** Answers the patch of the line, which the transition writes, and updates all lines of its package on the bill. */
const assign = `CREATE OR REPLACE FUNCTION billing.assign(of_line bigint, to_order bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); l carrier_bill_line; o "order"; of_package bigint;
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     ${openBill};
     SELECT * INTO o FROM "order" x WHERE x.tenant_id = own AND x.id = to_order;
     IF NOT FOUND THEN RETURN json_build_object('code', 'noOrder'); END IF;
     SELECT CASE WHEN count(*) = 1 THEN min(p.id) ELSE min(p.id) FILTER (WHERE p."trackingNo" = l."trackingNo") END INTO of_package
       FROM package p WHERE p.tenant_id = own AND p."order" = o.id;
     UPDATE carrier_bill_line x SET "matchState" = 'matched', "matchReason" = 'manual', package = of_package, "order" = o.id, customer = o.customer,
         version = x.version + 1, "updatedAt" = now()
       WHERE x.tenant_id = own AND x.bill = l.bill AND x.id <> l.id AND x."trackingNo" = l."trackingNo" AND x."matchState" = 'unmatched';
     INSERT INTO billing.pattern (tenant_id, pattern, customer, bill)
       SELECT DISTINCT own, ${patternOf('r')}, o.customer, l.bill FROM unnest(string_to_array(l.reference, ' / ')) r
        WHERE ${patternOf('r')} IS NOT NULL AND upper(r) <> o."orderNo"
       ON CONFLICT (tenant_id, pattern, bill) DO UPDATE SET customer = excluded.customer, at = now();
     RETURN json_build_object('package', of_package::text, 'order', o.id::text, 'customer', o.customer::text);
   END $$`;

const mayChange = `CREATE OR REPLACE FUNCTION billing.may_change(of_line bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); l carrier_bill_line;
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     ${openBill};
     RETURN NULL;
   END $$`;

const keepLines = `CREATE OR REPLACE FUNCTION billing.keep_lines() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF EXISTS (SELECT FROM (SELECT DISTINCT c.tenant_id, c.bill FROM changed c) c
                  JOIN carrier_bill b ON b.tenant_id = c.tenant_id AND b.id = c.bill WHERE b.status = 'locked') THEN
       RAISE restrict_violation USING MESSAGE = 'lines of a locked bill are kept', TABLE = TG_TABLE_NAME;
     END IF;
     RETURN NULL;
   END $$`;

const keepBill = `CREATE OR REPLACE FUNCTION billing.keep_bill() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN RAISE restrict_violation USING MESSAGE = 'a locked bill is kept', TABLE = TG_TABLE_NAME; END $$`;

/** What requests may call; all belong to the system role and look at the entered tenant. */
const open = [
  'billing.lock(bigint)',
  'billing.clear(bigint, integer)',
  'billing.assign(bigint, bigint)',
  'billing.may_change(bigint)',
];
const inner = [
  'billing.credit_claims(bigint, bigint)',
  'billing.figures(bigint, bigint)',
  'billing.prepare(bigint, bigint)',
  'billing.shares(bigint, bigint)',
  'billing.predicted(bigint, bigint)',
  'billing.match(bigint, bigint)',
  'billing.count_lines(bigint, bigint)',
  'billing.classify(bigint, bigint)',
  'billing.take(bigint, text, text, json, bigint)',
  'billing.take_together(bigint, text, json, bigint)',
  'billing.add_lines(bigint, text, text, json, bigint, carrier_bill, integer)',
  'billing.join_file(bigint, text, text, json, bigint, carrier_bill)',
  'billing.keep_lines()',
];

export const lockStatements: readonly string[] = [
  figures,
  lock,
  prepare,
  clear,
  assign,
  mayChange,
  keepLines,
  keepBill,
  ...[...open, ...inner].flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  ...open.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO lading_app`),
  `REVOKE CREATE ON SCHEMA billing FROM lading_system`,
  ...(['UPDATE', 'DELETE'] as const).flatMap((verb) => [
    `DROP TRIGGER IF EXISTS keep_${verb.toLowerCase()} ON carrier_bill_line`,
    `CREATE TRIGGER keep_${verb.toLowerCase()} AFTER ${verb} ON carrier_bill_line REFERENCING OLD TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION billing.keep_lines()`,
  ]),
  `CREATE OR REPLACE TRIGGER keep BEFORE UPDATE OR DELETE ON carrier_bill FOR EACH ROW WHEN (OLD.status = 'locked')
     EXECUTE FUNCTION billing.keep_bill()`,
];
