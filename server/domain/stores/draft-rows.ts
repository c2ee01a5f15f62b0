import type { Gauge, Line, PlainBox } from './boxes.ts';

/** A store order as input of a draft. */
export interface Pending {
  readonly id: string;
  readonly no: string;
  readonly platform: string;
  readonly customer: string;
  readonly name: string | null;
  readonly company: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly address3: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly type: string;
  readonly total: string | null;
  readonly letValue: boolean | null;
  readonly version: string;
  readonly items: readonly Line[];
}

export interface ChannelRule {
  readonly maxWeight: string | null;
  readonly country: string | null;
  readonly postalCodes: string | null;
  readonly channel: string;
  readonly service: string;
}
export interface ShopFacts {
  readonly unitType: string;
  readonly holdAbove: string | null;
  readonly mergeSame: boolean;
  readonly channelMode: 'none' | 'fixed' | 'cheapest' | 'rules';
  readonly channel: string | null;
  readonly service: string | null;
  readonly rateRule: string | null;
  readonly box: PlainBox | null;
  readonly rules: readonly ChannelRule[];
  readonly addressPolicy: string;
  /** The first enabled origin of each channel that has its own. */
  readonly places: Readonly<Record<string, string>>;
}

export const shopFactsSql = `SELECT s."unitType", s."holdAbove"::text AS "holdAbove", s."mergeSame", s."channelMode", s.channel::text AS channel,
    s.service::text AS service, s."rateRule"::text AS "rateRule",
    (SELECT json_build_object('unitType', b."unitType", 'length', b.length::text, 'width', b.width::text, 'height', b.height::text,
       'tare', b.tare::text, 'maxWeight', b."maxWeight"::text) FROM box_size b WHERE b.tenant_id = s.tenant_id AND b.id = s.box) AS box,
    (SELECT coalesce(json_agg(json_build_object('maxWeight', r."maxWeight"::text, 'country', r.country, 'postalCodes', r."postalCodes",
       'channel', r.channel::text, 'service', r.service::text) ORDER BY r.seq), '[]')
       FROM "shop__channelRules" r WHERE r.tenant_id = s.tenant_id AND r.parent_id = s.id) AS rules,
    coalesce((SELECT c."addressPolicy" FROM customer_config c WHERE c.tenant_id = s.tenant_id AND c.customer = s.customer), 'warn') AS "addressPolicy",
    (SELECT coalesce(json_object_agg(p.channel, p.id), '{}') FROM (
       SELECT f.channel::text AS channel, min(f.id)::text AS id FROM channel_ship_from f
        WHERE f.tenant_id = s.tenant_id AND f.status = 'enabled' GROUP BY 1) p) AS places
  FROM shop s WHERE s.tenant_id = $1 AND s.id = $2`;

export const gaugesSql = `SELECT g.sku, g."unitType", g.length::text AS length, g.width::text AS width, g.height::text AS height,
    g.weight::text AS weight, g."unitsPerBox"::integer AS "unitsPerBox", g."boxesPerUnit"::integer AS "boxesPerUnit"
  FROM box_gauge g JOIN shop s ON s.tenant_id = g.tenant_id AND s.customer = g.customer
  WHERE g.tenant_id = $1 AND s.id = $2 AND g.sku = ANY ($3::text[])`;

/**
 * Store orders ready to become drafts; orders on our own holds are checked again. $3 the orders, or null for all; $4
 * start after.
 */
export const pendingSql = `SELECT o.id::text AS id, o."platformNo" AS no, o.platform, o.customer::text AS customer, o."shipToName" AS name,
    o."shipToCompany" AS company, o."shipToAddress1" AS address1, o."shipToAddress2" AS address2, o."shipToAddress3" AS address3,
    o."shipToCity" AS city, o."shipToState" AS state, o."shipToPostalCode" AS "postalCode", o."shipToCountry" AS country,
    o."shipToPhone" AS phone, o."shipToEmail" AS email, o."shipToType" AS type, o.total::text AS total, o."letValue", o.version::text AS version,
    (SELECT coalesce(json_agg(json_build_object('storeOrder', o.id::text, 'itemId', coalesce(i."itemId", i.seq::text), 'sku', i.sku,
       'quantity', i.quantity, 'unitWeight', i."unitWeight"::text) ORDER BY i.seq), '[]')
       FROM "store_order__items" i WHERE i.tenant_id = o.tenant_id AND i.parent_id = o.id) AS items
  FROM store_order o
  WHERE o.tenant_id = $1 AND o.shop = $2 AND o.status = 'pendingShipping' AND ($3::bigint[] IS NULL OR o.id = ANY ($3::bigint[]))
    AND o.id > $4 AND (o.hold IS NULL OR o.hold NOT IN ('notReady', 'platformHold', 'scheduled', 'platformLabel', 'platformShips'))
    AND ($3::bigint[] IS NOT NULL OR o.hold IS NULL)
    AND NOT EXISTS (SELECT FROM stores.ended e WHERE e.tenant_id = o.tenant_id AND e.store_order = o.id)
  ORDER BY o.id LIMIT $5`;

/** Other orders to the same address, on hold or not: they are merged. */
export const sameAddressSql = `SELECT b.id::text AS id FROM store_order a JOIN store_order b ON b.tenant_id = a.tenant_id AND b.shop = a.shop
    AND b.status = 'pendingShipping' AND (b.hold IS NULL OR b.hold NOT IN ('notReady', 'platformHold', 'scheduled', 'platformLabel', 'platformShips'))
    AND lower(coalesce(b."shipToName", '')) = lower(coalesce(a."shipToName", ''))
    AND lower(coalesce(b."shipToAddress1", '')) = lower(coalesce(a."shipToAddress1", ''))
    AND lower(coalesce(b."shipToAddress2", '')) = lower(coalesce(a."shipToAddress2", ''))
    AND lower(coalesce(b."shipToAddress3", '')) = lower(coalesce(a."shipToAddress3", ''))
    AND coalesce(b."shipToPostalCode", '') = coalesce(a."shipToPostalCode", '') AND b."shipToCountry" = a."shipToCountry"
    AND (a."shipToPostalCode" <> '' OR lower(concat_ws('|', b."shipToCity", b."shipToState")) = lower(concat_ws('|', a."shipToCity", a."shipToState")))
  WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[])`;

/**
 * Stores planned drafts and marks their store orders, unless one of a group is no longer waiting. $1 tenant, $2 shop,
 * $3 groups.
 */
export const keepDraftsSql = `WITH g AS (
    SELECT * FROM json_to_recordset($3::json) AS g(key text, ids bigint[], versions bigint[], "values" jsonb, contents jsonb)),
  e AS (SELECT g.key, u.id, u.version FROM g, unnest(g.ids, g.versions) AS u(id, version)),
  l AS (
    SELECT o.id, o.version FROM store_order o WHERE o.tenant_id = $1 AND o.status = 'pendingShipping'
       AND o.id IN (SELECT id FROM e) ORDER BY o.id FOR UPDATE),
  whole AS (
    SELECT e.key FROM e LEFT JOIN l ON l.id = e.id AND l.version = e.version GROUP BY e.key HAVING count(*) = count(l.id)),
  moved AS (
    UPDATE store_order o SET status = 'processing', hold = NULL, "holdText" = NULL, version = o.version + 1, "updatedAt" = now()
      FROM e JOIN whole USING (key) WHERE o.tenant_id = $1 AND o.id = e.id RETURNING o.id)
  INSERT INTO stores.draft (tenant_id, key, shop, store_orders, "values", contents)
    SELECT $1, g.key, $2, g.ids, g."values", g.contents FROM g JOIN whole USING (key) WHERE (SELECT count(*) FROM moved) > 0
    ON CONFLICT DO NOTHING RETURNING key`;

/** $1 tenant, $2 [{key, order}] */
export const orderedSql = `WITH d AS (
    UPDATE stores.draft d SET "order" = n."order", "values" = NULL FROM json_to_recordset($2::json) AS n(key text, "order" bigint)
     WHERE d.tenant_id = $1 AND d.key = n.key RETURNING d.store_orders, d."order"),
  m AS (
    UPDATE store_order o SET "order" = d."order", version = o.version + 1 FROM d, unnest(d.store_orders) AS u(id)
     WHERE o.tenant_id = $1 AND o.id = u.id AND o."order" IS NULL RETURNING o.id)
  INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
    SELECT $1, 'record', 'store-order', id, 'edit' FROM m WHERE (SELECT count(*) FROM m) <= 20`;

/** Returns failed drafts to waiting, with the reason. $1 tenant, $2 [{key, text}] */
export const refusedSql = `WITH d AS (
    DELETE FROM stores.draft d USING json_to_recordset($2::json) AS n(key text, text text)
     WHERE d.tenant_id = $1 AND d.key = n.key AND d."order" IS NULL RETURNING d.store_orders, n.text)
  UPDATE store_order o SET status = 'pendingShipping', hold = 'refused', "holdText" = left(d.text, 500), version = o.version + 1
    FROM d, unnest(d.store_orders) AS u(id) WHERE o.tenant_id = $1 AND o.id = u.id AND o.status = 'processing' AND o."order" IS NULL`;

/** $1 tenant, $2 [{id, hold, text}] */
export const holdSql = `UPDATE store_order o SET hold = n.hold, "holdText" = left(n.text, 500), version = o.version + 1
  FROM json_to_recordset($2::json) AS n(id bigint, hold text, text text)
  WHERE o.tenant_id = $1 AND o.id = n.id AND o.status = 'pendingShipping'`;

export type GaugeRow = Gauge;
