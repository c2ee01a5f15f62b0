/** Weeks of carrier bills per tenant: a year. */
export const weeks = 52;

/** Carriers' description and code for each category. */
const charged = `(VALUES
    ('UPS', 'transport', 'FRT', '003', 'Ground Commercial'), ('UPS', 'fuel', 'FSC', 'FSC', 'Fuel Surcharge'),
    ('UPS', 'residential', 'ACC', 'RES', 'Residential Surcharge'), ('UPS', 'area', 'ACC', NULL, 'Delivery Area Surcharge'),
    ('UPS', 'additionalHandling', 'ACC', NULL, 'Additional Handling - Length'), ('UPS', 'largePackage', 'ACC', NULL, 'Large Package Surcharge'),
    ('UPS', 'signature', 'ACC', 'CSG', 'Delivery Confirmation Signature'), ('UPS', 'declaredValue', 'ACC', 'EVS', 'Declared Value'),
    ('UPS', 'demand', 'ACC', NULL, 'Demand Surcharge'), ('UPS', 'addressCorrection', 'ACC', 'ADC', 'Address Correction Ground'),
    ('UPS', 'unknown', 'ACC', 'DKH', 'Dock Handling Fee'),
    ('FEDEX', 'transport', NULL, NULL, 'Transportation Charge'), ('FEDEX', 'fuel', NULL, NULL, 'Fuel Surcharge'),
    ('FEDEX', 'residential', NULL, NULL, 'Residential'), ('FEDEX', 'area', NULL, NULL, 'DAS Comm'),
    ('FEDEX', 'additionalHandling', NULL, NULL, 'AHS - Dimensions'), ('FEDEX', 'largePackage', NULL, NULL, 'Oversize Charge'),
    ('FEDEX', 'signature', NULL, NULL, 'Direct Signature'), ('FEDEX', 'declaredValue', NULL, NULL, 'Declared Value'),
    ('FEDEX', 'demand', NULL, NULL, 'Demand Surcharge'), ('FEDEX', 'addressCorrection', NULL, NULL, 'Address Correction'),
    ('FEDEX', 'unknown', NULL, NULL, 'Dock Handling Fee')) t (carrier, category, class, code, text)`;

/**
 * Stages carrier bills for a tenant's packages: mostly as predicted, with some higher weights, residential surcharges,
 * corrected addresses, unknown charges, foreign packages and late credits. $1 tenant, $2 name of the import, $3 today,
 * $4 weeks.
 */
export const stageBillsSql = `WITH
  box AS MATERIALIZED (
    SELECT p."order", p.seq, count(*) OVER (PARTITION BY p."order") AS many, row_number() OVER (PARTITION BY p."order" ORDER BY p.seq) AS at, p.account, p."trackingNo", p."shipDate", a."carrierCode" AS carrier, a.number AS account_number, a.currency,
           o."orderNo", p.weight, p.length, p.width, p.height, abs(hashtext(o."orderNo")) % 1000 AS chance,
           (date_trunc('week', p."shipDate")::date + 12) AS billed
      FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
      JOIN express_account a ON a.tenant_id = p.tenant_id AND a.id = p.account
     WHERE p.tenant_id = $1 AND p.status = 'labelled' AND p."firstScanAt" IS NOT NULL AND a."carrierCode" IN ('UPS', 'FEDEX')
       AND p."shipDate" > $3::date - 7 * $4::integer AND date_trunc('week', p."shipDate")::date + 12 <= $3::date AND a.currency = o.currency
),
  lead AS (SELECT * FROM box WHERE at = 1),
  cost AS (
    SELECT l."order", c.category, sum(c.amount) AS amount FROM lead l JOIN order_charge c ON c.tenant_id = $1 AND c."order" = l."order"
       AND c.side = 'cost' AND c.phase = 'predicted' GROUP BY 1, 2),
  charge AS (
    SELECT l.*, c.category, 'SHP' AS kind, l.billed AS on_day,
           round((CASE WHEN l.at = 1 THEN c.amount - (l.many - 1) * round(c.amount / l.many, 2) ELSE round(c.amount / l.many, 2) END)
             * CASE WHEN c.category NOT IN ('transport', 'fuel') THEN 1 WHEN l.chance < 60 THEN 1.18 WHEN l.chance < 80 THEN 1.06 ELSE 1 END, 2) AS net
      FROM box l JOIN cost c ON c."order" = l."order" WHERE l.chance < 992
    UNION ALL
    SELECT l.*, x.category, 'SHP', l.billed, x.net FROM lead l
      JOIN (VALUES ('residential', 80, 120, 5.65), ('addressCorrection', 120, 140, 23.50), ('unknown', 140, 147, 4.10),
                   ('additionalHandling', 147, 155, 19.75), ('signature', 155, 165, 6.60)) x (category, least, below, net)
        ON l.chance >= x.least AND l.chance < x.below
     WHERE NOT EXISTS (SELECT FROM cost c WHERE c."order" = l."order" AND c.category = x.category)
    UNION ALL
    -- Homes that were none after all are given back four weeks later.
    SELECT l.*, 'residential', 'ADJ', l.billed + 28, -5.65 FROM lead l WHERE l.chance BETWEEN 80 AND 112 AND l.billed + 28 <= $3::date
       AND NOT EXISTS (SELECT FROM cost c WHERE c."order" = l."order" AND c.category = 'residential')),
  line AS (
    SELECT c.account, c.carrier, c.account_number, c.currency, c.on_day, c."trackingNo", c."orderNo", c."shipDate", c.kind, t.class, t.code, t.text, c.net,
           CASE WHEN c.category = 'transport' THEN -round(c.net * 0.31, 2) END AS incentive, c.weight AS entered,
           CASE WHEN c.chance < 60 THEN ceil(c.weight) + 3 ELSE ceil(c.weight) END AS weighed, c.length, c.width, c.height
      FROM charge c JOIN ${charged} ON t.carrier = c.carrier AND t.category = c.category WHERE c.net <> 0
    UNION ALL
    SELECT b.account, b.carrier, b.account_number, b.currency, b.billed, x.tracking, x.reference, b.billed - 8, 'SHP', CASE b.carrier WHEN 'UPS' THEN x.class END,
           CASE b.carrier WHEN 'UPS' THEN x.code END, CASE b.carrier WHEN 'UPS' THEN x.text ELSE 'Transportation Charge' END, x.net, NULL, 4, 4, NULL, NULL, NULL
      FROM (SELECT DISTINCT account, carrier, account_number, currency, billed FROM lead) b,
           LATERAL (VALUES (CASE b.carrier WHEN 'UPS' THEN '1Z' || 'K07R' || to_char(b.billed, 'YYMMDD') || '000417' ELSE '7949' || to_char(b.billed, 'YYYYMMDD') END,
                            'KESTREL-' || to_char(b.billed, 'MMDD'), 'FRT', '003', 'Ground Commercial', 11.84)) x (tracking, reference, class, code, text, net)
    UNION ALL
    SELECT b.account, b.carrier, b.account_number, b.currency, b.billed, NULL, NULL, NULL, 'MIS', 'MSC', NULL, 'Weekly Service Charge', 32.40, NULL, NULL, NULL, NULL, NULL, NULL
      FROM (SELECT DISTINCT account, carrier, account_number, currency, billed FROM lead) b WHERE b.carrier = 'UPS')
  INSERT INTO billing.staged (tenant_id, import, key, line, "trackingNo", "leadTracking", reference, "shipDate", kind, detail, "chargeClass", code, text, net,
      incentive, "enteredWeight", "billedWeight", "weightUnit", length, width, height)
    SELECT $1, $2, account || '|' || on_day, row_number() OVER (PARTITION BY account, on_day ORDER BY "trackingNo" NULLS LAST, text, kind), "trackingNo",
           "trackingNo", "orderNo", "shipDate", kind, 'NSD', class, code, text, net, incentive, entered, weighed, 'lb', length, width, height
      FROM line`;

/** $1 tenant, $2 name of the import, $3 who. Answers the bills, oldest first. */
export const takeBillsSql = `WITH invoice AS MATERIALIZED (
    SELECT s.key, a.id AS account, a."carrierCode" AS carrier, a.number, a.currency, split_part(s.key, '|', 2)::date AS day, sum(s.net) AS sum, count(*) AS lines
      FROM billing.staged s JOIN express_account a ON a.tenant_id = s.tenant_id AND a.id = split_part(s.key, '|', 1)::bigint
     WHERE s.tenant_id = $1 AND s.import = $2 GROUP BY 1, 2, 3, 4, 5),
  numbered AS (
    SELECT i.*, CASE carrier WHEN 'UPS' THEN '0000' || i.number || to_char(day, 'YY') || to_char(day, 'WW')
                              ELSE '9' || to_char(day, 'YYMMDD') || abs(hashtext(i.number)) % 100 END AS printed FROM invoice i)
  SELECT billing.take($1, $2, n.key, json_build_object('carrier', n.carrier, 'account', n.account::text, 'number', n.printed,
             'plainNumber', ltrim(n.printed, '0'), 'date', n.day, 'currency', n.currency, 'amount', n.sum, 'sum', n.sum, 'lines', n.lines,
             'content', md5(n.key), 'fileName', CASE n.carrier WHEN 'UPS' THEN 'Invoice_' ELSE 'FEDEX_' END || n.printed || '.csv', 'job', ''), $3) ->> 'id' AS id,
         n.day::text, n.currency
    FROM numbered n ORDER BY n.day, n.account`;

/** $1 tenant, $2 bills. */
export const matchBillsSql = `SELECT billing.match($1, b) FROM unnest($2::bigint[]) b`;

/** The columns that locking sets on a bill. $1 tenant, $2 bills, $3 who, $4 their moments, $5 time zone. */
export const lockedBillsSql = `UPDATE carrier_bill b SET status = 'locked', "lockedBy" = $3, "lockedAt" = d.at::timestamp AT TIME ZONE $5, version = b.version + 1,
    predicted = (SELECT coalesce(sum(u.amount), 0) FROM billing.used u WHERE u.tenant_id = b.tenant_id AND u.bill = b.id)
  FROM unnest($2::bigint[], $4::text[]) d (id, at) WHERE b.tenant_id = $1 AND b.id = d.id`;

/** Files the claims of bills: $1 tenant, $2 bills, $3 today. The deadlines of the oldest are over. */
export const fileClaimsSql = `UPDATE carrier_claim c SET status = 'filed', "caseNo" = 'C-' || right(c.id::text, 7), "filedOn" = b."billDate" + 5, version = c.version + 1
  FROM carrier_bill b WHERE c.tenant_id = $1 AND c.bill = ANY ($2::bigint[]) AND b.tenant_id = c.tenant_id AND b.id = c.bill AND c.status = 'open'
   AND b."billDate" + 5 <= $3::date AND abs(hashtext(c."trackingNo")) % 3 < 2`;
