/** Postpaid customers; never one of the first, whose members can sign in. */
export const termsSql = `UPDATE customer_config f SET payment = 'postpaid', "paymentDays" = 14, "overdueWarnDays" = 5
  FROM (SELECT c.id FROM customer c JOIN customer_config k ON k.tenant_id = c.tenant_id AND k.customer = c.id
         WHERE c.tenant_id = $1 AND c.status = 'enabled' AND c.parent IS NULL AND NOT EXISTS (SELECT FROM account a WHERE a.tenant_id = $1 AND a.customer = c.id)
         ORDER BY c.code LIMIT 4) x WHERE f.tenant_id = $1 AND f.customer = x.id`;

/**
 * Sells carrier charges. Until three weeks ago differences were only reported; since then they are charged with the
 * price's markup. $1 tenant, $2 today.
 */
export const sellSql = `WITH
  line AS (
    SELECT l.*, b."billDate" AS day FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill AND b.status = 'locked'
     WHERE l.tenant_id = $1 AND l."matchState" = 'matched' AND l.customer IS NOT NULL),
  grouped AS (
    SELECT l.bill, l.day, l."order", l.customer, l.currency, coalesce(l.category, 'unknown') AS category, sum(l.net) AS net, min(l.package) AS package,
           min(l."trackingNo") AS "trackingNo", max(l."enteredWeight") AS entered, max(l."billedWeight") AS billed, max(l."weightUnit") AS unit,
           max(l.zone) AS zone, max(l."shipDate") AS ship, array_agg(l.id) AS lines
      FROM line l GROUP BY 1, 2, 3, 4, 5, 6),
  -- Rows of a package are told apart by their ids: the older the bill, the smaller.
  r AS MATERIALIZED (SELECT lading.new_id() AS id, g.* FROM (SELECT * FROM grouped ORDER BY day, bill, "order") g),
  charged AS (
    SELECT c."order", c.category, sum(c.amount) FILTER (WHERE c.side = 'sale') AS sale, sum(c.amount) FILTER (WHERE c.side = 'cost') AS cost
      FROM order_charge c WHERE c.tenant_id = $1 AND c.phase = 'predicted' GROUP BY 1, 2),
  ran AS (
    SELECT r.*, coalesce(c.sale, 0) AS sale, coalesce(c.cost, 0) AS expected,
           sum(r.net) OVER (PARTITION BY coalesce(r."order", r.id), r.category ORDER BY r.day, r.bill) AS so_far
      FROM r LEFT JOIN charged c ON c."order" = r."order" AND c.category = r.category),
  priced AS (
    SELECT x.*, CASE WHEN x.day < $2::date - 24 THEN x.sale WHEN x.expected > 0 AND x.sale > 0 THEN CASE WHEN abs(x.so_far - x.expected) < 0.1 THEN x.sale ELSE round(x.so_far * x.sale / x.expected, 2) END
                     ELSE round(x.so_far * 1.1, 2) END AS due FROM ran x),
  told AS (
    SELECT p.*, coalesce(lag(p.due) OVER (PARTITION BY coalesce(p."order", p.id), p.category ORDER BY p.day, p.bill), p.sale) AS old FROM priced p),
  kept AS (
    INSERT INTO member_bill_line (tenant_id, id, org_id, status, kind, customer, "order", package, "trackingNo", category, currency, old, new, difference,
        reason, mode, factor, cost, "enteredWeight", "billedWeight", "weightUnit", zone, "shipDate", "billedOn", "carrierBill", "createdAt")
      SELECT $1, t.id, coalesce(o.org_id, c.org_id), 'open', 'carrier', t.customer, t."order", t.package, t."trackingNo", t.category, t.currency, t.old, t.due,
             t.due - t.old, CASE WHEN t.due = t.old THEN 'same' WHEN t.net < 0 THEN 'credit' WHEN t.category IN ('residential', 'area', 'addressCorrection', 'fuel')
               THEN t.category WHEN t.category = 'transport' AND t.billed > ceil(t.entered) THEN 'weight' WHEN t.category IN ('signature', 'declaredValue') THEN 'option'
               WHEN t.category = 'transport' THEN 'price' ELSE 'other' END,
             CASE WHEN t.day < $2::date - 24 THEN 'report' ELSE 'factor' END, 1.1, t.net, t.entered, t.billed, t.unit, t.zone, t.ship, t.day, t.bill, t.day + time '15:00'
        FROM told t JOIN customer c ON c.tenant_id = $1 AND c.id = t.customer LEFT JOIN "order" o ON o.tenant_id = $1 AND o.id = t."order"),
  taken AS (INSERT INTO sale.taken (tenant_id, line, row_id, bill) SELECT $1, x.line, r.id, r.bill FROM r, unnest(r.lines) x(line))
  INSERT INTO sale.sold (tenant_id, bill) SELECT $1, b.id FROM carrier_bill b WHERE b.tenant_id = $1 AND b.status = 'locked' ON CONFLICT DO NOTHING`;

/** Bills of all ended periods. $1 tenant, $2 today, $3 who. */
export const generateSql = `SELECT sum(sale.generate($1, c.id, $2::date, $3))
  FROM (SELECT DISTINCT customer AS id FROM member_bill_line WHERE tenant_id = $1 AND status = 'open') c`;

/**
 * Bills to push with their time, except those of the last days. Bills with a posting are pushed last, after everything
 * else that changed the balance, so that balances stay consecutive. $1 tenant, $2 today, $3 now.
 */
export const billsToPushSql = `SELECT b.id::text, b.customer::text, b.currency, b.difference::float8,
       CASE WHEN b.difference = 0 THEN ("periodTo" + 2) || ' 11:00:00' ELSE $3 END AS at FROM member_bill b
  WHERE b.tenant_id = $1 AND b.status = 'generated' AND b."lineCount" > 0 AND b."periodTo" + 10 < $2::date
    AND (b.difference = 0 OR NOT EXISTS (SELECT FROM ledger_transfer t WHERE t.tenant_id = $1 AND t.customer = b.customer
          AND t."createdAt" > now() - interval '3 minutes')) ORDER BY b."periodTo", b.id`;
/** A moment ago, in a time zone. $1 time zone. */
export const nowSql = `SELECT to_char((now() - interval '2 minutes') AT TIME ZONE $1, 'YYYY-MM-DD HH24:MI:SS') AS now`;

/** The columns that pushing sets on bills. $1 tenant, $2 bills, $3 who, $4 time zone, $5 their moments. */
export const pushedBillsSql = `UPDATE member_bill b SET status = 'pushed', "pushCount" = 1, "pushedBy" = $3, "pushedAt" = d.at, version = b.version + 1,
       due = d.due, "settleState" = CASE WHEN d.due > 0 THEN 'unsettled' ELSE 'settled' END,
       "dueDate" = CASE WHEN d.due > 0 THEN (d.at AT TIME ZONE $4)::date + CASE WHEN d.later THEN d.days::integer ELSE 0 END END
  FROM (SELECT x.id, m.at::timestamp AT TIME ZONE $4 AS at, f.payment = 'postpaid' AS later, f."paymentDays" AS days,
               x.difference + CASE WHEN f.payment = 'postpaid' THEN coalesce((SELECT sum(o.old) FROM (
                 SELECT DISTINCT ON (r."order", r.category) r.old, r."memberBill" FROM member_bill_line r
                  WHERE r.tenant_id = $1 AND r.customer = x.customer ORDER BY r."order", r.category, r.id) o WHERE o."memberBill" = x.id), 0) ELSE 0 END AS due
          FROM unnest($2::bigint[], $5::text[]) m(id, at) JOIN member_bill x ON x.tenant_id = $1 AND x.id = m.id
          JOIN customer_config f ON f.tenant_id = x.tenant_id AND f.customer = x.customer) d
 WHERE b.tenant_id = $1 AND b.id = d.id`;

/**
 * Their rows: charged at that time, and accepted after the dispute period. $1 tenant, $2 bills, $3 today, $4 time zone.
 */
export const chargedRowsSql = `UPDATE member_bill_line r SET "chargedAt" = d.at, "disputeUntil" = d.day + 7,
       status = CASE WHEN d.day + 7 < $3::date THEN 'accepted' ELSE 'charged' END, decision = CASE WHEN d.day + 7 < $3::date THEN 'automatic' END,
       "decidedAt" = CASE WHEN d.day + 7 < $3::date THEN (d.day + 8 + time '00:20') AT TIME ZONE $4 END
  FROM (SELECT b.id, b."pushedAt" AS at, (b."pushedAt" AT TIME ZONE $4)::date AS day FROM member_bill b WHERE b.tenant_id = $1 AND b.id = ANY ($2::bigint[])) d
 WHERE r.tenant_id = $1 AND r."memberBill" = d.id`;

/** Payments: customers with terms pay late, and not everything. $1 tenant, $2 bills, $3 today, $4 time zone, $5 who. */
export const paidSql = `WITH paid AS (
    SELECT b.id, b.due, (b."dueDate" + 3 + time '10:00') AT TIME ZONE $4 AS at FROM member_bill b
     WHERE b.tenant_id = $1 AND b.id = ANY ($2::bigint[]) AND b.status = 'pushed' AND b.due > 0 AND b."dueDate" + 5 < $3::date
       AND abs(hashtext(b.number)) % 3 > 0),
  noted AS (INSERT INTO sale.settlement (tenant_id, bill, amount, op_key, at) SELECT $1, p.id, p.due, 'demo:' || p.id, p.at FROM paid p)
  UPDATE member_bill b SET "settledAmount" = p.due, "settleState" = 'settled', "settledBy" = $5, "settledAt" = p.at FROM paid p
   WHERE b.tenant_id = $1 AND b.id = p.id`;
/** Dates the journal by the settlements. $1 tenant. */
export const paidWhenSql = `UPDATE receivables.entry e SET at = s.at FROM sale.settlement s
  WHERE e.tenant_id = $1 AND s.tenant_id = $1 AND s.bill = e.bill AND e.kind = 'settle' AND s.op_key = 'demo:' || s.bill`;

/** A charge that can still be disputed, preferably of a customer whose members can sign in. $1 tenant. */
export const disputableSql = `SELECT r.id::text, r.customer::text, r.difference::float8, r.currency, r."memberBill"::text AS bill FROM member_bill_line r
  WHERE r.tenant_id = $1 AND r.status = 'charged' AND r.difference > 0 AND r."disputeUntil" >= $2::date
  ORDER BY NOT EXISTS (SELECT FROM account a WHERE a.tenant_id = $1 AND a.customer = r.customer), r.difference DESC, r.id LIMIT 1`;
/** $1 tenant, $2 row, $3 its moment, $4 time zone, $5 comment. */
export const disputedSql = `WITH row AS (
    UPDATE member_bill_line SET status = 'disputed', "disputedAt" = $3::timestamp AT TIME ZONE $4, "answerUntil" = $3::timestamp::date + 7, "disputeComment" = $5,
           version = version + 1 WHERE tenant_id = $1 AND id = $2 RETURNING "memberBill", difference)
  UPDATE member_bill b SET disputed = row.difference FROM row WHERE b.tenant_id = $1 AND b.id = row."memberBill"`;
