/** Weeks begin on Monday, as the carriers' do. $1 from, $2 to (ship dates), $3 how many. Behind the wall of the tenant. */
const shipped = `
  boxed AS MATERIALIZED (
    SELECT p.id, p."order", p.customer, p.account, p."trackingNo", p."shipDate", p.status, date_trunc('week', p."shipDate")::date AS week,
           count(*) OVER (PARTITION BY p."order") AS many
      FROM package p WHERE p.tenant_id = lading.tenant() AND p."shipDate" BETWEEN $1 AND $2 AND p.account IS NOT NULL),
  billed AS MATERIALIZED (
    SELECT l.package, sum(l.net) AS net FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
     WHERE l.tenant_id = lading.tenant() AND l.package IN (SELECT id FROM boxed) AND b.status <> 'discarded' GROUP BY 1),
  -- What a package was predicted to cost: its share of its order. An order that was never priced has no currency.
  each AS (
    SELECT x.*, round(coalesce(o."predictedCost", 0) / x.many, 2) AS predicted, coalesce(o.currency, a.currency) AS currency, o."orderNo", b.net,
           x.status <> 'voided' AND b.package IS NULL AS missing
      FROM boxed x JOIN "order" o ON o.tenant_id = lading.tenant() AND o.id = x."order"
        JOIN express_account a ON a.tenant_id = lading.tenant() AND a.id = x.account LEFT JOIN billed b ON b.package = x.id
     WHERE x.status <> 'voided' OR b.package IS NOT NULL)`;

/** By account and week what the carriers are expected to bill, what came, and the packages that no bill has named. */
export const expectedSql = `WITH ${shipped}
  SELECT (SELECT coalesce(json_agg(w ORDER BY w.week DESC, w.carrier, w.name), '[]') FROM (
      SELECT e.week, a."carrierCode" AS carrier, a.name, e.account::text, e.currency, count(*) AS packages, sum(e.predicted) AS expected,
             count(*) FILTER (WHERE NOT e.missing) AS billed, coalesce(sum(e.net), 0) AS received, count(*) FILTER (WHERE e.missing) AS missing,
             coalesce(sum(e.predicted) FILTER (WHERE e.missing), 0) AS "missingSum"
        FROM each e JOIN express_account a ON a.tenant_id = lading.tenant() AND a.id = e.account
       GROUP BY e.week, a."carrierCode", a.name, e.account, e.currency) w) AS weeks,
    (SELECT coalesce(json_agg(m), '[]') FROM (
      SELECT e."order"::text, e."orderNo", e."trackingNo" AS tracking, e."shipDate" AS "shipDate", e.predicted, e.currency
        FROM each e WHERE e.missing ORDER BY e."shipDate", e."trackingNo" LIMIT $3) m) AS missing`;

/**
 * Orders whose cost on bills has passed their sale. $1 from, $2 to (ship dates), $3 how many, $4 customer or channel, $5 salesperson or null. Only what
 * a bill has named counts: an order without a bill has no actual cost.
 */
export const profitSql = `WITH
  cost AS MATERIALIZED (
    SELECT l."order", l.currency, sum(l.net) AS cost FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
     WHERE l.tenant_id = lading.tenant() AND b.status IN ('matched', 'locking', 'locked') AND l."order" IS NOT NULL
       AND l."order" IN (SELECT o.id FROM "order" o WHERE o.tenant_id = lading.tenant() AND o."shipDate" BETWEEN $1 AND $2
         AND ($5::bigint IS NULL OR o.salesperson = $5))
     GROUP BY 1, 2),
  sold AS MATERIALIZED (
    SELECT c."order", o."orderNo", o.customer, o.channel, o."shipDate", c.currency, c.cost, coalesce(o."predictedCost", 0) AS predicted,
           coalesce(o."predictedSale", 0) + coalesce(a.later, 0) AS sale
      FROM cost c JOIN "order" o ON o.tenant_id = lading.tenant() AND o.id = c."order" AND o.currency = c.currency
      -- What the customer was charged or credited since, on a bill or for the next one.
      LEFT JOIN (SELECT "order", currency, sum(difference) AS later FROM member_bill_line
                  WHERE tenant_id = lading.tenant() AND status <> 'waived' AND "order" IN (SELECT "order" FROM cost) GROUP BY 1, 2) a
        ON a."order" = c."order" AND a.currency = c.currency
     WHERE o.status NOT IN ('refunded', 'cancelled')),
  -- Of each order that loses, the category in which most was billed beyond what was predicted.
  reason AS (
    SELECT DISTINCT ON (s."order") s."order", coalesce(l.category, 'unknown') AS category, l.net - coalesce(p.amount, 0) AS beyond
      FROM sold s JOIN (SELECT l."order", l.category, sum(l.net) AS net FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
                         WHERE l.tenant_id = lading.tenant() AND b.status IN ('matched', 'locking', 'locked') AND l."order" IN (SELECT "order" FROM sold WHERE cost > sale)
                         GROUP BY 1, 2) l ON l."order" = s."order"
      LEFT JOIN (SELECT "order", category, sum(amount) AS amount FROM order_charge WHERE tenant_id = lading.tenant() AND side = 'cost' AND phase = 'predicted'
                  GROUP BY 1, 2) p ON p."order" = s."order" AND p.category = l.category
     WHERE s.cost > s.sale ORDER BY s."order", l.net - coalesce(p.amount, 0) DESC, l.category),
  judged AS (
    SELECT s.*, CASE WHEN s.cost <= s.sale THEN NULL WHEN s.predicted >= s.sale THEN 'soldBelow' WHEN r.beyond > 0 THEN r.category ELSE 'soldBelow' END AS reason,
           CASE $4 WHEN 'channel' THEN s.channel ELSE s.customer END AS of
      FROM sold s LEFT JOIN reason r ON r."order" = s."order")
  SELECT (SELECT coalesce(json_agg(g ORDER BY g.loss DESC, g.margin), '[]') FROM (
      SELECT j.of::text AS id, CASE $4 WHEN 'channel' THEN min(h.name) ELSE min(c.name) END AS name, j.currency, count(*) AS orders, sum(j.sale) AS sale,
             sum(j.cost) AS cost, sum(j.sale - j.cost) AS margin, count(*) FILTER (WHERE j.cost > j.sale) AS losing,
             coalesce(sum(j.cost - j.sale) FILTER (WHERE j.cost > j.sale), 0) AS loss, mode() WITHIN GROUP (ORDER BY j.reason) AS reason
        FROM judged j LEFT JOIN customer c ON c.tenant_id = lading.tenant() AND c.id = j.customer
        LEFT JOIN channel h ON h.tenant_id = lading.tenant() AND h.id = j.channel
       GROUP BY j.of, j.currency ORDER BY loss DESC LIMIT 200) g) AS groups,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT j."order"::text, j."orderNo", c.name AS customer, j."shipDate", j.currency, j.predicted, j.cost, j.sale, j.sale - j.cost AS margin, j.reason
        FROM judged j LEFT JOIN customer c ON c.tenant_id = lading.tenant() AND c.id = j.customer
       WHERE j.cost > j.sale ORDER BY j.cost - j.sale DESC, j."order" LIMIT $3) x) AS rows,
    (SELECT coalesce(json_agg(p ORDER BY p.name, p.id), '[]') FROM receivables.salespeople() p) AS salespeople`;

/**
 * What agreements on weight and size came to by customer and agreement. $1 from, $2 to (bill dates). A difference is saved once staff
 * decided not to charge it, or once the carrier credited its claim and nothing followed it; each claim counts once.
 */
export const savingsSql = `WITH d AS MATERIALIZED (
    SELECT m.*, m.status = 'notCharged' OR m.status = 'replaced' AND c.status = 'credited' AND last.id IS NULL AS saved, last.id IS NOT NULL AS followed,
           row_number() OVER (PARTITION BY m.claim ORDER BY m.id) AS nth, c.amount AS "claimAmount", c.credited
      FROM measure_difference m JOIN carrier_bill b ON b.tenant_id = m.tenant_id AND b.id = m."carrierBill"
      LEFT JOIN carrier_claim c ON c.tenant_id = m.tenant_id AND c.id = m.claim
      LEFT JOIN LATERAL (SELECT n.id FROM measure_difference n WHERE n.tenant_id = m.tenant_id AND n."order" = m."order"
                           AND n.package IS NOT DISTINCT FROM m.package AND n.id > m.id LIMIT 1) last ON true
     WHERE m.tenant_id = lading.tenant() AND b."billDate" BETWEEN $1 AND $2)
  SELECT (SELECT coalesce(json_agg(g), '[]') FROM (
      SELECT min(c.name) AS customer, a.id::text AS agreement, min(a.sku) AS sku, d.currency, count(*) FILTER (WHERE NOT d.followed) AS packages,
             coalesce(sum(d.amount) FILTER (WHERE d.saved), 0) AS saved, coalesce(sum(d.amount) FILTER (WHERE d.status = 'held'), 0) AS held,
             coalesce(sum(d.amount) FILTER (WHERE d.status = 'charged'), 0) AS charged,
             coalesce(sum(d."claimAmount") FILTER (WHERE d.nth = 1), 0) AS claimed, coalesce(sum(d.credited) FILTER (WHERE d.nth = 1), 0) AS credited
        FROM d JOIN measure_agreement a ON a.tenant_id = d.tenant_id AND a.id = d.agreement
        JOIN customer c ON c.tenant_id = d.tenant_id AND c.id = d.customer
       GROUP BY a.id, d.currency ORDER BY saved DESC, held DESC, a.id LIMIT 1000) g) AS groups`;

/** Unmatched lines by package: $1 words that tracking number, reference or text hold (null: all), $2 how many. */
export const queueSql = `WITH line AS MATERIALIZED (
    SELECT l.*, b.number, b."billDate", b."carrierCode" FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
     WHERE l.tenant_id = lading.tenant() AND l."matchState" = 'unmatched' AND b.status IN ('parsed', 'matched')
       AND ($1::text IS NULL OR position(upper($1) IN upper(concat_ws(' ', l."trackingNo", l."leadTracking", l.reference, l.text, b.number))) > 0))
  SELECT (SELECT json_build_object('lines', count(*), 'packages', count(DISTINCT coalesce(line."trackingNo", line.id::text))) FROM line) AS total,
    (SELECT coalesce(json_agg(s), '[]') FROM (SELECT currency, sum(net) AS sum FROM line GROUP BY 1 ORDER BY 1) s) AS sums,
    (SELECT coalesce(json_agg(r), '[]') FROM (
      SELECT min(l.id)::text AS id, json_agg(l.id::text ORDER BY l.line) AS lines, coalesce(l."trackingNo", min(l."leadTracking")) AS tracking, min(l.reference) AS reference, l.bill::text,
             l.number, l."billDate", l."carrierCode" AS carrier, min(l."shipDate") AS "shipDate", l.currency, sum(l.net) AS sum,
             string_agg(DISTINCT l.text, ', ' ORDER BY l.text) AS text,
             (SELECT json_agg(json_build_object('id', h.id::text, 'orderNo', h."orderNo")) FROM (
                SELECT o.id, o."orderNo" FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
                 WHERE p.tenant_id = lading.tenant() AND p."trackingNo" = l."trackingNo" ORDER BY p."shipDate" DESC LIMIT 3) h) AS hints
        FROM line l GROUP BY l."trackingNo", CASE WHEN l."trackingNo" IS NULL THEN l.id END, l.bill, l.number, l."billDate", l."carrierCode", l.currency
       ORDER BY abs(sum(l.net)) DESC, l."trackingNo" LIMIT $2) r) AS rows`;

/**
 * Surcharges that were really billed: every line that is neither carriage nor information. $1 from, $2 to (bill dates), $3 how
 * many. The sale beside it is what the order's customer was charged in that category.
 */
export const surchargesSql = `WITH line AS MATERIALIZED (
    SELECT l.*, b.number, b."carrierCode" FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
     WHERE l.tenant_id = lading.tenant() AND b."billDate" BETWEEN $1 AND $2 AND b.status IN ('parsed', 'matched', 'locking', 'locked')
       AND coalesce(l.category, 'unknown') NOT IN ('transport', 'information') AND l.net <> 0)
  SELECT (SELECT coalesce(json_agg(g), '[]') FROM (
      SELECT "carrierCode" AS carrier, category, code, text, currency, count(*) AS lines, count(DISTINCT package) AS packages, sum(net) AS cost
        FROM line GROUP BY 1, 2, 3, 4, 5 ORDER BY abs(sum(net)) DESC LIMIT 200) g) AS groups,
    (SELECT coalesce(json_agg(r), '[]') FROM (
      SELECT l.id::text, l."trackingNo" AS tracking, l.code, l.text, l.category, l.currency, l.net AS cost, l."order"::text, o."orderNo", l.bill::text, l.number,
             (SELECT sum(c.amount) FROM order_charge c WHERE c.tenant_id = lading.tenant() AND c."order" = l."order" AND c.category = l.category
                AND c.side = 'sale' AND c.phase = 'predicted') AS sale
        FROM line l LEFT JOIN "order" o ON o.tenant_id = lading.tenant() AND o.id = l."order"
       ORDER BY abs(l.net) DESC, l.id LIMIT $3) r) AS rows`;

/** What bills say of tracking numbers: $1 numbers, $2 how many lines. */
export const aboutSql = `SELECT coalesce(json_agg(r), '[]') AS rows FROM (
    SELECT l.id::text, l."trackingNo" AS tracking, l.bill::text, b.number, b."billDate" AS date, b."carrierCode" AS carrier, b.status AS state, l.kind,
           l.code, l.text, l.category, l.currency, l.net, l."enteredWeight" AS entered, l."billedWeight" AS billed, l.zone, l."matchState" AS match,
           l."order"::text, o."orderNo"
      FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
      LEFT JOIN "order" o ON o.tenant_id = lading.tenant() AND o.id = l."order"
     WHERE l.tenant_id = lading.tenant() AND l."trackingNo" = ANY ($1::text[]) ORDER BY l."trackingNo", b."billDate", l.bill, l.line LIMIT $2) r`;

/** The newest imports of everybody; $1 only those with bills of this carrier or with none at all, null for all; $2 how many. */
export const importsSql = `SELECT coalesce(json_agg(r), '[]') AS imports FROM (
    SELECT j.id::text AS job, j.state, j.done, to_char(j.created_at, 'YYYY-MM-DD HH24:MI') AS at,
           (SELECT a.name FROM account a WHERE a.tenant_id = j.tenant_id AND a.id = j.account_id) AS by,
           (SELECT json_agg(f ->> 'name') FROM json_array_elements(j.request -> 'files') f) AS files, j.result
      FROM lading.job j
     WHERE j.tenant_id = lading.tenant() AND j.kind = 'work' AND j.request ->> 'work' = 'billing.import'
       AND ($1::text IS NULL OR j.state <> 'done' OR json_array_length(j.result -> 'invoices') = 0
            OR EXISTS (SELECT FROM json_array_elements(j.result -> 'invoices') i WHERE i ->> 'carrier' = $1))
     ORDER BY j.id DESC LIMIT $2) r`;
