/**
 * Position of a shop's pull (`cursor`): a window and the page in it. The puller holds the lease; its successor
 * continues at the last stored page. `draft`: a planned order, stored before it is created, so that an interruption
 * neither duplicates nor loses it; later it tells which items are in which box. `ended`: an order that the platform closed, stored with its
 * page until that has been followed.
 */
const tables = [
  `CREATE TABLE IF NOT EXISTS stores.cursor (
     tenant_id bigint NOT NULL, shop bigint NOT NULL, window_from timestamptz, window_to timestamptz, page text, until timestamptz,
     leased_until timestamptz, next_at timestamptz NOT NULL DEFAULT now(), failures integer NOT NULL DEFAULT 0,
     PRIMARY KEY (tenant_id, shop))`,
  `CREATE TABLE IF NOT EXISTS stores.draft (
     tenant_id bigint NOT NULL, key text NOT NULL, shop bigint NOT NULL, store_orders bigint[] NOT NULL, "values" jsonb,
     contents jsonb NOT NULL, "order" bigint, told_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, key))`,
  `CREATE TABLE IF NOT EXISTS stores.ended (
     tenant_id bigint NOT NULL, store_order bigint NOT NULL, state text NOT NULL, before text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, store_order))`,
  `CREATE INDEX IF NOT EXISTS draft_order ON stores.draft (tenant_id, "order")`,
  `CREATE INDEX IF NOT EXISTS draft_store_orders ON stores.draft USING gin (store_orders)`,
  `CREATE INDEX IF NOT EXISTS draft_open ON stores.draft (created_at) WHERE "order" IS NULL`,
];

export const storeStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS stores`,
  `GRANT USAGE ON SCHEMA stores TO lading_app, lading_system`,
  ...tables,
  ...['cursor', 'draft', 'ended'].flatMap((table) => [
    `ALTER TABLE stores.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE stores.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON stores.${table}`,
    `CREATE POLICY system ON stores.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON stores.${table} TO lading_system`,
  ]),
];

/** Address columns, and their names in a page. */
const address: readonly (readonly [field: string, given: string])[] = [
  ['shipToName', 'name'],
  ['shipToCompany', 'company'],
  ['shipToAddress1', 'line1'],
  ['shipToAddress2', 'line2'],
  ['shipToAddress3', 'line3'],
  ['shipToCity', 'city'],
  ['shipToState', 'region'],
  ['shipToPostalCode', 'postalCode'],
  ['shipToCountry', 'country'],
  ['shipToPhone', 'phone'],
  ['shipToEmail', 'email'],
  ['shipToType', 'toType'],
];
const names = address.map(([field]) => `"${field}"`).join(', ');

/**
 * The orders of a page and the existing ones, locked in a fixed order to avoid deadlocks between pages. A person's
 * corrections are kept, until the platform sends valid data for an order that was invalid.
 */
const given = `given AS (
    SELECT * FROM json_to_recordset($3::json) AS g(no text, "platformId" text, "placedAt" timestamptz, "changedAt" timestamptz,
      "shipBy" timestamptz, state text, hold text, problem text, name text, company text, line1 text, line2 text, line3 text,
      city text, region text, "postalCode" text, country text, phone text, email text, "toType" text, total numeric,
      currency text, pieces integer, items json)),
  shop AS (SELECT s.id, s.org_id, s.customer, s.platform, s."unitType" FROM shop s WHERE s.tenant_id = $1 AND s.id = $2),
  locked AS (
    SELECT o.*, EXISTS (SELECT FROM lading.audit a WHERE a.tenant_id = $1 AND a.entity = 'store-order' AND a.record_id = o.id
        AND a.verb = 'edit') AS touched
      FROM store_order o JOIN given g ON g.no = o."platformNo"
     WHERE o.tenant_id = $1 AND o.shop = $2 ORDER BY o.id FOR UPDATE OF o),
  judged AS (
    SELECT g.*, l.id AS known, l.status AS before, l.status IS NULL OR (l.status IN ('pendingShipping', 'errorPulling')
        AND (NOT l.touched OR (l.status = 'errorPulling' AND g.problem IS NULL))) AS fresh
      FROM given g LEFT JOIN locked l ON l."platformNo" = g.no
     WHERE g.state = 'open' OR l.id IS NOT NULL)`;

/** Keeps the present value unless it is renewed. */
const kept = (field: string, from: string): string => `CASE WHEN j.fresh THEN ${from} ELSE l."${field}" END`;

/**
 * Stores a page and moves the cursor in one statement: all or nothing, and a repeated page changes nothing. Orders are
 * identified by number and shop. $1 tenant, $2 shop, $3 orders, $4 whether the cursor moves, $5 next page, $6 end of
 * the window.
 */
export const takePageSql = `WITH ${given},
  written AS (
    INSERT INTO store_order AS o (tenant_id, id, org_id, status, shop, customer, platform, "platformNo", "platformId", "placedAt", "changedAt",
        "shipBy", ${names}, "unitType", pieces, currency, total, hold, "holdText", "errorCode", "errorText", push)
      SELECT $1, lading.new_id(), s.org_id,
             ${kept('status', `CASE WHEN j.problem IS NULL THEN 'pendingShipping' ELSE 'errorPulling' END`)}, s.id, s.customer,
             s.platform, j.no, j."platformId", j."placedAt", j."changedAt", j."shipBy",
             ${address.map(([field, from]) => kept(field, `j."${from}"`)).join(', ')}, s."unitType",
             ${kept('pieces', 'j.pieces')}, j.currency, ${kept('total', 'j.total')},
             CASE WHEN j.before IS NULL OR j.before IN ('pendingShipping', 'errorPulling') THEN j.hold ELSE l.hold END,
             CASE WHEN j.before IN ('pendingShipping', 'errorPulling') THEN NULL ELSE l."holdText" END,
             ${kept('errorCode', 'j.problem')}, ${kept('errorText', 'NULL')}, 'none'
        FROM judged j CROSS JOIN shop s LEFT JOIN locked l ON l.id = j.known
    ON CONFLICT (tenant_id, shop, "platformNo") DO UPDATE SET status = EXCLUDED.status, "changedAt" = EXCLUDED."changedAt",
        "shipBy" = EXCLUDED."shipBy", ${address.map(([field]) => `"${field}" = EXCLUDED."${field}"`).join(', ')},
        pieces = EXCLUDED.pieces, currency = EXCLUDED.currency, total = EXCLUDED.total, hold = EXCLUDED.hold,
        "holdText" = EXCLUDED."holdText", "errorCode" = EXCLUDED."errorCode", "errorText" = EXCLUDED."errorText",
        version = o.version + 1, "updatedAt" = now()
      WHERE o."forgottenAt" IS NULL AND o.status <> 'cancelled'
        AND (o."changedAt" IS NULL OR o."changedAt" < EXCLUDED."changedAt" OR o.status = 'errorPulling')
    RETURNING o.id, o."platformNo" AS no, o.customer),
  renewed AS (SELECT w.id, w.customer, j.items FROM written w JOIN judged j ON j.no = w.no WHERE j.fresh),
  ended AS (
    SELECT w.id, j.state, j.before FROM written w JOIN judged j ON j.no = w.no WHERE j.state <> 'open' AND j.before IS NOT NULL),
  noted AS (
    INSERT INTO stores.ended AS e (tenant_id, store_order, state, before) SELECT $1, id, state, before FROM ended
      ON CONFLICT (tenant_id, store_order) DO UPDATE SET state = EXCLUDED.state RETURNING e.store_order),
  emptied AS (
    DELETE FROM "store_order__items" i USING renewed r WHERE i.tenant_id = $1 AND i.parent_id = r.id RETURNING i.id),
  filled AS (
    INSERT INTO "store_order__items" (tenant_id, parent_id, owner_id, id, seq, "itemId", sku, title, quantity, "unitPrice", "unitWeight", "unitWeight_g")
      SELECT $1, r.id, r.customer, lading.new_id(), i.seq, i.id, i.sku, i.title, i.quantity, i.price, i.weight, i.grams
        FROM renewed r, json_to_recordset(r.items) AS i(seq integer, id text, sku text, title text, quantity integer, price numeric, weight numeric, grams numeric)
       WHERE (SELECT count(*) FROM emptied) >= 0 RETURNING id),
  told AS (
    INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
      SELECT $1, 'record', 'store-order', id, 'edit' FROM written WHERE (SELECT count(*) FROM written) <= 20 RETURNING 1),
  moved AS (
    UPDATE stores.cursor c SET page = $5::text, failures = 0, until = coalesce($6::timestamptz, c.until),
           window_from = CASE WHEN $5::text IS NULL THEN NULL ELSE c.window_from END,
           window_to = CASE WHEN $5::text IS NULL THEN NULL ELSE c.window_to END
     WHERE c.tenant_id = $1 AND c.shop = $2 AND $4::boolean RETURNING c.shop),
  kept AS (
    UPDATE shop SET "pulledUntil" = coalesce($6::timestamptz, "pulledUntil"), "pulledAt" = now(), "pullError" = NULL
     WHERE tenant_id = $1 AND id = $2 AND $4::boolean RETURNING id)
  SELECT (SELECT count(*)::integer FROM written) AS written, (SELECT count(*)::integer FROM filled) AS items,
    (SELECT coalesce(json_agg(json_build_object('id', id::text, 'state', state, 'before', before)), '[]') FROM ended) AS ended,
    (SELECT count(*) FROM noted) AS noted,
    (SELECT count(*) FROM moved) AS moved, (SELECT count(*) FROM kept) AS kept`;
