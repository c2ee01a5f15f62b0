/** What is tried, as the record holds it. $1 tenant, $2 id. */
export const whatIfSql = `SELECT w.version::integer, w."from"::text, w."to"::text, w.customer::text, w.channel::text, w."fuelPercent"::text,
    coalesce(w."rateTables", '{}') || coalesce(w."fixedRates", '{}') || coalesce(w.surcharges, '{}')
      || coalesce(w."zoneCharts", '{}') || coalesce(w."areaLists", '{}') AS drafts,
    (SELECT coalesce(json_agg(json_build_object('service', i.service::text, 'by', i.by::text) ORDER BY i.seq), '[]')
       FROM "what_if__instead" i WHERE i.tenant_id = w.tenant_id AND i.parent_id = w.id) AS instead,
    (SELECT coalesce(json_agg(json_build_object('channel', l.channel::text, 'level', l.level::text, 'percent', l.percent::text) ORDER BY l.seq), '[]')
       FROM "what_if__levels" l WHERE l.tenant_id = w.tenant_id AND l.parent_id = w.id) AS levels
  FROM what_if w WHERE w.tenant_id = $1 AND w.id = $2`;

export interface WhatIfRow {
  readonly version: number;
  readonly from: string;
  readonly to: string;
  readonly customer: string | null;
  readonly channel: string | null;
  readonly fuelPercent: string | null;
  readonly drafts: readonly string[];
  readonly instead: readonly { readonly service: string; readonly by: string }[];
  readonly levels: readonly { readonly channel: string; readonly level: string; readonly percent: string }[];
}

/** Levels of a record ($1) whose price on the channel is no percent, or would take off more than the list. */
export const withoutPercentSql = `SELECT c.name AS channel, v.name AS level
    FROM "what_if__levels" l JOIN channel c ON c.tenant_id = l.tenant_id AND c.id = l.channel
    JOIN level v ON v.tenant_id = l.tenant_id AND v.id = l.level
   WHERE l.parent_id = $1 AND NOT EXISTS (SELECT FROM channel_level t WHERE t.tenant_id = l.tenant_id AND t.channel = l.channel
     AND t.level = l.level AND (t."priceBasis" = 'costPlus' OR (t."priceBasis" = 'listMinus' AND l.percent <= 100)))
   ORDER BY l.seq LIMIT 1`;

/** States whose orders were never sent, or were undone. */
const neverSent = `'draft', 'failed', 'cancelled', 'refunded'`;

const which = `o."shipDate" BETWEEN $1::date AND $2::date AND o.status NOT IN (${neverSent})
  AND ($3::bigint IS NULL OR o.customer = $3) AND ($4::bigint IS NULL OR o.channel = $4)`;

/** $1 from, $2 to, $3 customer or null, $4 channel or null. */
export const countOrdersSql = `SELECT count(*)::integer AS count FROM "order" o WHERE ${which}`;

/** The orders of a period a page at a time, by id. The same parameters, $5 the last id before, $6 how many. */
export const pageOfOrdersSql = `SELECT o.id::text, o."orderNo", o.customer::text, o.status, o.service::text, o.channel::text,
    o."unitType", o."holdKey", o."shipDate"::text, o."senderMode", o."shipFrom"::text, o."shipFromPostalCode",
    o."shipFromCountry", o."shipToPostalCode", o."shipToCountry", o."shipToType", o."signatureOption",
    o."thirdPartyAccount" IS NOT NULL AS "thirdParty", '' AS fingerprint,
    (SELECT json_agg(b ORDER BY b.seq) FROM (
       SELECT b.seq, b.weight::text, b.length::text, b.width::text, b.height::text, b.quantity,
              b."declaredValue"::text, b.signature, b.packaging
         FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) b) AS boxes
  FROM "order" o WHERE ${which} AND o.id > $5::bigint ORDER BY o.id LIMIT $6`;

/** Origins and customers for pricing orders, under the tenant's row security. */
export const termsOfAllSql = `SELECT
  (SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT f.id::text, f.channel::text, f."postalCode", f.country FROM channel_ship_from f
      WHERE f.status = 'enabled' ORDER BY f.id) r) AS "shipFroms",
  (SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT c.id::text, c.name, f."discountPercent"::text, f."distributionPercent"::text, f."showValuationDetail",
            (SELECT coalesce(json_agg(k), '[]') FROM (
               SELECT t.channel::text, t.level::text FROM customer_channel t
                WHERE t.tenant_id = c.tenant_id AND t.customer = c.id AND t.status = 'enabled') k) AS channels
       FROM customer c LEFT JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id) r) AS customers`;

/** $1 tenant, $2 id, $3 {orders, priced, currency, marginBefore, marginAfter, result}. */
export const keepWhatIfSql = `WITH kept AS (
    UPDATE what_if w SET "ranAt" = now(), orders = r.orders, priced = r.priced, currency = r.currency,
           "marginBefore" = r."marginBefore", "marginAfter" = r."marginAfter", result = r.result
      FROM json_to_record($3::json) AS r(orders bigint, priced bigint, currency text, "marginBefore" numeric,
           "marginAfter" numeric, result jsonb)
     WHERE w.tenant_id = $1 AND w.id = $2 RETURNING w.id)
  INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT $1, 'record', 'what-if', id, 'edit' FROM kept`;
