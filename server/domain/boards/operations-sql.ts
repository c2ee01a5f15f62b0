import { spread } from './income-sql.ts';

/** Time after which a placing counts as stuck. */
const tooLong = `interval '15 minutes'`;
/** Days within which a handed-over package should be scanned. */
const scanDays = 3;

/** Whether the order of a row belongs to the salesperson of a parameter. */
const soldBy = (order: string, person: string): string =>
  `(${person}::bigint IS NULL OR EXISTS (SELECT FROM "order" s WHERE s.tenant_id = $1 AND s.id = ${order} AND s.salesperson = ${person}))`;

/** $1 tenant, $2 time zone, $3 organisations or null, $4 salesperson or null. What is currently stuck. */
export const nowSql = `SELECT
  (SELECT json_build_object(
      'placingLong', count(*) FILTER (WHERE o.status = 'placing' AND o."placingSince" < now() - ${tooLong}),
      'placing', count(*) FILTER (WHERE o.status = 'placing'), 'waitingForFunds', count(*) FILTER (WHERE o.status = 'waitingForFunds'),
      'held', count(*) FILTER (WHERE o.status = 'held'), 'failed', count(*) FILTER (WHERE o.status = 'failed'))
     FROM "order" o WHERE o.tenant_id = $1 AND o.status IN ('placing', 'waitingForFunds', 'held', 'failed')
      AND ($3::bigint[] IS NULL OR o.org_id = ANY ($3)) AND ($4::bigint IS NULL OR o.salesperson = $4)) AS stuck,
  (SELECT count(*)::integer FROM package p WHERE p.tenant_id = $1 AND p.status = 'labelled' AND p."firstScanAt" IS NULL
      AND p."shipDate" < (now() AT TIME ZONE $2)::date AND ($3::bigint[] IS NULL OR p.org_id = ANY ($3)) AND ${soldBy('p."order"', '$4')}) AS unscanned,
  (SELECT coalesce(json_agg(json_build_object('kind', a.kind, 'count', a.count) ORDER BY a.count DESC, a.kind), '[]')
     FROM (SELECT a.kind, count(*)::integer AS count FROM track_alert a WHERE a.tenant_id = $1 AND a.status = 'open'
              AND ($3::bigint[] IS NULL OR a.org_id = ANY ($3))
              AND ($4::bigint IS NULL OR a.customer IN (SELECT c.id FROM customer c WHERE c.tenant_id = $1 AND c.salesperson = $4)) GROUP BY 1) a) AS alerts`;

/** The days of a span: $4 and $5, in the tenant's time zone $2. */
const within = (at: string): string =>
  `${at} >= ($4::date)::timestamp AT TIME ZONE $2 AND ${at} < ($5::date + 1)::timestamp AT TIME ZONE $2`;
/** Rows of the reader's organisations and, where one is chosen, of the salesperson ($8) of their order. */
const mine = (row: string, order = `${row}."order"`): string =>
  `${row}.tenant_id = $1 AND ($3::bigint[] IS NULL OR ${row}.org_id = ANY ($3)) AND ${soldBy(order, '$8')}`;

/** Delivered packages with their promised day: the carrier's first promise, else the transit days of the price. */
const deliveredSql = `SELECT p.id, p."order", p."trackingNo", o.channel, (p."deliveredAt" AT TIME ZONE $2)::date AS delivered,
      coalesce((p."firstScanAt" AT TIME ZONE $2)::date, p."shipDate") AS began,
      coalesce((w.promised_at AT TIME ZONE $2)::date, p."shipDate" + r.days::integer, (p."estimatedAt" AT TIME ZONE $2)::date) AS promised
    FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
    LEFT JOIN tracking.work w ON w.tenant_id = p.tenant_id AND w.package = p.id
    LEFT JOIN LATERAL (SELECT t.days FROM trial_result t WHERE t.tenant_id = o.tenant_id AND t."order" = o.id AND t.service = o.service AND t.available
        ORDER BY t.id DESC LIMIT 1) r ON true
   WHERE ${mine('p')} AND p."trackingStatus" = 'delivered' AND p."createdAt" > ($4::date - 120)::timestamp AT TIME ZONE $2 AND ${within('p."deliveredAt"')}`;

/** Orders of the span with charges of one side ($6). Everything but surcharges is transport. */
const chargedSql = `SELECT c."order", c.category, c.amount FROM boards.income i
    JOIN order_charge c ON c.tenant_id = i.tenant_id AND c."order" = i.order_id AND c.phase = 'predicted' AND c.side = $6 AND c.currency = i.currency
   WHERE ${mine('i', 'i.order_id')} AND i.currency = $7 AND ${within('i.at')}`;

/** Orders whose billable weight exceeds the measured one, with each box rounded up to whole pounds. */
const weighedSql = `SELECT i.order_id AS "order", r."billableWeight_g" > b.pounds * 453.59237 + 1 AS "byDimension",
      round(r."billableWeight_g" / 453.59237, 1) AS billable, b.pounds
    FROM boards.income i JOIN "order" o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    JOIN LATERAL (SELECT t."billableWeight_g" FROM trial_result t WHERE t.tenant_id = o.tenant_id AND t."order" = o.id AND t.service = o.service AND t.available
        ORDER BY t.id DESC LIMIT 1) r ON r."billableWeight_g" IS NOT NULL
    JOIN LATERAL (SELECT sum(ceil(x.weight_g / 453.59237 - 0.001) * x.quantity) AS pounds FROM "order__boxes" x
        WHERE x.tenant_id = o.tenant_id AND x.parent_id = o.id) b ON b.pounds IS NOT NULL
   WHERE ${mine('i', 'i.order_id')} AND ${within('i.at')}`;

/** Corrections of packages in locked bills of the span. */
const correctedSql = `SELECT coalesce(l."trackingNo", l."order"::text) AS "trackingNo", min(l."order") AS "order",
      bool_or(l.kind = 'ADJ' OR l.category = 'addressCorrection') AS corrected, sum(l.net) FILTER (WHERE l.kind = 'ADJ' OR l.category = 'addressCorrection') AS net
    FROM carrier_bill b JOIN carrier_bill_line l ON l.tenant_id = b.tenant_id AND l.bill = b.id AND l."matchState" = 'matched'
    JOIN "order" o ON o.tenant_id = l.tenant_id AND o.id = l."order"
   WHERE b.tenant_id = $1 AND b.status = 'locked' AND b."billDate" BETWEEN $4::date AND $5::date AND ($3::bigint[] IS NULL OR o.org_id = ANY ($3))
     AND ${soldBy('o.id', '$8')} GROUP BY 1`;

/** Claims filed with carriers in the span, and their results. They concern bills, so they have no organisation. */
const claimsSql = `SELECT json_build_object('filed', count(*), 'asked', coalesce(sum(c.amount), 0)::numeric(18, 2)::text,
      'won', count(*) FILTER (WHERE c.status = 'credited'), 'credited', coalesce(sum(c.credited) FILTER (WHERE c.status = 'credited'), 0)::numeric(18, 2)::text)
    FROM carrier_claim c WHERE c.tenant_id = $1 AND c.currency = $7 AND c."filedOn" BETWEEN $4::date AND $5::date`;

/** Carrier charges in customer bills pushed in the span, with the days since the carrier first billed them. */
const passedOnSql = `SELECT l."order", l.package, l."trackingNo", (b."pushedAt" AT TIME ZONE $2)::date - min(l."billedOn") AS days
    FROM member_bill b JOIN member_bill_line l ON l.tenant_id = b.tenant_id AND l."memberBill" = b.id
     AND l.kind = 'carrier' AND l."billedOn" IS NOT NULL AND l."order" IS NOT NULL
   WHERE ${mine('b', 'l."order"')} AND b.status = 'pushed' AND ${within('b."pushedAt"')} GROUP BY b.id, b."pushedAt", l."order", l.package, l."trackingNo"`;

const madeSql = `SELECT p.id, p."order", p."trackingNo", p.status = 'voided' AS voided FROM package p WHERE ${mine('p')} AND ${within('p."createdAt"')}`;

const handedSql = `SELECT p.id, p."order", p."trackingNo", p."firstScanAt" IS NULL AS "neverScanned" FROM package p
   WHERE ${mine('p')} AND p.status = 'labelled' AND p."shipDate" BETWEEN $4::date AND least($5::date, (now() AT TIME ZONE $2)::date - ${scanDays})`;

const perUnit = (sum: string, units: string): string =>
  `(sum(d.${sum}) / nullif(sum(${units}), 0))::numeric(18, 4)::text`;
const pounds = 'd.grams / 453.59237';

/** Sums by day: those kept for everybody, or of the orders of the salesperson in $8. */
const everybody = 'boards.income_day';
const ofPerson = `(${spread(
  `SELECT i.*, 1 AS sign FROM boards.income i WHERE ${mine('i', 'i.order_id')} AND i.currency = $7 AND i.day BETWEEN $4::date AND $5::date`,
  '0',
)})`;

/**
 * $1 tenant, $2 time zone, $3 organisations or null, $4 and $5 the span, $6 the side of surcharges, $7 currency, $8
 * salesperson or null.
 */
export const spanSql = (person: string | null): string => `SELECT
  (SELECT json_build_object('placed', coalesce(sum(d.orders), 0), 'salePerPackage', ${perUnit('sale', 'd.boxes')}, 'costPerPackage', ${perUnit('cost', 'd.boxes')},
      'salePerPound', ${perUnit('sale', pounds)}, 'costPerPound', ${perUnit('cost', pounds)})
     FROM ${person ? ofPerson : everybody} d
    WHERE d.dim = 'all' AND d.tenant_id = $1 AND ($3::bigint[] IS NULL OR d.org_id = ANY ($3)) AND d.currency = $7 AND d.day BETWEEN $4::date AND $5::date) AS sums,
  (SELECT json_build_object('made', count(*), 'voided', count(*) FILTER (WHERE m.voided)) FROM (${madeSql}) m) AS labels,
  (SELECT json_build_object('handed', count(*), 'neverScanned', count(*) FILTER (WHERE h."neverScanned")) FROM (${handedSql}) h) AS handed,
  (SELECT json_build_object('billed', count(*), 'corrected', count(*) FILTER (WHERE c.corrected)) FROM (${correctedSql}) c) AS corrections,
  (${claimsSql}) AS claims,
  (SELECT json_build_object('billed', count(*), 'days', round(avg(b.days), 1)::float8) FROM (${passedOnSql}) b) AS "passedOn",
  (SELECT json_build_object('weighed', count(*), 'byDimension', count(*) FILTER (WHERE w."byDimension")) FROM (${weighedSql}) w) AS weighed,
  (SELECT coalesce(json_agg(json_build_object('category', s.category, 'amount', s.amount::numeric(18, 2)::text, 'orders', s.orders) ORDER BY s.amount DESC), '[]')
     FROM (SELECT c.category, sum(c.amount) AS amount, count(DISTINCT c."order")::integer AS orders FROM (${chargedSql}) c GROUP BY 1) s) AS charges,
  (SELECT coalesce(json_agg(json_build_object('channel', s.channel::text, 'name', h.name, 'delivered', s.delivered, 'promised', s.promised, 'onTime', s.on_time,
       'days', s.days, 'promisedDays', s.promised_days) ORDER BY s.delivered DESC), '[]')
     FROM (SELECT d.channel, count(*)::integer AS delivered, count(d.promised)::integer AS promised,
                  (count(*) FILTER (WHERE d.delivered <= d.promised))::integer AS on_time, round(avg(d.delivered - d.began), 1)::float8 AS days,
                  round(avg(d.promised - d.began), 1)::float8 AS promised_days FROM (${deliveredSql}) d GROUP BY 1) s
     LEFT JOIN channel h ON h.tenant_id = $1 AND h.id = s.channel) AS channels`;

const many = 200;

/** The rows behind a figure: subject and value. Parameters of the span, and $9 a channel or category. */
const rowsOf = {
  late: `SELECT d."order", d.id AS package, d."trackingNo", (d.delivered - d.promised)::text AS value FROM (${deliveredSql}) d
    WHERE d.delivered > d.promised AND ($9 = '' OR d.channel::text = $9) ORDER BY d.delivered - d.promised DESC, d.id`,
  delivered: `SELECT d."order", d.id AS package, d."trackingNo", (d.delivered - d.began)::text AS value FROM (${deliveredSql}) d
    WHERE ($9 = '' OR d.channel::text = $9) ORDER BY d.delivered DESC, d.id`,
  surcharge: `SELECT c."order", NULL::bigint AS package, NULL::text AS "trackingNo", sum(c.amount)::numeric(18, 2)::text AS value FROM (${chargedSql}) c
    WHERE c.category = $9 GROUP BY 1 ORDER BY sum(c.amount) DESC, 1`,
  byDimension: `SELECT w."order", NULL::bigint AS package, NULL::text AS "trackingNo", w.billable || ' / ' || w.pounds AS value FROM (${weighedSql}) w
    WHERE w."byDimension" ORDER BY w.billable - w.pounds DESC, 1`,
  corrected: `SELECT c."order", NULL::bigint AS package, c."trackingNo", c.net::numeric(18, 2)::text AS value FROM (${correctedSql}) c
    WHERE c.corrected ORDER BY c.net DESC, c."trackingNo"`,
  passedOn: `SELECT b."order", b.package, b."trackingNo", b.days::text AS value FROM (${passedOnSql}) b
    ORDER BY b.days DESC, b."order", b.package`,
  voided: `SELECT m."order", m.id AS package, m."trackingNo", NULL::text AS value FROM (${madeSql}) m WHERE m.voided ORDER BY m.id DESC`,
  neverScanned: `SELECT h."order", h.id AS package, h."trackingNo", NULL::text AS value FROM (${handedSql}) h WHERE h."neverScanned" ORDER BY h.id DESC`,
  placingLong: `SELECT o.id AS "order", NULL::bigint AS package, NULL::text AS "trackingNo", NULL::text AS value FROM "order" o
    WHERE ${mine('o', 'o.id')} AND o.status = 'placing' AND o."placingSince" < now() - ${tooLong} ORDER BY o."placingSince"`,
} as const;

export type Behind = keyof typeof rowsOf;
export const behinds = Object.keys(rowsOf) as readonly Behind[];

/** Names all parameters, so that every list accepts the same ones. */
const given = `(SELECT $1::bigint, $2::text, $3::bigint[], $4::date, $5::date, $6::text, $7::text, $8::bigint, $9::text) given`;
export const rowsSql = (
  of: Behind,
): string => `SELECT x."order"::text, o."orderNo", o.status, x.package::text, x."trackingNo", x.value, c.name AS customer, h.name AS channel
  FROM ${given}, LATERAL (SELECT y.*, row_number() OVER () AS place FROM (${rowsOf[of]} LIMIT ${many}) y) x
  JOIN "order" o ON o.tenant_id = $1 AND o.id = x."order"
  JOIN customer c ON c.tenant_id = $1 AND c.id = o.customer
  LEFT JOIN channel h ON h.tenant_id = $1 AND h.id = o.channel ORDER BY x.place`;
