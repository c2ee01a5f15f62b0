import { dayIn } from '../../../modules/module.ts';

/** SQL for a numeric setting of a tenant, with a default. */
export const settingOf = (code: string, otherwise: number): string =>
  `coalesce((SELECT c.value::numeric FROM config c WHERE c.tenant_id = own AND c.code = '${code}' AND c.value ~ '^[0-9]{1,9}([.][0-9]{1,2})?$'), ${otherwise})`;

export const todayOf = dayIn('now()', 'own');

/** Amount charged at placing for a row's package and category; only its first row shows it. */
export const firstOld = (r: string): string => `CASE WHEN ${r}.kind = 'carrier' AND NOT EXISTS (
    SELECT FROM member_bill_line e WHERE e.tenant_id = ${r}.tenant_id AND e.kind = 'carrier' AND e.customer = ${r}.customer
       AND e.category = ${r}.category AND e."order" = ${r}."order"
       AND (${r}.package IS NULL OR e.package IS NULL OR e.package = ${r}.package) AND e.id < ${r}.id) THEN ${r}.old ELSE 0 END`;

/** The billing period of a day: weeks from the agreed weekday, half months, or months from the agreed day. */
const period = `CREATE OR REPLACE FUNCTION sale.period(kind text, start date, day date, OUT first date, OUT last date)
     LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
   SELECT f.first, CASE kind WHEN 'week' THEN f.first + 6
            WHEN 'halfMonth' THEN CASE WHEN extract(day FROM day) <= 15 THEN f.first + 14
                                       ELSE (date_trunc('month', day) + interval '1 month')::date - 1 END
            ELSE (f.first + interval '1 month')::date - 1 END
     FROM (SELECT CASE kind WHEN 'week' THEN day - (((day - start) % 7) + 7) % 7
             WHEN 'halfMonth' THEN date_trunc('month', day)::date + CASE WHEN extract(day FROM day) <= 15 THEN 0 ELSE 15 END
             ELSE date_trunc('month', day - (least(extract(day FROM start), 28)::integer - 1))::date
                  + (least(extract(day FROM start), 28)::integer - 1) END AS first) f $$`;

/**
 * The day that assigns a row to a period, by the customer's settings, in the tenant's zone. Undelivered packages wait
 * thirty days and then count by the carrier's bill, so that no row waits forever.
 */
const dayOf = `coalesce(CASE k.by
      WHEN 'ordered' THEN (o."orderedAt" AT TIME ZONE s.zone)::date
      WHEN 'shipped' THEN coalesce(r."shipDate", p."shipDate", o."shipDate")
      WHEN 'delivered' THEN CASE WHEN r."order" IS NULL THEN r."billedOn"
        ELSE coalesce((coalesce(p."deliveredAt", o."deliveredAt") AT TIME ZONE s.zone)::date,
                      CASE WHEN coalesce(r."billedOn", (r."createdAt" AT TIME ZONE s.zone)::date) >= s.today - 30 THEN 'infinity'::date END) END
    END, r."billedOn", (r."createdAt" AT TIME ZONE s.zone)::date)`;

/** The kind of charge of a row, as the settings name it: a carrier's row is a later one where an earlier bill has its package. */
const chargeOf = `CASE WHEN r.kind <> 'carrier' THEN r.kind
      WHEN EXISTS (SELECT FROM member_bill_line e WHERE e.tenant_id = r.tenant_id AND e.kind = 'carrier' AND e."order" = r."order"
         AND (r.package IS NULL OR e.package IS NULL OR e.package = r.package) AND e."billedOn" < r."billedOn") THEN 'later' ELSE 'shipment' END`;

/** Which of the days of a row counts: that of its kind of charge, else that of all kinds. */
const countsBy = `CASE WHEN s.apart THEN coalesce((SELECT d.day FROM "customer_config__periodDates" d
       WHERE d.tenant_id = r.tenant_id AND d.parent_id = s.settings AND d.charge = ${chargeOf} ORDER BY d.seq LIMIT 1), s."periodDate") ELSE s."periodDate" END`;

/**
 * Creates a customer's bills from all unbilled rows, one per period that ended before a day. Rows of an already billed
 * period go into the next one. Answers the number of bills.
 */
const generate = `CREATE OR REPLACE FUNCTION sale.generate(own bigint, of_customer bigint, until date, by_whom bigint) RETURNS integer
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE made integer;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('sale.generate|' || own || '|' || of_customer, 7021));
     WITH s AS (
         SELECT coalesce(f."periodDate", 'billed') AS "periodDate", f.id AS settings,
                EXISTS (SELECT FROM "customer_config__periodDates" d WHERE d.tenant_id = f.tenant_id AND d.parent_id = f.id) AS apart, coalesce(f."accountingPeriod", 'week') AS kind,
                coalesce(f."accountingStart", date '2024-01-01') AS start, t."timeZone" AS zone,
                (now() AT TIME ZONE t."timeZone")::date AS today, c.code, c.org_id, t.currency AS usual
           FROM tenant t JOIN customer c ON c.tenant_id = t.id AND c.id = of_customer
           LEFT JOIN customer_config f ON f.tenant_id = t.id AND f.customer = c.id WHERE t.id = own),
       open AS (
         SELECT r.id, r.currency, r.old, r.new, r.difference, coalesce(r.cost, 0) AS cost, ${firstOld('r')} AS placed, coalesce(r.package::text, r."trackingNo", r."order"::text) AS package,
                greatest(${dayOf}, (SELECT max(b."periodTo") + 1 FROM member_bill b
                   WHERE b.tenant_id = own AND b.customer = of_customer AND b.currency = r.currency AND b.status <> 'cancelled')) AS day
           FROM s, member_bill_line r
           LEFT JOIN "order" o ON o.tenant_id = r.tenant_id AND o.id = r."order"
           LEFT JOIN package p ON p.tenant_id = r.tenant_id AND p.id = r.package
          CROSS JOIN LATERAL (SELECT ${countsBy} AS by) k
          WHERE r.tenant_id = own AND r.customer = of_customer AND r.status = 'open' AND r."memberBill" IS NULL),
       ready AS MATERIALIZED (SELECT * FROM open WHERE isfinite(day)),
       dated AS MATERIALIZED (
         SELECT x.*, d.first, d.last FROM s, ready x, LATERAL sale.period(s.kind, s.start, x.day) d WHERE d.last < until),
       sums AS MATERIALIZED (
         SELECT lading.new_id() AS id, d.currency, d.first, d.last, count(*) AS lines, count(DISTINCT d.package) AS packages, sum(d.old) AS old,
                sum(d.new) AS new, sum(d.difference) AS difference, sum(d.cost) AS cost,
                -- A later row repeats what earlier ones have earned: only its difference is earned here.
                sum(d.placed + d.difference - d.cost) AS margin FROM dated d GROUP BY d.currency, d.first, d.last),
       bills AS (
         INSERT INTO member_bill (tenant_id, id, org_id, "createdBy", "updatedBy", status, number, customer, currency, "periodFrom", "periodTo",
             "lineCount", "packageCount", predicted, actual, difference, cost, margin, "settleState", "settledAmount", disputed, "pushCount")
           SELECT own, g.id, s.org_id, by_whom, by_whom, 'generated',
                  s.code || '-' || to_char(g.last, 'YYMMDD') || CASE WHEN g.currency <> s.usual THEN '-' || g.currency ELSE '' END
                    || coalesce((SELECT '-' || (count(*) + 1) FROM member_bill b WHERE b.tenant_id = own AND b.customer = of_customer
                                   AND b.currency = g.currency AND b."periodTo" = g.last HAVING count(*) > 0), ''),
                  of_customer, g.currency, g.first, g.last, g.lines, g.packages, g.old, g.new, g.difference, g.cost, g.margin,
                  'unsettled', 0, 0, 0 FROM sums g, s
           RETURNING id),
       told AS (INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
                  SELECT own, lading.new_id(), 'member-bill', b.id, 'add', 1, by_whom, '[]' FROM bills b),
       heard AS (INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT own, 'record', 'member-bill', b.id, 'add' FROM bills b),
       moved AS (
         UPDATE member_bill_line r SET "memberBill" = g.id, status = 'billed', version = r.version + 1, "updatedAt" = now()
           FROM dated d JOIN sums g ON (g.currency, g.first, g.last) = (d.currency, d.first, d.last)
          WHERE r.tenant_id = own AND r.id = d.id RETURNING r.id)
     SELECT count(*) INTO made FROM bills;
     RETURN made;
   END $$`;

const guard = `IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF`;

/**
 * What a bill posts, from its rows; they are charged from here on and may be disputed for some days. Null: its rows do
 * not add up to it.
 */
const push = `CREATE OR REPLACE FUNCTION sale.push(of_bill bigint) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); b member_bill; f record; due numeric; days integer; postpaid boolean;
   BEGIN
     ${guard};
     SELECT * INTO b FROM member_bill x WHERE x.tenant_id = own AND x.id = of_bill;
     WITH moved AS (
       UPDATE member_bill_line r SET status = 'charged', "chargedAt" = now(), version = r.version + 1, "updatedAt" = now(),
              "disputeUntil" = ${todayOf} + ${settingOf('DISPUTE_DAYS', 7)}::integer
        WHERE r.tenant_id = own AND r."memberBill" = of_bill AND r.status = 'billed' RETURNING r.*)
     SELECT count(*) AS lines, coalesce(sum(m.difference), 0) AS difference, coalesce(sum(m.old) FILTER (WHERE m.kind = 'carrier' AND NOT EXISTS (
              SELECT FROM member_bill_line e WHERE e.tenant_id = own AND e.kind = 'carrier' AND e.customer = m.customer AND e.category = m.category
                 AND e."order" = m."order" AND (m.package IS NULL OR e.package IS NULL OR e.package = m.package) AND e.id < m.id)), 0) AS first
       INTO f FROM moved m;
     IF f.lines <> b."lineCount" OR f.difference <> b.difference THEN RETURN NULL; END IF;
     SELECT coalesce(c.payment = 'postpaid', false), coalesce(c."paymentDays", 30) INTO postpaid, days
       FROM (SELECT) one LEFT JOIN customer_config c ON c.tenant_id = own AND c.customer = b.customer;
     due := f.difference + CASE WHEN postpaid THEN f.first ELSE 0 END;
     RETURN json_build_object('difference', f.difference::text, 'due', due, 'settled', due <= 0,
       'dueDate', CASE WHEN due > 0 THEN (${todayOf} + CASE WHEN postpaid THEN days ELSE 0 END)::text END);
   END $$`;

const recall = `CREATE OR REPLACE FUNCTION sale.recall(of_bill bigint) RETURNS text
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); many integer;
   BEGIN
     ${guard};
     UPDATE member_bill_line r SET status = 'billed', "chargedAt" = NULL, "disputeUntil" = NULL, version = r.version + 1, "updatedAt" = now()
      WHERE r.tenant_id = own AND r."memberBill" = of_bill AND r.status = 'charged';
     GET DIAGNOSTICS many = ROW_COUNT;
     IF EXISTS (SELECT FROM sale.settlement s WHERE s.tenant_id = own AND s.bill = of_bill) THEN RETURN 'settledAlready'; END IF;
     IF many <> (SELECT b."lineCount" FROM member_bill b WHERE b.tenant_id = own AND b.id = of_bill) THEN RETURN 'decidedAlready'; END IF;
     RETURN NULL;
   END $$`;

const cancel = `CREATE OR REPLACE FUNCTION sale.cancel(of_bill bigint) RETURNS integer
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); many integer;
   BEGIN
     ${guard};
     UPDATE member_bill_line r SET status = 'open', "memberBill" = NULL, version = r.version + 1, "updatedAt" = now()
      WHERE r.tenant_id = own AND r."memberBill" = of_bill AND r.status = 'billed';
     GET DIAGNOSTICS many = ROW_COUNT;
     RETURN many;
   END $$`;

/**
 * Settles the rest of a bill, or a part: from a received recharge, as far as other bills have not used it; without one
 * from the balance, which must be positive.
 */
const settle = `CREATE OR REPLACE FUNCTION sale.settle(of_bill bigint, of_recharge bigint, of_amount numeric, of_key text) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); b member_bill; remaining numeric; has numeric; taken numeric; postpaid boolean;
   BEGIN
     ${guard};
     SELECT * INTO b FROM member_bill x WHERE x.tenant_id = own AND x.id = of_bill;
     remaining := coalesce(b.due, 0) - coalesce(b."settledAmount", 0);
     IF of_amount > remaining THEN RETURN json_build_object('code', 'overDue', 'left', remaining, 'currency', b.currency); END IF;
     SELECT coalesce(c.payment = 'postpaid', false) INTO postpaid FROM (SELECT) one LEFT JOIN customer_config c ON c.tenant_id = own AND c.customer = b.customer;
     IF of_recharge IS NULL THEN
       IF postpaid THEN RETURN json_build_object('code', 'needsRecharge'); END IF;
       SELECT a.balance INTO has FROM ledger_account a WHERE a.tenant_id = own AND a.kind = 'available' AND a.customer = b.customer
          AND a.currency = b.currency FOR NO KEY UPDATE;
       IF coalesce(has, 0) < 0 THEN RETURN json_build_object('code', 'balanceOwed', 'owed', -has, 'currency', b.currency); END IF;
       taken := coalesce(of_amount, remaining);
     ELSE
       SELECT r."postedAmount" INTO has FROM recharge r WHERE r.tenant_id = own AND r.id = of_recharge AND r.customer = b.customer
          AND r.currency = b.currency AND r.status = 'passed' FOR UPDATE;
       IF NOT FOUND THEN RETURN json_build_object('code', 'noRecharge'); END IF;
       has := has - coalesce((SELECT sum(s.amount) FROM sale.settlement s WHERE s.tenant_id = own AND s.recharge = of_recharge), 0);
       taken := coalesce(of_amount, least(remaining, has));
       IF taken > has OR taken <= 0 THEN RETURN json_build_object('code', 'rechargeSpent', 'left', has, 'currency', b.currency); END IF;
     END IF;
     IF taken <= 0 THEN RETURN json_build_object('code', 'nothingDue'); END IF;
     INSERT INTO sale.settlement (tenant_id, bill, recharge, amount, op_key) VALUES (own, of_bill, of_recharge, taken, of_key);
     RETURN json_build_object('settled', b."settledAmount" + taken, 'whole', taken = remaining);
   END $$`;

/**
 * Reserves a disputed charge: while disputed it is neither revenue nor balance. Members may only dispute their own
 * rows; the posting bypasses the rule that members post no credits, because the money was theirs before.
 */
const dispute = `CREATE OR REPLACE FUNCTION sale.dispute(of_line bigint, of_key text) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); r member_bill_line; me text := current_setting('lading.member', true); refusal json;
   BEGIN
     SELECT * INTO r FROM member_bill_line x WHERE x.tenant_id = own AND x.id = of_line AND (lading.staff() OR x.customer = lading.member());
     IF NOT FOUND OR r.difference <= 0 THEN RAISE insufficient_privilege; END IF;
     PERFORM set_config('lading.member', '', true);
     refusal := ledger.book(json_build_array(json_build_object('key', of_key, 'next', of_key || '#2', 'kind', 'hold', 'debit', 'revenueShipping',
       'credit', 'frozen', 'credit_holder', r.customer, 'amount', r.difference, 'currency', r.currency, 'entity', 'member-bill-line',
       'record', r.id::text, 'past_floor', false, 'once', true)));
     PERFORM set_config('lading.member', me, true);
     IF refusal IS NULL THEN
       INSERT INTO ledger.hold (tenant_id, key, customer, currency, amount, entity, record)
         VALUES (own, of_key, r.customer, r.currency, r.difference, 'member-bill-line', r.id::text);
     END IF;
     RETURN json_build_object('refusal', refusal, 'answerUntil', (${todayOf} + ${settingOf('DISPUTE_ANSWER_DAYS', 7)}::integer)::text);
   END $$`;

/** Whether a person may approve an adjustment of this amount alone. */
const adjust = `CREATE OR REPLACE FUNCTION sale.adjust(of_adjustment bigint, of_maker bigint) RETURNS text
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); a member_bill_adjustment;
   BEGIN
     ${guard};
     SELECT * INTO a FROM member_bill_adjustment x WHERE x.tenant_id = own AND x.id = of_adjustment;
     IF abs(a.amount) > ${settingOf('ADJUSTMENT_LIMIT', 100)} AND of_maker IN (a."createdBy", a."updatedBy") THEN RETURN 'secondPerson'; END IF;
     INSERT INTO member_bill_line (tenant_id, id, org_id, "createdBy", "updatedBy", status, kind, customer, "order", "trackingNo", category, currency,
         old, new, difference, reason, cost, note, adjustment)
       SELECT own, lading.new_id(), a.org_id, of_maker, of_maker, 'open', a.kind, a.customer, a."order", a."trackingNo", a.category, a.currency,
              0, a.amount, a.amount, a.kind, 0, left(a.description, 200), a.id;
     RETURN NULL;
   END $$`;

/** Accepts rows whose dispute period is over. $1 null: all tenants; $2 null: now. */
export const acceptSql = `WITH over AS (
    UPDATE member_bill_line r SET status = 'accepted', decision = 'automatic', "decidedAt" = coalesce($1::timestamptz, now()), version = r.version + 1,
           "updatedAt" = now()
      FROM tenant t WHERE t.id = r.tenant_id AND r.status = 'charged'
       AND r."disputeUntil" < (coalesce($1::timestamptz, now()) AT TIME ZONE t."timeZone")::date RETURNING 1)
  SELECT count(*)::integer AS many FROM over`;

/** Disputes not answered in time. $1 null: now. */
export const unansweredSql = `SELECT r.tenant_id::text AS tenant, r.id::text AS id FROM member_bill_line r JOIN tenant t ON t.id = r.tenant_id
  WHERE r.status = 'disputed' AND r."answerUntil" < (coalesce($1::timestamptz, now()) AT TIME ZONE t."timeZone")::date ORDER BY r.id LIMIT 5000`;

const open = [
  'sale.push(bigint)',
  'sale.recall(bigint)',
  'sale.cancel(bigint)',
  'sale.settle(bigint, bigint, numeric, text)',
  'sale.dispute(bigint, text)',
  'sale.adjust(bigint, bigint)',
  'sale.charge_difference(bigint, bigint)',
];
const inner = [
  'sale.period(text, date, date)',
  'sale.generate(bigint, bigint, date, bigint)',
  'sale.write(bigint, bigint, json, json)',
  'sale.hold(bigint, carrier_bill, json)',
  'sale.note_sold(bigint, bigint)',
];

export const billStatements: readonly string[] = [
  period,
  generate,
  push,
  recall,
  cancel,
  settle,
  dispute,
  adjust,
  ...[...open, ...inner].flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  ...open.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO lading_app`),
  `REVOKE CREATE ON SCHEMA sale FROM lading_system`,
];
