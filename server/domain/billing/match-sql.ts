/**
 * Maximum days between the ship dates of a line and its package. Numbers are reused after years, and adjustments come up to
 * half a year later.
 */
const near = (ship: string): string => `coalesce(${ship}, d.day) BETWEEN d.day - 270 AND d.day + 20`;

/** A package of this account, or of an unknown one. */
const ofAccount = (of: string): string => `(${of}.account IS NULL OR ${of}.account = b.account)`;

/** The pattern of a reference: its letters, with a mark for each digit. Null without two letters in a row. */
export const patternOf = (text: string): string =>
  `CASE WHEN ${text} ~ '[A-Za-z]{2}' THEN regexp_replace(upper(${text}), '[0-9]', '#', 'g') END`;

/**
 * The package of each line by tracking number, account and ship date: `lines` ends in its conditions and has a bill `b` with
 * carrier and account, and a day `d.day` of the line. `before`: what it is selected with.
 */
export const byTracking = (
  id: string,
  lines: string,
  of: string,
  before = '',
): string => `${before} SELECT DISTINCT ON (${id}) ${id} AS line, p.id AS package, p."order", p.customer
          FROM package p, ${lines} AND p.tenant_id = of_tenant AND p."trackingNo" = ${of}."trackingNo"
           AND coalesce(p."carrierCode", b."carrierCode") = b."carrierCode" AND ${ofAccount('p')} AND ${near('p."shipDate"')}
         ORDER BY ${id}, (p.account IS NULL), abs(coalesce(p."shipDate", d.day) - d.day), p.id DESC`;

/** A line that belongs to no package. */
export const ofTheAccount = (of: string): string =>
  `(${of}."trackingNo" IS NULL AND (${of}.kind = 'MIS' OR ${of}."chargeClass" = 'MSC' OR (${of}."leadTracking" IS NULL AND ${of}.reference IS NULL)))`;

/**
 * A statement planned once for its actual values. `plan_cache_mode` would also re-plan the foreign key checks of each row.
 */
export function planned(text: string, names: readonly string[]): string {
  const numbered = names.reduce((so, name, at) => so.replaceAll(name, `$${at + 1}`), text);
  return `EXECUTE $statement$ ${numbered} $statement$ USING ${names.join(', ')}`;
}
const ofBill = ['of_tenant', 'of_bill', 'b."billDate"', 'b."carrierCode"', 'b.account'];

const assign = (reason: string, found: string): string =>
  planned(
    `UPDATE carrier_bill_line l
       SET "matchState" = 'matched', "matchReason" = '${reason}', package = f.package, "order" = f."order", customer = f.customer,
           version = l.version + 1, "updatedAt" = now()
      FROM (${found}) f WHERE l.tenant_id = of_tenant AND l.id = f.line`,
    ofBill.filter((name) => found.includes(name)),
  );

/** Lines without a match, with their day. */
const open = `carrier_bill_line l CROSS JOIN LATERAL (SELECT coalesce(l."shipDate", b."billDate") AS day) d
     WHERE l.tenant_id = of_tenant AND l.bill = of_bill AND l."matchState" = 'unmatched'`;

/**
 * FedEx Ground prints a prefix before the number by which the package was placed, and a spreadsheet takes the leading zeros
 * of its numbers of 12 and 15 digits.
 */
const fedexForms = `WITH wanted AS MATERIALIZED (
       SELECT l.id, n."trackingNo", d.day
         FROM ${open.replace(
           'l CROSS',
           `l CROSS JOIN LATERAL unnest(ARRAY[right(l."trackingNo", 15),
              CASE WHEN length(l."trackingNo") < 15 THEN lpad(l."trackingNo", CASE WHEN length(l."trackingNo") < 12 THEN 12 ELSE 15 END, '0')
                   ELSE right(l."trackingNo", 12) END]) AS n("trackingNo") CROSS`,
         )}
          AND b."carrierCode" = 'FEDEX' AND l."trackingNo" ~ '^([0-9]{10,11}|[0-9]{13,14}|9[0-9]{18,})$')`;

/**
 * Gives every line of a bill to its package: by tracking number, account and ship date, then by the lead number, then by a
 * reference that is an order's, then by what people have taught. What belongs to no shipment is a charge of the account. What is
 * assigned by hand stays.
 */
const match = `CREATE OR REPLACE FUNCTION billing.match(of_tenant bigint, of_bill bigint) RETURNS boolean
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE b carrier_bill;
   BEGIN
     SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill AND x.status IN ('parsed', 'matched') FOR UPDATE;
     IF NOT FOUND THEN RETURN false; END IF;
     -- The planner has no statistics for lines that were just inserted: with many of them a nested loop is too slow.
     PERFORM set_config('enable_nestloop', CASE WHEN b."lineCount" > 10000 THEN 'off' ELSE 'on' END, true);
     PERFORM set_config('work_mem', '64MB', true);
     IF EXISTS (SELECT FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = of_bill AND l."matchState" = 'unmatched') THEN
     UPDATE carrier_bill_line l SET "matchState" = 'account', "matchReason" = 'accountCharge'
      WHERE l.tenant_id = of_tenant AND l.bill = of_bill AND l."matchState" = 'unmatched' AND ${ofTheAccount('l')};
     ${assign('tracking', byTracking('l.id', `${open} AND l."trackingNo" IS NOT NULL`, 'l'))};
     ${assign('tracking', byTracking('w.id', 'wanted w CROSS JOIN LATERAL (SELECT w.day) d WHERE true', 'w', fedexForms))};
     ${assign(
       'leadTracking',
       `WITH wanted AS MATERIALIZED (
             SELECT l.id, coalesce(l."leadTracking", l."trackingNo") AS lead, d.day FROM ${open} AND coalesce(l."leadTracking", l."trackingNo") IS NOT NULL)
        SELECT DISTINCT ON (d.id) d.id AS line, CASE WHEN s."packageCount" = 1 THEN
               (SELECT p.id FROM package p WHERE p.tenant_id = of_tenant AND p.shipment = s.id LIMIT 1) END AS package, s."order", s.customer
          FROM wanted d JOIN shipment s ON s."leadTracking" = d.lead
         WHERE s.tenant_id = of_tenant AND coalesce(s."carrierCode", b."carrierCode") = b."carrierCode" AND ${ofAccount('s')}
           AND ${near('s."shipDate"')}
         ORDER BY d.id, (s.account IS NULL), abs(coalesce(s."shipDate", d.day) - d.day), s.id DESC`,
     )};
     ${assign(
       'reference',
       `WITH wanted AS MATERIALIZED (
             SELECT l.id, r.text FROM ${open.replace('l CROSS', "l CROSS JOIN LATERAL unnest(string_to_array(upper(l.reference), ' / ')) AS r(text) CROSS")})
        SELECT DISTINCT ON (w.id) w.id AS line,
               (SELECT min(p.id) FROM package p WHERE p.tenant_id = of_tenant AND p."order" = o.id
                 GROUP BY p."order" HAVING count(*) = 1) AS package, o.id AS "order", o.customer
          FROM wanted w JOIN "order" o ON o."orderNo" = w.text
         WHERE o.tenant_id = of_tenant AND ${ofAccount('o')}
         ORDER BY w.id, o.id`,
     )};
     ${assign(
       'pattern',
       `WITH wanted AS MATERIALIZED (
             SELECT l.id, ${patternOf('r.text')} AS pattern
               FROM ${open.replace('l CROSS', "l CROSS JOIN LATERAL unnest(string_to_array(l.reference, ' / ')) AS r(text) CROSS")})
        SELECT DISTINCT ON (w.id) w.id AS line, NULL::bigint AS package, NULL::bigint AS "order", t.customer
          FROM wanted w JOIN billing.pattern t ON t.pattern = w.pattern WHERE t.tenant_id = of_tenant ORDER BY w.id, t.at DESC`,
     )};
     END IF;
     PERFORM billing.count_lines(of_tenant, of_bill);
     UPDATE carrier_bill x SET status = 'matched', predicted = billing.predicted(of_tenant, of_bill), version = x.version + 1, "updatedAt" = now()
       WHERE x.tenant_id = of_tenant AND x.id = of_bill;
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES (of_tenant, 'record', 'carrier-bill', of_bill, 'edit');
     RETURN true;
   END $$`;

/**
 * What was accrued when the packages of a bill were placed, as far as no earlier bill has taken it: of an order with several
 * packages, the share of those that are billed here for the first time. An accrual that was reversed is none.
 */
const shares = `CREATE OR REPLACE FUNCTION billing.shares(of_tenant bigint, of_bill bigint)
     RETURNS TABLE (order_id bigint, amount numeric, packages integer) LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
   WITH own AS MATERIALIZED (
       SELECT DISTINCT l."order", l.package, l."trackingNo" FROM carrier_bill_line l
        WHERE l.tenant_id = of_tenant AND l.bill = of_bill AND l."matchState" = 'matched' AND l."order" IS NOT NULL),
     settled AS MATERIALIZED (
       SELECT DISTINCT e.package, e."trackingNo" FROM own o
         JOIN carrier_bill_line e ON e.tenant_id = of_tenant AND e."trackingNo" = o."trackingNo" AND e.package = o.package AND e.bill <> of_bill
         JOIN carrier_bill x ON x.tenant_id = of_tenant AND x.id = e.bill AND x.status = 'locked'),
     billed AS (
       SELECT o."order", count(DISTINCT o.package) FILTER (WHERE s.package IS NULL) AS fresh, bool_or(o.package IS NULL) AS whole
         FROM own o LEFT JOIN settled s ON s.package = o.package AND s."trackingNo" = o."trackingNo"
        GROUP BY o."order"),
     accrued AS (
       SELECT t."refId"::bigint AS "order", sum(CASE WHEN c.kind = 'costAccrual' THEN t.amount ELSE 0 END)
              - sum(CASE WHEN d.kind = 'costAccrual' THEN t.amount ELSE 0 END) AS amount
         FROM ledger_transfer t
         JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
         JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
         JOIN carrier_bill b ON b.tenant_id = t.tenant_id AND b.id = of_bill AND b.currency = t.currency
        WHERE t.tenant_id = of_tenant AND t."refEntity" = 'order' AND t."refId" IN (SELECT x."order"::text FROM billed x)
          AND 'costAccrual' IN (c.kind, d.kind)
        GROUP BY 1),
     known AS (
       SELECT k."order", k.fresh, k.whole, a.amount, coalesce(u.amount, 0) AS used, coalesce(u.packages, 0) AS before,
              (SELECT count(*) FROM package p WHERE p.tenant_id = of_tenant AND p."order" = k."order") AS many
         FROM billed k JOIN accrued a ON a."order" = k."order"
         LEFT JOIN (SELECT order_id, sum(amount) AS amount, sum(packages) AS packages FROM billing.used
                     WHERE tenant_id = of_tenant GROUP BY order_id) u ON u.order_id = k."order")
   SELECT "order", greatest(0, CASE WHEN many <= 1 OR before + fresh >= many OR (fresh = 0 AND whole AND before = 0) THEN amount
                            ELSE round(amount * (before + fresh) / many, 2) END - used), fresh::integer
     FROM known WHERE amount > 0 $$`;

const predicted = `CREATE OR REPLACE FUNCTION billing.predicted(of_tenant bigint, of_bill bigint) RETURNS numeric
     LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$ SELECT coalesce(sum(s.amount), 0) FROM billing.shares(of_tenant, of_bill) s $$`;

export const matchStatements: readonly string[] = [
  // What people taught by assigning a line: what references of a customer look like.
  `CREATE TABLE IF NOT EXISTS billing.pattern (
     tenant_id bigint NOT NULL, pattern text NOT NULL, customer bigint NOT NULL, bill bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, pattern, bill))`,
  // How much of an order's accrual a locked bill has taken.
  `CREATE TABLE IF NOT EXISTS billing.used (
     tenant_id bigint NOT NULL, bill bigint NOT NULL, order_id bigint NOT NULL, amount numeric(15, 2) NOT NULL, packages integer NOT NULL,
     PRIMARY KEY (tenant_id, bill, order_id))`,
  `CREATE INDEX IF NOT EXISTS used_order ON billing.used (tenant_id, order_id)`,
  // The figures of a bill whose lock is under way.
  `CREATE TABLE IF NOT EXISTS billing.prepared (
     tenant_id bigint NOT NULL, bill bigint NOT NULL, figures json NOT NULL, PRIMARY KEY (tenant_id, bill))`,
  ...['pattern', 'used', 'prepared'].flatMap((table) => [
    `ALTER TABLE billing.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE billing.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON billing.${table}`,
    `CREATE POLICY system ON billing.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON billing.${table} TO lading_system`,
  ]),
  shares,
  predicted,
  match,
];

/** $1 tenant, $2 bill. */
export const matchSql = `SELECT billing.match($1, $2)`;

/** The same for a bill that is not matched yet. */
export const matchNewSql = `SELECT billing.match($1, b.id) FROM carrier_bill b WHERE b.tenant_id = $1 AND b.id = $2 AND b.status = 'parsed'`;
