/** Sides of a package in inches and its weight in pounds, as its order gave them. */
const ordered = `SELECT p."order", max(s.sides[1]) AS longest, max(s.sides[2]) AS second, max(s.sides[1] + 2 * (s.sides[2] + s.sides[3])) AS girth,
        max(s.sides[1] * s.sides[2] * s.sides[3]) AS volume, max(p.weight * CASE p."unitType" WHEN '1' THEN 2.20462 ELSE 1 END) AS weight
   FROM package p CROSS JOIN LATERAL (SELECT array_agg(ceil(side / CASE p."unitType" WHEN '1' THEN 2.54 ELSE 1 END) ORDER BY side DESC) AS sides
     FROM unnest(ARRAY[p.length, p.width, p.height]::numeric[]) side) s`;

/**
 * Where the carriers begin to take these surcharges, in inches and pounds: the largest of what UPS and FedEx print, so that
 * none is called wrong that either of them would be right to take.
 */
const reaches = (of: string): string => `CASE p.category
        WHEN 'additionalHandling' THEN ${of}.longest > 48 OR ${of}.second > 30 OR ${of}.girth > 105 OR ${of}.volume > 10368 OR ${of}.weight > 50
        ELSE ${of}.longest > 96 OR ${of}.girth > 130 OR ${of}.volume > 17280 OR ${of}.weight > 110 END`;

/** The lines of the bill, what it charges of each order and category, and the packages that earlier bills have. */
const billed = (tenant: string, bill: string): string => `
  bill AS (SELECT * FROM carrier_bill b WHERE b.tenant_id = ${tenant} AND b.id = ${bill}),
  line AS MATERIALIZED (SELECT l.* FROM carrier_bill_line l JOIN bill b ON b.id = l.bill AND b.tenant_id = l.tenant_id),
  actual AS (
    SELECT l."order", l.category, sum(l.net) AS actual, min(l."trackingNo") AS tracking, max(l."billedWeight") AS billed,
           max(l."enteredWeight") AS entered, bool_and(l.kind = 'ADJ') AS adjusted, max(ltrim(l.zone, '0')) AS zone,
           max(greatest(l.length, l.width, l.height)) AS longest
      FROM line l WHERE l."matchState" = 'matched' AND l."order" IS NOT NULL GROUP BY 1, 2),
  packed AS (
    SELECT DISTINCT l."order", l.package, coalesce(p.status = 'voided', false) AS void
      FROM line l LEFT JOIN package p ON p.tenant_id = l.tenant_id AND p.id = l.package
     WHERE l."matchState" = 'matched' AND l."order" IS NOT NULL),
  earlier AS (
    SELECT DISTINCT e."order", e.package FROM (SELECT DISTINCT "order" FROM packed) o CROSS JOIN bill b
      JOIN carrier_bill_line e ON e.tenant_id = b.tenant_id AND e."order" = o."order" AND e.bill <> b.id
      JOIN carrier_bill x ON x.tenant_id = e.tenant_id AND x.id = e.bill AND x.status IN ('parsed', 'matched', 'locking', 'locked')
       AND (x."billDate", x.id) < (b."billDate", b.id)),`;

/** What was predicted of the packages that this bill is the first to have. */
const predicted = (tenant: string): string => `
  -- A package was predicted with the first bill it is on; what comes later is all difference, and so is a void one.
  part AS (
    SELECT o."order", greatest(n.many, 1) AS many, CASE WHEN e.whole THEN greatest(n.many, 1) ELSE coalesce(e.packages, 0) END AS before,
           CASE WHEN o.whole AND o.fresh = 0 AND NOT o.void AND e."order" IS NULL THEN greatest(n.many, 1) ELSE o.fresh END AS fresh
      FROM (SELECT w."order", bool_or(w.package IS NULL) AS whole, bool_or(w.void) AS void,
                   count(w.package) FILTER (WHERE NOT w.void AND y.package IS NULL) AS fresh
              FROM packed w LEFT JOIN earlier y ON y."order" = w."order" AND y.package = w.package GROUP BY 1) o
      LEFT JOIN (SELECT "order", count(package) AS packages, bool_or(package IS NULL) AS whole FROM earlier GROUP BY 1) e ON e."order" = o."order"
      CROSS JOIN LATERAL (SELECT count(*) AS many FROM package p WHERE p.tenant_id = ${tenant} AND p."order" = o."order") n),
  fresh AS (SELECT "order", many, least(before, many) AS before, least(before + fresh, many) AS after FROM part WHERE fresh > 0 AND before < many),
  predicted AS (
    SELECT c."order", c.category, round(sum(c.amount) * max(f.after) / max(f.many), 2) - round(sum(c.amount) * max(f.before) / max(f.many), 2) AS predicted,
           ltrim(max(substring(c.text FROM '(?:[Zz]one|\u5206\u533a)\\s*([0-9A-Za-z]+)')), '0') AS zone
      FROM order_charge c JOIN fresh f ON f."order" = c."order" JOIN bill b ON b.currency = c.currency
     WHERE c.tenant_id = ${tenant} AND c.side = 'cost' AND c.phase = 'predicted' GROUP BY 1, 2),
  -- Sums of two currencies have no difference: a person compares them.
  foreigner AS (
    SELECT DISTINCT c."order" FROM order_charge c JOIN fresh f ON f."order" = c."order" JOIN bill b ON b.currency <> c.currency
     WHERE c.tenant_id = ${tenant} AND c.side = 'cost' AND c.phase = 'predicted'),`;

/** Both beside each other, and what is known of the orders. */
const compared = (tenant: string): string => `
  pair AS (
    SELECT coalesce(a."order", p."order") AS "order", coalesce(a.category, p.category) AS category, coalesce(p.predicted, 0) AS predicted,
           coalesce(a.actual, 0) AS actual, a.tracking, a.billed, a.entered, a.adjusted,
           a.zone <> p.zone AS rezoned, a.longest
      FROM actual a FULL JOIN predicted p ON p."order" = a."order" AND p.category = a.category),
  heavier AS (SELECT "order" FROM actual GROUP BY 1 HAVING max(billed) > max(entered)),
  void AS (SELECT DISTINCT "order" FROM packed WHERE void),
  measured AS (${ordered} JOIN (SELECT DISTINCT "order" FROM pair WHERE category IN ('additionalHandling', 'largePackage')) w ON w."order" = p."order"
                WHERE p.tenant_id = ${tenant} GROUP BY p."order"),
  asked AS (
    SELECT o.id, o."signatureOption" <> 'none' OR EXISTS (SELECT FROM package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id
                 AND p.signature <> 'none') AS signature, coalesce(o."declaredTotal", 0) > 0 AS "declaredValue"
      FROM "order" o WHERE o.tenant_id = ${tenant} AND o.id IN (SELECT "order" FROM pair WHERE category IN ('signature', 'declaredValue'))),
  -- Orders without a discount on a bill where most have one.
  discounted AS (
    SELECT l."order", bool_or(coalesce(l.incentive, 0) <> 0 OR (l.net < 0 AND l.text ILIKE '%discount%')) AS given
      FROM line l WHERE l.category = 'transport' AND l."order" IS NOT NULL AND coalesce(l.kind, 'SHP') <> 'ADJ' GROUP BY 1),
  undiscounted AS (
    SELECT d."order" FROM discounted d, (SELECT count(*) AS many, count(*) FILTER (WHERE given) AS given FROM discounted) n
     WHERE NOT d.given AND n.many >= 5 AND n.given * 2 > n.many),`;

/** Lines that charge a second time. */
const repeated = `
  -- The same charge of a package on an earlier bill or row. Files that do not say the kind may have a row for each of its pieces.
  again AS (
    SELECT DISTINCT l.id FROM line l JOIN bill b ON true
      JOIN carrier_bill_line e ON e.tenant_id = l.tenant_id AND e."trackingNo" = l."trackingNo" AND e.net = l.net AND (e.bill <> l.bill OR l.kind IS NOT NULL)
       AND e.kind IS NOT DISTINCT FROM l.kind AND e.code IS NOT DISTINCT FROM l.code AND e.text IS NOT DISTINCT FROM l.text
       AND e."shipDate" IS NOT DISTINCT FROM l."shipDate"
      JOIN carrier_bill x ON x.tenant_id = e.tenant_id AND x.id = e.bill AND x.status <> 'discarded' AND x.account = b.account
       AND (x."billDate", x.id, e.line) < (b."billDate", b.id, l.line)
     WHERE l.net > 0 AND coalesce(l.kind, 'SHP') = 'SHP'),
  -- The carriage of one package on two bills, of one account or of two, that is not the very same charge.
  twice AS (
    SELECT DISTINCT l.id FROM line l
      JOIN carrier_bill_line e ON e.tenant_id = l.tenant_id AND e."trackingNo" = l."trackingNo" AND e.bill <> l.bill AND e.package = l.package
       AND e.category = 'transport' AND e.net > 0 AND coalesce(e.kind, 'SHP') = 'SHP'
      JOIN carrier_bill x ON x.tenant_id = e.tenant_id AND x.id = e.bill AND x.status <> 'discarded', bill b
     WHERE l.category = 'transport' AND l.net > 0 AND coalesce(l.kind, 'SHP') = 'SHP' AND (x."billDate", x.id) < (b."billDate", b.id)
       AND l.id NOT IN (SELECT id FROM again)),`;

/** What the carrier charges each package, and why a charge differs from the predicted one. */
const reasoned = `
  boxed AS (
    SELECT l.package, l."order", min(l."trackingNo") AS tracking, sum(l.net) AS net, coalesce(sum(l.net) FILTER (WHERE l.category = 'transport'), 0) AS carriage
      FROM line l WHERE l.package IS NOT NULL AND coalesce(l.kind, 'SHP') = 'SHP' GROUP BY 1, 2),
  difference AS (
    SELECT CASE
             WHEN v."order" IS NOT NULL THEN 'void'
             WHEN g."order" IS NOT NULL THEN 'currency'
             WHEN p.category = 'residential' THEN 'residential'
             WHEN p.category = 'area' THEN 'area'
             WHEN p.category = 'addressCorrection' THEN 'addressCorrection'
             WHEN p.category IN ('additionalHandling', 'largePackage') AND p.actual > p.predicted AND m.longest IS NOT NULL
                  AND NOT ${reaches('m')} AND coalesce(p.longest, 0) <= m.longest THEN 'belowTrigger'
             WHEN p.category IN ('additionalHandling', 'largePackage', 'overMaximum') THEN 'dimension'
             WHEN p.category = 'saturday' AND p.predicted = 0 OR p.category = 'signature' AND NOT k.signature
                  OR p.category = 'declaredValue' AND NOT k."declaredValue" THEN 'option'
             WHEN p.category = 'signature' THEN 'signature'
             WHEN p.category = 'declaredValue' THEN 'declaredValue'
             WHEN p.category = 'fuel' THEN 'fuel'
             WHEN p.category = 'transport' AND h."order" IS NOT NULL THEN 'weight'
             WHEN p.category = 'transport' AND p.rezoned THEN 'zone'
             WHEN p.category = 'transport' AND p.actual > p.predicted AND u."order" IS NOT NULL THEN 'discount'
             WHEN p.category = 'transport' THEN 'price'
             WHEN p.category IS NULL THEN 'unknown'
             ELSE 'other' END AS type,
           p."order", p.tracking, p.category, p.predicted, p.actual
      FROM pair p LEFT JOIN heavier h ON h."order" = p."order" LEFT JOIN void v ON v."order" = p."order"
      LEFT JOIN foreigner g ON g."order" = p."order"
      LEFT JOIN measured m ON m."order" = p."order" LEFT JOIN asked k ON k.id = p."order" LEFT JOIN undiscounted u ON u."order" = p."order"
     WHERE p.predicted <> p.actual`;

/** Lines that are faulty by themselves. */
const faulty = (tenant: string, dayOf: (moment: string) => string): string => `
    UNION ALL
    SELECT 'unmatched', NULL, l."trackingNo", l.category, 0, l.net FROM line l WHERE l."matchState" = 'unmatched' AND l.net <> 0
    UNION ALL
    SELECT 'duplicate', l."order", l."trackingNo", l.category, 0, l.net FROM line l JOIN again d ON d.id = l.id
    UNION ALL
    SELECT 'twoBills', l."order", l."trackingNo", l.category, 0, l.net FROM line l JOIN twice d ON d.id = l.id
    UNION ALL
    -- Only where scans of this account do arrive.
    SELECT 'neverScanned', x."order", x.tracking, 'transport', 0, x.net FROM boxed x JOIN package p ON p.tenant_id = ${tenant} AND p.id = x.package, bill b
     WHERE p."firstScanAt" IS NULL AND p."deliveredAt" IS NULL AND p.status = 'labelled' AND p."shipDate" < b."billDate" - 3 AND x.net > 0
       AND EXISTS (SELECT FROM package s WHERE s.tenant_id = p.tenant_id AND s.account = b.account AND s."firstScanAt" IS NOT NULL)
    UNION ALL
    -- The first day that the carrier named: it moves its estimate when it is late.
    SELECT 'late', x."order", x.tracking, 'transport', 0, x.carriage FROM boxed x JOIN package p ON p.tenant_id = ${tenant} AND p.id = x.package
      LEFT JOIN tracking.work w ON w.tenant_id = p.tenant_id AND w.package = p.id
     WHERE ${dayOf('p."deliveredAt"')} > ${dayOf('coalesce(w.promised_at, p."estimatedAt")')} AND x.carriage > 0)`;

/**
 * Differences between a bill and the predicted charges, one row per order and category, and faulty lines. `tenant` and `bill`
 * are expressions; `dayOf` is the day of a time in the tenant's zone. Ends in `difference`.
 */
export const differencesOf = (tenant: string, bill: string, dayOf: (moment: string) => string): string =>
  [billed(tenant, bill), predicted(tenant), compared(tenant), repeated, reasoned, faulty(tenant, dayOf)].join('');

/** $1 bill, $2 how many. Behind the wall of the tenant, on a connection in its zone. */
export const compareSql = `WITH ${differencesOf('lading.tenant()', '$1', (moment) => `${moment}::date`)}
  SELECT (SELECT json_build_object('number', number, 'currency', currency, 'status', status, 'carrier', "carrierCode", 'date', "billDate") FROM bill) AS bill,
    (SELECT coalesce(json_agg(c ORDER BY c.category NULLS LAST), '[]') FROM (
       SELECT coalesce(a.category, p.category) AS category, coalesce(p.predicted, 0) AS predicted, coalesce(a.actual, 0) AS actual, coalesce(a.lines, 0) AS lines
         FROM (SELECT coalesce(category, '') AS key, category, sum(net) AS actual, count(*) AS lines FROM line GROUP BY 1, 2) a
         FULL JOIN (SELECT coalesce(category, '') AS key, category, sum(predicted) AS predicted FROM predicted GROUP BY 1, 2) p ON p.key = a.key) c) AS categories,
    (SELECT coalesce(json_agg(t ORDER BY abs(t.sum) DESC, t.type), '[]') FROM (
       SELECT type, count(*) AS count, sum(actual - predicted) AS sum FROM difference GROUP BY 1) t) AS types,
    (SELECT coalesce(json_agg(r), '[]') FROM (
       SELECT d.type, d."order"::text, o."orderNo", d.tracking, d.category, d.predicted, d.actual, d.actual - d.predicted AS difference
         FROM difference d LEFT JOIN "order" o ON o.tenant_id = lading.tenant() AND o.id = d."order"
        ORDER BY abs(d.actual - d.predicted) DESC, d.tracking, d.category LIMIT $2) r) AS rows`;
