import { usualWindow } from '../../billing/claim-windows.ts';
import { dayIn } from '../../../modules/module.ts';

/** Locked bills with unsold lines, oldest first. $1 tenant. */
export const unsoldBillsSql = `SELECT b.id::text AS id, b."lineCount"::integer AS lines FROM carrier_bill b
  WHERE b.tenant_id = $1 AND b.status = 'locked' AND NOT EXISTS (SELECT FROM sale.sold s WHERE s.tenant_id = b.tenant_id AND s.bill = b.id)
  ORDER BY b."billDate", b.id`;

const untaken = `NOT EXISTS (SELECT FROM sale.taken t WHERE t.tenant_id = l.tenant_id AND t.line = l.id)`;

/** Orders of a bill, paged. $1 tenant, $2 bill, $3 last id of the previous page, $4 limit. */
export const ordersOfBillSql = `SELECT DISTINCT l."order"::text AS id, l."order" FROM carrier_bill_line l
  WHERE l.tenant_id = $1 AND l.bill = $2 AND l."matchState" = 'matched' AND l."order" > $3::bigint AND ${untaken}
  ORDER BY l."order" LIMIT $4`;

/** Shipments of a bill that belong to a customer but to no order. $1 tenant, $2 bill. */
export const shipmentsOfBillSql = `SELECT DISTINCT l.customer::text AS customer, coalesce(l."trackingNo", '') AS tracking FROM carrier_bill_line l
  WHERE l.tenant_id = $1 AND l.bill = $2 AND l."matchState" = 'matched' AND l."order" IS NULL AND l.customer IS NOT NULL AND ${untaken}
  ORDER BY 1, 2`;

/** A line for the sale. Bills sort by date, then number. */
const lineJson = `json_build_object('id', l.id::text, 'bill', b."billDate" || ' ' || b.number || ' ' || b.id, 'line', l.line, 'kind', l.kind, 'package', l.package::text,
    'trackingNo', l."trackingNo", 'category', coalesce(l.category, 'unknown'), 'currency', l.currency, 'net', l.net::text,
    'enteredWeight', l."enteredWeight"::text, 'billedWeight', l."billedWeight"::text, 'weightUnit', l."weightUnit", 'length', l.length::text,
    'width', l.width::text, 'height', l.height::text, 'zone', l.zone, 'shipDate', l."shipDate"::text, 'current', t.line IS NULL)`;
/** Agreements in force on the day an order was shipped. */
const agreementsOf = `SELECT coalesce(json_agg(json_build_object('id', a.id::text, 'unitType', a."unitType", 'weight', a.weight::text,
    'length', a.length::text, 'width', a.width::text, 'height', a.height::text, 'weightTolerance', a."weightTolerance"::text,
    'sizeTolerance', a."sizeTolerance"::text) ORDER BY a.id), '[]')
    FROM measure_agreement a WHERE a.tenant_id = o.tenant_id AND a.customer = o.customer AND a."agreedAt" IS NOT NULL
     AND coalesce(o."shipDate", ${dayIn('o."createdAt"', 'o.tenant_id')}) BETWEEN a."validFrom" AND least(a."validUntil", a."endedOn", 'infinity'::date)`;
const forgoneOf = `SELECT coalesce(json_agg(json_build_object('package', d.package::text, 'category', p.category, 'amount', p.amount)), '[]')
    FROM measure_difference d, jsonb_to_recordset(d.parts) AS p(category text, amount text)
   WHERE d.tenant_id = o.tenant_id AND d."order" = o.id AND d.status = 'notCharged' AND d.currency = o.currency`;
/** Lines of locked bills: sold ones, and those of the bill being sold. */
const linesOf = (
  where: string,
): string => `SELECT coalesce(json_agg(${lineJson} ORDER BY b."billDate", b.number, b.id, l.line, l.id), '[]')
    FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill AND b.status = 'locked'
    LEFT JOIN sale.taken t ON t.tenant_id = l.tenant_id AND t.line = l.id
   WHERE l.tenant_id = $1 AND l."matchState" = 'matched' AND ${where} AND (l.bill = $2 OR t.line IS NOT NULL)`;
const rowsOf = (
  where: string,
): string => `SELECT coalesce(json_agg(json_build_object('package', r.package::text, 'category', r.category,
    'currency', r.currency, 'difference', r.difference::text)), '[]') FROM member_bill_line r WHERE r.tenant_id = $1 AND r.kind = 'carrier' AND ${where}`;

/** Facts for selling orders. $1 tenant, $2 bill, $3 ids of orders. */
export const orderFactsSql = `SELECT o.id::text AS "order", o.customer::text, o.currency, o.status IN ('refunded', 'cancelled') AS refunded,
    o."predictedSale"::text AS charged, o.service::text, o.channel::text, o."unitType", coalesce(o."shipDate", ${dayIn('o."createdAt"', 'o.tenant_id')})::text AS "shipDate",
    o."signatureOption", o."thirdPartyAccount" IS NOT NULL AS "thirdParty", o."shipToPostalCode", o."shipToCountry", o."shipToType", o."senderMode",
    coalesce(CASE WHEN o."senderMode" = 'own' THEN o."shipFromPostalCode" END, f."postalCode") AS "fromPostalCode",
    coalesce(CASE WHEN o."senderMode" = 'own' THEN o."shipFromCountry" END, f.country) AS "fromCountry",
    (SELECT k.level::text FROM customer_channel k WHERE k.tenant_id = o.tenant_id AND k.customer = o.customer AND k.channel = o.channel
      AND k.status = 'enabled' LIMIT 1) AS level,
    (SELECT coalesce(json_agg(x.quantity ORDER BY x.seq), '[]') FROM "order__boxes" x WHERE x.tenant_id = o.tenant_id AND x.parent_id = o.id) AS boxes,
    (SELECT coalesce(json_agg(json_build_object('id', p.id::text, 'trackingNo', p."trackingNo", 'voided', p.status = 'voided', 'unitType', p."unitType",
        'weight', p.weight::text, 'length', p.length::text, 'width', p.width::text, 'height', p.height::text,
        'declaredValue', p."declaredValue"::text, 'signature', p.signature, 'packaging', p.packaging) ORDER BY p.seq), '[]')
       FROM package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id) AS packages,
    (SELECT coalesce(json_agg(json_build_object('side', c.side, 'category', c.category, 'box', c.box, 'amount', c.amount::text, 'quantity', c.quantity)), '[]')
       FROM order_charge c WHERE c.tenant_id = o.tenant_id AND c."order" = o.id AND c.phase = 'predicted') AS charges,
    (${linesOf('l."order" = o.id')}) AS lines, (${rowsOf('r."order" = o.id')}) AS rows,
    (${agreementsOf}) AS agreements, (${forgoneOf}) AS forgone
  FROM "order" o
  LEFT JOIN LATERAL (SELECT s."postalCode", s.country FROM channel_ship_from s WHERE s.tenant_id = o.tenant_id AND s.channel = o.channel
    ORDER BY s.id = o."shipFrom" DESC NULLS LAST, s.id LIMIT 1) f ON true
 WHERE o.tenant_id = $1 AND o.id = ANY ($3::bigint[])`;

/** Facts for selling a shipment without an order. $1 tenant, $2 bill, $3 customer, $4 tracking number or ''. */
export const shipmentFactsSql = `SELECT
    (${linesOf(`l."order" IS NULL AND l.customer = $3::bigint AND coalesce(l."trackingNo", '') = $4`)}) AS lines,
    (${rowsOf(`r."order" IS NULL AND r.customer = $3::bigint AND coalesce(r."trackingNo", '') = $4`)}) AS rows`;

/** Terms of customers. $1 tenant, $2 ids. */
export const termsSql = `SELECT c.id::text AS customer, coalesce(f."billProcessing", 'reprice') AS "billProcessing", coalesce(f."billFactor", 1)::text AS factor,
    coalesce(f."ignoreBelow", 0)::text AS "ignoreBelow", f."discountPercent"::text, f."distributionPercent"::text,
    (SELECT coalesce(json_object_agg(m.category, json_build_object('mode', m.mode, 'factor', m.factor::text, 'ignoreBelow', m."ignoreBelow"::text)), '{}')
       FROM "customer_config__saleModes" m WHERE m.tenant_id = f.tenant_id AND m.parent_id = f.id) AS own
  FROM customer c LEFT JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id
 WHERE c.tenant_id = $1 AND c.id = ANY ($2::bigint[])`;

/** The basic file's mode by category; if its charges differ, the one that passes most on. $1 tenant. */
export const basicsSql = `SELECT DISTINCT ON (category) category, "saleMode" AS mode, factor::text FROM bill_basic WHERE tenant_id = $1
  ORDER BY category, array_position(ARRAY['cost', 'factor', 'rerate', 'report'], "saleMode"), factor DESC NULLS LAST`;

/** $1 tenant, $2 bill, $3 facts of each order or shipment, $4 rows. Null: a concurrent run has sold part of it. */
export const writeSql = `SELECT sale.write($1, $2, $3::json, $4::json) AS written`;

/** Marks a bill as completely sold. $1 tenant, $2 bill. */
export const soldSql = `SELECT sale.note_sold($1, $2)`;

const rowColumns = `"order" bigint, customer bigint, package bigint, "trackingNo" text, category text, currency text, old numeric, new numeric,
  difference numeric, reason text, mode text, factor numeric, cost numeric, "enteredWeight" numeric, "billedWeight" numeric, "weightUnit" text,
  "enteredSize" text, "billedSize" text, zone text, residential boolean, "shipDate" date, basis jsonb, lines bigint[], held jsonb`;

const write = `CREATE OR REPLACE FUNCTION sale.write(of_tenant bigint, of_bill bigint, known_of json, priced json) RETURNS integer
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE b carrier_bill; written integer;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('sale.write|' || of_tenant, 7021));
     -- Differences that wait for a decision are derived again below. This comes before the count, which then sees a decision made meanwhile.
     UPDATE measure_difference d SET status = 'replaced', version = d.version + 1, "updatedAt" = now()
       FROM json_to_recordset(known_of) AS k("order" bigint)
      WHERE d.tenant_id = of_tenant AND d."order" = k."order" AND d.status = 'held';
     SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill AND x.status = 'locked';
     IF NOT FOUND THEN RAISE unique_violation; END IF;
     IF EXISTS (
       SELECT FROM json_to_recordset(known_of) AS k("order" bigint, customer bigint, tracking text, known integer)
        WHERE k.known <> (SELECT count(*) FROM member_bill_line r WHERE r.tenant_id = of_tenant AND r.kind = 'carrier'
                            AND CASE WHEN k."order" IS NULL THEN r."order" IS NULL AND r.customer = k.customer AND coalesce(r."trackingNo", '') = k.tracking
                                     ELSE r."order" = k."order" END)) THEN RAISE unique_violation; END IF;
     WITH r AS MATERIALIZED (SELECT lading.new_id() AS id, x.* FROM json_to_recordset(priced) AS x(${rowColumns})),
       kept AS (
         INSERT INTO member_bill_line (tenant_id, id, org_id, status, kind, customer, "order", package, "trackingNo", category, currency, old, new,
             difference, reason, mode, factor, cost, "enteredWeight", "billedWeight", "weightUnit", "enteredSize", "billedSize", zone, residential,
             "shipDate", "billedOn", "carrierBill", basis)
           SELECT of_tenant, r.id, (SELECT coalesce(o.org_id, c.org_id) FROM customer c LEFT JOIN "order" o ON o.tenant_id = c.tenant_id AND o.id = r."order"
                    WHERE c.tenant_id = of_tenant AND c.id = r.customer),
                  'open', 'carrier', r.customer, r."order", r.package, r."trackingNo", r.category, r.currency, r.old, r.new, r.difference, r.reason,
                  r.mode, r.factor, r.cost, r."enteredWeight", r."billedWeight", r."weightUnit", r."enteredSize", r."billedSize", r.zone,
                  r.residential, r."shipDate", b."billDate", of_bill, r.basis FROM r WHERE r.lines <> '{}' OR r.difference <> 0)
     INSERT INTO sale.taken (tenant_id, line, row_id, bill)
       SELECT of_tenant, l.line, r.id, of_bill FROM r, unnest(r.lines) AS l(line);
     GET DIAGNOSTICS written = ROW_COUNT;
     PERFORM sale.hold(of_tenant, b, priced);
     RETURN written;
   EXCEPTION WHEN unique_violation THEN RETURN NULL;
   END $$`;

/**
 * Holds what agreements keep from being charged, one record for each package, and opens a claim for what the carrier billed
 * too much, except for charges that are claimed already.
 */
const hold = `CREATE OR REPLACE FUNCTION sale.hold(of_tenant bigint, b carrier_bill, priced json) RETURNS void
     LANGUAGE sql SET search_path = pg_catalog, public AS $$
   WITH r AS MATERIALIZED (
       SELECT x.*, h.agreement, h.amount, h.claimed, h.claim, h.reason AS cause
         FROM json_to_recordset(priced) AS x(${rowColumns}),
              jsonb_to_record(x.held) AS h(agreement bigint, amount numeric, claimed numeric, claim text, reason text)
        WHERE h.amount > 0 OR h.claimed > 0),
     known AS (
       SELECT c.id, c."trackingNo", c.category FROM carrier_claim c WHERE c.tenant_id = of_tenant AND c.bill = b.id),
     raised AS (
       INSERT INTO carrier_claim (tenant_id, id, "trackingNo", bill, "carrierCode", account, "order", type, category, currency, predicted, billed,
           amount, "claimUntil", status)
         SELECT of_tenant, lading.new_id(), r."trackingNo", b.id, b."carrierCode", b.account, min(r."order"), r.claim,
                CASE WHEN count(*) = 1 THEN min(r.category) END, b.currency, sum(r.cost - r.claimed), sum(r.cost), sum(r.claimed),
                b."billDate" + ${usualWindow}, 'open'
           FROM r WHERE r.claimed > 0 AND r."trackingNo" IS NOT NULL
            AND NOT EXISTS (SELECT FROM known k WHERE k."trackingNo" = r."trackingNo" AND coalesce(k.category, r.category) = r.category)
          GROUP BY r."trackingNo", r.claim
         ON CONFLICT DO NOTHING RETURNING id, "trackingNo"),
     noted AS (
       INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, changes)
         SELECT of_tenant, lading.new_id(), 'carrier-claim', c.id, 'add', 1, '[]' FROM raised c)
   INSERT INTO measure_difference (tenant_id, id, org_id, status, "trackingNo", customer, agreement, "order", package, "carrierBill", claim, currency,
       amount, claimed, "enteredWeight", "billedWeight", "weightUnit", "enteredSize", "billedSize", parts)
     SELECT of_tenant, lading.new_id(), (SELECT coalesce(o.org_id, c.org_id) FROM customer c LEFT JOIN "order" o ON o.tenant_id = c.tenant_id AND o.id = r."order"
              WHERE c.tenant_id = of_tenant AND c.id = r.customer),
            'held', r."trackingNo", r.customer, r.agreement, r."order", r.package, b.id,
            coalesce((SELECT min(c.id) FROM raised c WHERE c."trackingNo" = r."trackingNo"), (SELECT min(k.id) FROM known k WHERE k."trackingNo" = r."trackingNo"),
                     (SELECT max(m.claim) FROM measure_difference m WHERE m.tenant_id = of_tenant AND m."order" = r."order" AND m.package = r.package)),
            r.currency, sum(r.amount), sum(r.claimed), min(r."enteredWeight"), min(r."billedWeight"), min(r."weightUnit"), min(r."enteredSize"),
            min(r."billedSize"), jsonb_agg(jsonb_build_object('category', r.category, 'amount', r.amount, 'reason', r.cause) ORDER BY r.category)
              FILTER (WHERE r.amount > 0)
       FROM r GROUP BY r.customer, r.agreement, r."order", r.package, r."trackingNo", r.currency HAVING sum(r.amount) > 0 $$`;

/** Charges a held difference: a row for each category, which the customer's next bill takes. */
const chargeDifference = `CREATE OR REPLACE FUNCTION sale.charge_difference(of_difference bigint, by_whom bigint) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant();
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     INSERT INTO member_bill_line (tenant_id, id, org_id, "createdBy", "updatedBy", status, kind, customer, "order", package, "trackingNo", category,
         currency, old, new, difference, reason, cost, "enteredWeight", "billedWeight", "weightUnit", "enteredSize", "billedSize", "shipDate", "billedOn",
         "carrierBill", note, basis)
       SELECT own, lading.new_id(), d.org_id, by_whom, by_whom, 'open', 'carrier', d.customer, d."order", d.package, d."trackingNo", p.category,
              d.currency, coalesce(r.new, 0), coalesce(r.new, 0) + p.amount, p.amount, p.reason, 0, d."enteredWeight", d."billedWeight", d."weightUnit",
              d."enteredSize", d."billedSize", r."shipDate", b."billDate", d."carrierBill", d.note, '{"code": "decided", "params": {}}'
         FROM measure_difference d
         JOIN carrier_bill b ON b.tenant_id = own AND b.id = d."carrierBill"
         CROSS JOIN jsonb_to_recordset(d.parts) AS p(category text, amount numeric, reason text)
         LEFT JOIN LATERAL (SELECT l.new, l."shipDate" FROM member_bill_line l WHERE l.tenant_id = own AND l.kind = 'carrier' AND l."order" = d."order"
                      AND l.package IS NOT DISTINCT FROM d.package AND l.category = p.category AND l.currency = d.currency
                    ORDER BY l.id DESC LIMIT 1) r ON true
        WHERE d.tenant_id = own AND d.id = of_difference;
   END $$`;

const noteSold = `CREATE OR REPLACE FUNCTION sale.note_sold(of_tenant bigint, of_bill bigint) RETURNS boolean
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended('sale.write|' || of_tenant, 7021));
     IF EXISTS (SELECT FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = of_bill AND l."matchState" = 'matched'
                   AND l.customer IS NOT NULL AND ${untaken}) THEN RETURN false; END IF;
     INSERT INTO sale.sold (tenant_id, bill) VALUES (of_tenant, of_bill) ON CONFLICT DO NOTHING;
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
       SELECT of_tenant, 'record', 'member-bill-line', max(r.id), 'add' FROM member_bill_line r
        WHERE r.tenant_id = of_tenant AND r."carrierBill" = of_bill HAVING max(r.id) IS NOT NULL;
     RETURN true;
   END $$`;

export const saleStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS sale`,
  `GRANT USAGE ON SCHEMA sale TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA sale TO lading_system`,
  // The customer bill row of each carrier bill line; each line belongs to one row.
  `CREATE TABLE IF NOT EXISTS sale.taken (tenant_id bigint NOT NULL, line bigint NOT NULL, row_id bigint NOT NULL, bill bigint NOT NULL,
     PRIMARY KEY (tenant_id, line))`,
  `CREATE INDEX IF NOT EXISTS taken_row ON sale.taken (tenant_id, row_id)`,
  // Completely sold carrier bills.
  `CREATE TABLE IF NOT EXISTS sale.sold (tenant_id bigint NOT NULL, bill bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, bill))`,
  // What a recharge, or the balance without one, has settled of a bill.
  `CREATE TABLE IF NOT EXISTS sale.settlement (
     tenant_id bigint NOT NULL, bill bigint NOT NULL, recharge bigint, amount numeric(15, 2) NOT NULL, op_key text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, op_key))`,
  `CREATE INDEX IF NOT EXISTS settlement_bill ON sale.settlement (tenant_id, bill)`,
  `CREATE INDEX IF NOT EXISTS settlement_recharge ON sale.settlement (tenant_id, recharge)`,
  // Pushes of which members were notified.
  `CREATE TABLE IF NOT EXISTS sale.told (tenant_id bigint NOT NULL, bill bigint NOT NULL, push integer NOT NULL, PRIMARY KEY (tenant_id, bill, push))`,
  ...['taken', 'sold', 'settlement', 'told'].flatMap((table) => [
    `ALTER TABLE sale.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE sale.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON sale.${table}`,
    `CREATE POLICY system ON sale.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON sale.${table} TO lading_system`,
  ]),
  hold,
  chargeDifference,
  write,
  noteSold,
];
