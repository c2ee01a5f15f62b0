/** Orders that a scan may mean: by order or tracking number, else by numbers on packing slips. $1 tenant, $2 texts. */
export const findSql = `WITH by_number AS (
    SELECT o.id, NULL::bigint AS package FROM "order" o WHERE o.tenant_id = $1 AND o."orderNo" = ANY ($2)
    UNION SELECT k."order", k.id FROM package k WHERE k.tenant_id = $1 AND k."trackingNo" = ANY ($2))
  SELECT id::text AS "order", package::text FROM by_number
  UNION ALL
  SELECT o.id::text, NULL FROM "order" o WHERE NOT EXISTS (SELECT FROM by_number) AND o.tenant_id = $1 AND o."createdAt" > now() - interval '120 days'
     AND (o."refNo" = ANY ($2) OR o."ecommerceOrderNo" = ANY ($2) OR o.reference1 = ANY ($2) OR o.reference2 = ANY ($2))
  LIMIT 5`;

/** An order's data for a station. $1 tenant, $2 order. */
export const factsSql = `SELECT o.id::text, o."orderNo", o.version::integer, o.status, o.customer::text, o.org_id::text AS org, o."unitType", o."shipToName",
    coalesce(o."errorText", o."errorDetail") AS "errorText", (SELECT c.name FROM channel c WHERE c.tenant_id = o.tenant_id AND c.id = o.channel) AS channel,
    (SELECT coalesce(json_agg(json_build_object('weight', b.weight::float8, 'length', b.length::float8, 'width', b.width::float8, 'height', b.height::float8,
        'quantity', b.quantity, 'declaredValue', b."declaredValue"::float8, 'insuredAmount', b."insuredAmount"::float8, 'signature', b.signature,
        'labelSize', b."labelSize") ORDER BY b.seq), '[]') FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) AS boxes,
    (SELECT coalesce(json_agg(json_build_object('id', k.id::text, 'seq', k.seq, 'trackingNo', k."trackingNo", 'status', k.status, 'printCount', coalesce(k."printCount", 0),
        'weight', k.weight::float8, 'unitType', k."unitType",
        'job', (SELECT j.id::text FROM print_job j WHERE j.tenant_id = k.tenant_id AND j.package = k.id AND j.status <> 'cancelled' ORDER BY j.id DESC LIMIT 1),
        'jobStatus', (SELECT j.status FROM print_job j WHERE j.tenant_id = k.tenant_id AND j.package = k.id AND j.status <> 'cancelled' ORDER BY j.id DESC LIMIT 1),
        'jobError', (SELECT j."errorCode" FROM print_job j WHERE j.tenant_id = k.tenant_id AND j.package = k.id AND j.status <> 'cancelled' ORDER BY j.id DESC LIMIT 1))
        ORDER BY k.id), '[]') FROM package k WHERE k.tenant_id = o.tenant_id AND k."order" = o.id) AS packages
  FROM "order" o WHERE o.tenant_id = $1 AND o.id = $2`;

export const boxFactsSql = `SELECT id::text, name, "unitType", length::float8, width::float8, height::float8 FROM box_size
  WHERE tenant_id = $1 AND status = 'enabled' AND (id = $2::bigint OR name = $3) LIMIT 1`;

/** $1 tenant, $2 text, $3 station, $4 step, $5 outcome, $6 fault, $7 order, $8 box, $9 unit type, $10 weight, $11 expected, $12 detail, $13 who. */
export const noteSql = `INSERT INTO station_scan (tenant_id, id, org_id, "createdBy", "updatedBy", text, station, step, outcome, fault, "order", customer, box,
    "unitType", weight, weight_g, expected, expected_g, detail)
  SELECT $1, lading.new_id(), o.org_id, $13, $13, left($2, 100), $3, $4, $5, $6, o.id, o.customer, $8, $9, $10::numeric,
         round($10::numeric * CASE $9 WHEN '1' THEN 1000 ELSE 453.59237 END), $11::numeric,
         round($11::numeric * CASE $9 WHEN '1' THEN 1000 ELSE 453.59237 END), left($12, 300)
    FROM (SELECT) one LEFT JOIN "order" o ON o.tenant_id = $1 AND o.id = $7`;

/** The last label printed at a station by this person today. $1 tenant, $2 station, $3 who. */
export const lastPrintedSql = `SELECT s."order"::text, o."orderNo", o.status FROM station_scan s JOIN "order" o ON o.tenant_id = s.tenant_id AND o.id = s."order"
  WHERE s.tenant_id = $1 AND s.station = $2 AND s."createdBy" = $3 AND s.step = 'printed' AND s.outcome = 'ok' AND s."createdAt" > now() - interval '12 hours'
  ORDER BY s.id DESC LIMIT 1`;

/** The last event, for its sound and message. */
export const lastSql = `SELECT s.id::text, s.text, s.step, s.outcome, s.fault, s."unitType", s.weight::text, s.expected::text, s.detail, o."orderNo"
  FROM station_scan s LEFT JOIN "order" o ON o.tenant_id = s.tenant_id AND o.id = s."order"
 WHERE s.tenant_id = $1 AND s.station = $2 AND s."createdBy" = $3 AND s."createdAt" > now() - interval '12 hours' ORDER BY s.id DESC LIMIT 1`;

/** The tolerated weight difference in percent, as text; null if the tenant sets none. */
export const toleranceSql = `SELECT value FROM config WHERE tenant_id = $1 AND code = 'WEIGHT_TOLERANCE'`;
