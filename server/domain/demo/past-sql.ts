/** Placed orders, newest first, with the data for their shipments. $1 tenant, $2 how many. */
export const sentSql = `SELECT o.id::text, o.org_id::text AS org, o."createdBy"::text AS by, o.customer::text, o.status, o."leadTracking" AS lead,
    o."carrierCode" AS carrier, s."carrierServiceCode" AS service, s.name AS "serviceName", o."shipDate"::text AS "shipDate", o."unitType" AS unit,
    extract(epoch FROM o."orderedAt")::float8 * 1000 AS ordered, extract(epoch FROM o."shippedAt")::float8 * 1000 AS shipped,
    extract(epoch FROM o."refundedAt")::float8 * 1000 AS refunded, a.id::text AS account, a.number, labels.place(o.tenant_id, o.id) AS place,
    json_build_object('name', o."shipToName", 'company', coalesce(o."shipToCompany", ''), 'lines', json_build_array(o."shipToAddress1"),
      'city', o."shipToCity", 'state', coalesce(o."shipToState", ''), 'postalCode', o."shipToPostalCode", 'country', o."shipToCountry",
      'residential', o."shipToType" = 'residential') AS "to",
    json_build_object('name', coalesce(o."shipFromName", f."shortName"), 'company', coalesce(o."shipFromCompany", f.company, ''),
      'lines', json_build_array(coalesce(o."shipFromAddress1", f.address1)), 'city', coalesce(o."shipFromCity", f.city),
      'state', coalesce(o."shipFromState", f.state, ''), 'postalCode', coalesce(o."shipFromPostalCode", f."postalCode"),
      'country', coalesce(o."shipFromCountry", f.country), 'residential', false) AS "from",
    (SELECT json_agg(json_build_object('weight', b.weight, 'sides', json_build_array(b.length, b.width, b.height), 'quantity', b.quantity,
        'declared', coalesce(b."declaredValue", 0), 'signature', o."signatureOption") ORDER BY b.seq)
      FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) AS boxes
  FROM "order" o JOIN channel_service s ON s.tenant_id = o.tenant_id AND s.id = o.service
  LEFT JOIN channel_ship_from f ON f.tenant_id = o.tenant_id AND f.id = o."shipFrom"
  JOIN LATERAL (SELECT a.id, a.number FROM account_channel c JOIN express_account a ON a.tenant_id = c.tenant_id AND a.id = c.account
     WHERE c.tenant_id = o.tenant_id AND c.channel = o.channel ORDER BY c.priority LIMIT 1) a ON true
 WHERE o.tenant_id = $1 AND o."leadTracking" IS NOT NULL AND o."orderedAt" IS NOT NULL ORDER BY o."orderedAt" DESC, o.id LIMIT $2`;

const at = (name: string): string => `to_timestamp(${name} / 1000.0)`;

/**
 * Writes shipments, packages with their prints, and the resulting order states in one statement. $1 tenant, $2
 * shipments, $3 packages.
 */
export const writeSql = `WITH s AS MATERIALIZED (
    SELECT s.*, lading.new_id() AS id FROM jsonb_to_recordset($2::jsonb) AS s("order" bigint, org bigint, by bigint, customer bigint, lead text,
      carrier text, account bigint, service text, boxes integer, "shipDate" date, made float8, status text, "voidedAt" float8,
      "orderStatus" text, shipped float8, delivered float8, "voidResult" text, "voidText" text)),
  o AS (
    UPDATE "order" o SET status = s."orderStatus", account = s.account, "shippedAt" = ${at('s.shipped')}, "deliveredAt" = ${at('s.delivered')},
        "voidResult" = s."voidResult", "voidText" = s."voidText"
      FROM s WHERE o.tenant_id = $1 AND o.id = s."order" RETURNING o.id, o.service, o."unitType", o."signatureOption", o."predictedCost",
        o.currency, o."labelSize", o.reference1, o.reference2),
  made AS (
    INSERT INTO shipment (tenant_id, id, org_id, "createdBy", "updatedBy", "createdAt", "updatedAt", status, "leadTracking", "order", customer,
        "carrierCode", account, "serviceCode", "packageCount", "shipDate", "carrierCharge", currency, key, environment, "voidedAt")
      SELECT $1, s.id, s.org, s.by, s.by, ${at('s.made')}, ${at('coalesce(s."voidedAt", s.made)')}, s.status, s.lead, s."order", s.customer,
             s.carrier, s.account, s.service, s.boxes, s."shipDate", o."predictedCost", o.currency, s."order" || '-1', 'production',
             ${at('s."voidedAt"')}
        FROM s JOIN o ON o.id = s."order"),
  p AS MATERIALIZED (
    SELECT p.*, lading.new_id() AS id FROM jsonb_to_recordset($3::jsonb) AS p("order" bigint, seq integer, "trackingNo" text, box integer,
      status text, printed float8, manifest bigint, state text, logistics text, "lastEvent" text, "lastEventAt" float8, "firstScanAt" float8,
      "deliveredAt" float8, "estimatedAt" float8)),
  boxes AS (
    SELECT b.*, row_number() OVER (PARTITION BY b.parent_id ORDER BY b.seq) AS place FROM "order__boxes" b JOIN s ON b.parent_id = s."order"
     WHERE b.tenant_id = $1),
  packed AS (
    INSERT INTO package (tenant_id, id, org_id, "createdBy", "updatedBy", "createdAt", "updatedAt", status, "trackingNo", "order", customer,
        shipment, seq, "carrierCode", service, account, "shipDate", "unitType", weight, weight_g, length, length_mm, width, width_mm, height,
        height_mm, "declaredValue", signature, reference1, reference2, "labelFormat", "labelSize", dpi, "printCount", "printedAt", manifest,
        "trackingStatus", logistics, "lastEvent", "lastEventAt", "firstScanAt", "deliveredAt", "estimatedAt")
      SELECT $1, p.id, s.org, s.by, s.by, ${at('s.made')}, ${at('coalesce(p."lastEventAt", s.made)')}, p.status, p."trackingNo", p."order",
             s.customer, s.id, p.seq, s.carrier, o.service, s.account, s."shipDate", o."unitType", b.weight, b.weight_g, b.length, b.length_mm,
             b.width, b.width_mm, b.height, b.height_mm, b."declaredValue", coalesce(b.signature, o."signatureOption"), o.reference1,
             o.reference2, 'pdf', coalesce(b."labelSize", o."labelSize"), 203, (p.printed IS NOT NULL)::integer, ${at('p.printed')}, p.manifest,
             p.state, p.logistics, p."lastEvent", ${at('p."lastEventAt"')}, ${at('p."firstScanAt"')}, ${at('p."deliveredAt"')},
             ${at('p."estimatedAt"')}
        FROM p JOIN s ON s."order" = p."order" JOIN o ON o.id = p."order" LEFT JOIN boxes b ON b.parent_id = p."order" AND b.place = p.box),
  prints AS (
    INSERT INTO label_print (tenant_id, id, org_id, "createdBy", "updatedBy", "createdAt", "updatedAt", package, "order", customer, "trackingNo", how, copy)
      SELECT $1, lading.new_id(), s.org, s.by, s.by, ${at('p.printed')}, ${at('p.printed')}, p.id, p."order", s.customer, p."trackingNo", 'print', 1
        FROM p JOIN s ON s."order" = p."order" WHERE p.printed IS NOT NULL)
  SELECT p.id::text AS id, p."trackingNo" FROM p`;

/** $1 tenant, $2 events, each with its package. */
export const eventsSql = `INSERT INTO track_event (tenant_id, id, org_id, "createdAt", "updatedAt", package, "order", customer, at, "localTime",
    "offset", "carrierCode", type, code, text, city, state, "postalCode", country, source, key)
  SELECT p.tenant_id, lading.new_id(), p.org_id, e.at, e.at, p.id, p."order", p.customer, e.at, e."localTime", e."offset", p."carrierCode", e.type,
         e.code, e.text, e.city, e.state, e."postalCode", e.country, 'poll', e.key
    FROM jsonb_to_recordset($2::jsonb) AS e(package bigint, at timestamptz, "localTime" text, "offset" text, type text, code text, text text,
      city text, state text, "postalCode" text, country text, key text)
    JOIN package p ON p.tenant_id = $1 AND p.id = e.package
  ON CONFLICT DO NOTHING`;

/** Stops polling finished packages; others are polled if a carrier has them. $1 tenant, $2 whether it does. */
export const restSql = `UPDATE tracking.work w SET promised_at = p."estimatedAt", news_at = coalesce(p."lastEventAt", p."createdAt"),
    next_at = now() + (w.package % 120) * interval '1 minute',
    retired_at = CASE WHEN NOT $2 OR p.status <> 'labelled' OR p."trackingStatus" IN ('delivered', 'cancelled') THEN now() END
  FROM package p WHERE p.tenant_id = w.tenant_id AND p.id = w.package AND w.tenant_id = $1`;

/** Closes the manifests of past days. $1 tenant, $2 manifests, $3 how many packages each has. */
export const closeSql = `UPDATE manifest m SET status = 'closed', count = c.count, "closedBy" = m."createdBy", "closedAt" = m."createdAt"
  FROM unnest($2::bigint[], $3::integer[]) AS c (id, count) WHERE m.tenant_id = $1 AND m.id = c.id`;
