/** A line of the bill with what was predicted for its order in its category, the first line of each carrying the prediction. */
const sums = `
  bill AS (SELECT * FROM carrier_bill b WHERE b.tenant_id = lading.tenant() AND b.id = $1),
  line AS (SELECT l.* FROM carrier_bill_line l JOIN bill b ON b.id = l.bill AND b.tenant_id = l.tenant_id),
  actual AS (
    SELECT l."order", l.category, sum(l.net) AS actual, min(l."trackingNo") AS tracking, max(l."billedWeight") AS billed,
           max(l."enteredWeight") AS entered, bool_and(l.kind = 'ADJ') AS adjusted
      FROM line l WHERE l."matchState" = 'matched' AND l."order" IS NOT NULL GROUP BY 1, 2),
  -- An order that an earlier bill has settled was predicted there; what comes later is all difference.
  fresh AS (
    SELECT DISTINCT a."order" FROM actual a
     WHERE NOT EXISTS (SELECT FROM carrier_bill_line e JOIN carrier_bill x ON x.tenant_id = e.tenant_id AND x.id = e.bill, bill b
                        WHERE e.tenant_id = b.tenant_id AND e."order" = a."order" AND e.bill <> b.id AND x.status IN ('parsed', 'matched', 'locked')
                          AND (x."billDate", x.id) < (b."billDate", b.id))),
  predicted AS (
    SELECT c."order", c.category, sum(c.amount) AS predicted
      FROM order_charge c JOIN fresh f ON f."order" = c."order"
     WHERE c.tenant_id = lading.tenant() AND c.side = 'cost' AND c.phase = 'predicted' GROUP BY 1, 2),
  pair AS (
    SELECT coalesce(a."order", p."order") AS "order", coalesce(a.category, p.category) AS category, coalesce(p.predicted, 0) AS predicted,
           coalesce(a.actual, 0) AS actual, a.tracking, a.billed, a.entered, a.adjusted, f."order" IS NOT NULL AS fresh
      FROM actual a FULL JOIN predicted p ON p."order" = a."order" AND p.category = a.category
      LEFT JOIN fresh f ON f."order" = coalesce(a."order", p."order")),
  heavier AS (SELECT "order" FROM actual GROUP BY 1 HAVING max(billed) > max(entered)),
  void AS (SELECT DISTINCT p."order" FROM package p JOIN actual a ON a."order" = p."order" WHERE p.tenant_id = lading.tenant() AND p.status = 'voided'),
  again AS (
    SELECT DISTINCT l.id FROM line l JOIN bill b ON true
      JOIN carrier_bill_line e ON e.tenant_id = l.tenant_id AND e."trackingNo" = l."trackingNo" AND e.bill <> l.bill AND e.net = l.net
       AND e.kind IS NOT DISTINCT FROM l.kind AND e.code IS NOT DISTINCT FROM l.code AND e.text IS NOT DISTINCT FROM l.text
       AND e."shipDate" IS NOT DISTINCT FROM l."shipDate"
      JOIN carrier_bill x ON x.tenant_id = e.tenant_id AND x.id = e.bill AND x.status <> 'discarded' AND x.account = b.account
     WHERE l.net > 0 AND coalesce(l.kind, 'SHP') = 'SHP'),
  difference AS (
    SELECT CASE
             WHEN v."order" IS NOT NULL THEN 'void'
             WHEN p.category = 'residential' THEN 'residential'
             WHEN p.category = 'area' THEN 'area'
             WHEN p.category = 'addressCorrection' THEN 'addressCorrection'
             WHEN p.category IN ('additionalHandling', 'largePackage', 'overMaximum') THEN 'dimension'
             WHEN p.category = 'signature' THEN 'signature'
             WHEN p.category = 'declaredValue' THEN 'declaredValue'
             WHEN p.category = 'fuel' THEN 'fuel'
             WHEN p.category = 'transport' AND h."order" IS NOT NULL THEN 'weight'
             WHEN p.category = 'transport' THEN 'price'
             WHEN p.category IS NULL THEN 'unknown'
             ELSE 'other' END AS type,
           p."order", p.tracking, p.category, p.predicted, p.actual
      FROM pair p LEFT JOIN heavier h ON h."order" = p."order" LEFT JOIN void v ON v."order" = p."order"
     WHERE p.predicted <> p.actual
    UNION ALL
    SELECT 'unmatched', NULL, l."trackingNo", l.category, 0, l.net FROM line l WHERE l."matchState" = 'unmatched' AND l.net <> 0
    UNION ALL
    SELECT 'duplicate', l."order", l."trackingNo", l.category, 0, l.net FROM line l JOIN again d ON d.id = l.id)`;

/** $1 bill. Behind the wall of the tenant. */
export const compareSql = `WITH ${sums}
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
