import { setTimeout } from 'node:timers/promises';
import type { ActingServices } from '../../modules/module.ts';
import { loadShop } from './accounts.ts';
import type { Content } from './boxes.ts';
import type { Confirmed, ShopAccount, StoreResult } from './store.ts';
import type { Stores } from './stores.ts';

const withApi = `('amazon', 'shopify')`;

/** Store orders whose numbers are told: before they are in transit, and afterwards where a label was replaced. */
const tells = (order: string): string =>
  `(s.status = 'processing' OR (s.status = 'inTransit' AND ${order}.replaces IS NOT NULL))`;

/** Placed store orders with unconfirmed tracking numbers. */
const freshSql = `SELECT d.tenant_id::text AS tenant, d.key, d.contents, d.store_orders::text[] AS "storeOrders",
    (SELECT json_agg(json_build_object('id', p.id::text, 'seq', p.seq, 'trackingNo', p."trackingNo", 'carrier', p."carrierCode") ORDER BY p.seq)
       FROM package p WHERE p.tenant_id = d.tenant_id AND p."order" = d."order" AND p.status = 'labelled') AS packages
  FROM stores.draft d JOIN "order" o ON o.tenant_id = d.tenant_id AND o.id = d."order" AND o.status IN ('ordered', 'shipped', 'delivered')
 WHERE d.told_at IS NULL AND EXISTS (SELECT FROM store_order s WHERE s.tenant_id = d.tenant_id AND s.id = ANY (d.store_orders)
   AND ${tells('o')} AND s."cancelledAt" IS NULL AND s.platform IN ${withApi})
 ORDER BY d.created_at LIMIT 500`;

const keepSql = `WITH n AS (
    SELECT * FROM ROWS FROM (
      json_to_recordset($2::json) AS ("storeOrder" bigint, package bigint, "trackingNo" text, carrier text, state text)
    ) WITH ORDINALITY AS n("storeOrder", package, "trackingNo", carrier, state, place)),
  put AS (
    INSERT INTO "store_order__parcels" (tenant_id, parent_id, owner_id, id, seq, package, "trackingNo", carrier, state, tries, "nextAt")
      SELECT $1, n."storeOrder", s.customer, lading.new_id(),
             (coalesce((SELECT max(p.seq) FROM "store_order__parcels" p WHERE p.tenant_id = $1 AND p.parent_id = n."storeOrder"), 0)
               + row_number() OVER (PARTITION BY n."storeOrder" ORDER BY n.place))::integer,
             n.package, n."trackingNo", n.carrier, n.state, 0, now()
        FROM n JOIN store_order s ON s.tenant_id = $1 AND s.id = n."storeOrder"
       WHERE NOT EXISTS (SELECT FROM "store_order__parcels" p WHERE p.tenant_id = $1 AND p.parent_id = n."storeOrder" AND p.package = n.package)
      RETURNING parent_id),
  told AS (UPDATE stores.draft SET told_at = now() WHERE tenant_id = $1 AND key = $3 RETURNING key)
  UPDATE store_order s SET push = 'waiting', version = version + 1 FROM (SELECT DISTINCT parent_id FROM put) p
   WHERE s.tenant_id = $1 AND s.id = p.parent_id AND (SELECT count(*) FROM told) >= 0`;

interface Fresh {
  readonly tenant: string;
  readonly key: string;
  readonly contents: readonly (readonly Content[])[];
  readonly storeOrders: readonly string[];
  readonly packages: readonly { id: string; seq: number; trackingNo: string | null; carrier: string }[] | null;
}

/** The items in a parcel; if a person repacked the order, all items count as in the first. */
const insideOf = ({ contents, packages }: Pick<Fresh, 'contents' | 'packages'>, place: number): readonly Content[] => {
  if ((packages ?? []).length === contents.length) return contents[place] ?? [];
  return place === 0 ? contents.flat() : [];
};

/** Records parcels to be pushed to platforms. */
async function noteParcels(deps: ActingServices): Promise<void> {
  for (const fresh of await deps.query<Fresh>(freshSql, [])) {
    const { tenant, key, storeOrders, packages } = fresh;
    if (!packages || packages.some(({ trackingNo }) => trackingNo === null)) continue;
    const rows = packages.flatMap(({ id, trackingNo, carrier }, place) => {
      const inside = new Set(insideOf(fresh, place).map(({ storeOrder }) => storeOrder));
      const parcel = { package: id, trackingNo, carrier };
      if (inside.size === 0) return [{ ...parcel, storeOrder: storeOrders[0], state: 'withOther' }];
      return [...inside].map((storeOrder) => ({ ...parcel, storeOrder, state: 'waiting' }));
    });
    await deps.query(keepSql, [tenant, JSON.stringify(rows), key]);
  }
}

/** The void numbers of the same box, on the orders that this one replaces. */
const replaced = `(WITH RECURSIVE back AS (
      SELECT o.replaces AS id UNION SELECT b.replaces FROM back JOIN "order" b ON b.tenant_id = o.tenant_id AND b.id = back.id)
    SELECT coalesce(array_agg(k."trackingNo"), '{}') FROM back JOIN package k ON k.tenant_id = o.tenant_id AND k."order" = back.id
     WHERE k.seq = p.seq AND k.status = 'voided' AND k."trackingNo" IS NOT NULL)`;

/** Due parcels, a few per shop. */
const dueSql = `WITH due AS (
    SELECT p.id, p."nextAt" AS since FROM "store_order__parcels" p JOIN store_order s ON s.tenant_id = p.tenant_id AND s.id = p.parent_id
      JOIN shop h ON h.tenant_id = s.tenant_id AND h.id = s.shop AND h.status = 'connected'
      JOIN package k ON k.tenant_id = p.tenant_id AND k.id = p.package
      JOIN "order" o ON o.tenant_id = k.tenant_id AND o.id = k."order"
     WHERE p.state = 'waiting' AND p."nextAt" <= now() AND s."cancelledAt" IS NULL AND ${tells('o')}
       AND ($1::bigint IS NULL OR s.tenant_id = $1) AND lading.at_home(s.tenant_id)
     ORDER BY p."nextAt", p.parent_id, p.seq LIMIT 1000 FOR UPDATE OF p SKIP LOCKED),
  taken AS (
    UPDATE "store_order__parcels" p SET "nextAt" = now() + interval '5 minutes', tries = coalesce(p.tries, 0) + 1
      FROM due WHERE p.id = due.id RETURNING p.*, due.since)
  SELECT t.tenant_id::text AS tenant, t.id::text AS id, t.parent_id::text AS "storeOrder", t.package::text AS package, t."trackingNo", t.carrier,
    t.tries::integer AS tries, s.shop::text AS shop, s."platformNo" AS no, s."platformId" AS "platformId", v."carrierServiceCode" AS service,
    to_char(coalesce(o."orderedAt", now()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "shippedAt", d.contents,
    (SELECT array_agg(k.id::text ORDER BY k.seq) FROM package k WHERE k.tenant_id = t.tenant_id AND k."order" = p."order" AND k.status = 'labelled') AS packages,
    ${replaced} AS replaced
  FROM taken t JOIN store_order s ON s.tenant_id = t.tenant_id AND s.id = t.parent_id
  JOIN package p ON p.tenant_id = t.tenant_id AND p.id = t.package
  JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order"
  JOIN stores.draft d ON d.tenant_id = o.tenant_id AND d."order" = o.id
  LEFT JOIN channel_service v ON v.tenant_id = o.tenant_id AND v.id = o.service
 ORDER BY t.since, t.parent_id, t.seq`;

interface Due {
  readonly tenant: string;
  readonly id: string;
  readonly storeOrder: string;
  readonly package: string;
  readonly trackingNo: string;
  readonly carrier: string;
  readonly tries: number;
  readonly shop: string;
  readonly no: string;
  readonly platformId: string | null;
  readonly service: string | null;
  readonly shippedAt: string;
  readonly contents: Fresh['contents'];
  readonly packages: readonly string[];
  readonly replaced: readonly string[];
}

/** The platform has another number now for these. */
const replaceSql = `UPDATE "store_order__parcels" SET state = 'replaced', at = now()
  WHERE tenant_id = $1 AND parent_id = $2 AND "trackingNo" = ANY ($3::text[]) AND state IN ('confirmed', 'asks')`;

const noteSql = `WITH p AS (
    UPDATE "store_order__parcels" SET state = $3, text = left($4, 300), at = now(), "nextAt" = $5 WHERE tenant_id = $1 AND id = $2
    RETURNING parent_id, id),
  all_of AS (
    SELECT p.parent_id, CASE WHEN a.id = p.id THEN $3 ELSE a.state END AS state
      FROM p JOIN "store_order__parcels" a ON a.tenant_id = $1 AND a.parent_id = p.parent_id),
  sum AS (
    SELECT parent_id, CASE WHEN bool_or(state = 'asks') THEN 'asks' WHEN bool_or(state = 'refused') THEN 'refused'
        WHEN bool_or(state = 'waiting') THEN 'waiting' ELSE 'confirmed' END AS push FROM all_of GROUP BY 1)
  UPDATE store_order s SET push = sum.push, version = version + 1 FROM sum WHERE s.tenant_id = $1 AND s.id = sum.parent_id
  RETURNING s.push`;

/** Attempts before a refusal is left to a person. */
const maxTries = 8;

/** Pushes tracking numbers to platforms, a few shops in parallel. */
export async function pushParcels(
  stores: Stores,
  services: ActingServices,
  tenant: string | null = null,
): Promise<number> {
  await noteParcels(services);
  const due = await services.query<Due>(dueSql, [tenant]);
  const shops = new Map<string, Due[]>();
  for (const each of due)
    shops.set(`${each.tenant}/${each.shop}`, [...(shops.get(`${each.tenant}/${each.shop}`) ?? []), each]);
  const waiting = [...shops.values()];
  const lane = async () => {
    for (let parcels = waiting.shift(); parcels; parcels = waiting.shift()) await pushShop(stores, services, parcels);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  await followOrders(services);
  return due.length;
}

/** Milliseconds for which a round waits for the limits of one shop; the rest follows in the next. */
const patience = 40_000;
const releaseSql = `UPDATE "store_order__parcels" SET "nextAt" = $3, tries = greatest(tries - 1, 0)
  WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND state = 'waiting'`;

async function pushShop(stores: Stores, services: ActingServices, parcels: readonly Due[]): Promise<void> {
  const [first] = parcels;
  const shop = first ? await loadShop(services, first.tenant, first.shop) : null;
  if (!first || !shop) return;
  const until = stores.now().getTime() + patience;
  for (const [place, parcel] of parcels.entries()) {
    const result = await tellPatiently(stores, shop, { parcel, until });
    if (await note(services, parcel, result)) continue;
    // Those behind it were not tried: they need not wait as long as a failed one.
    const rest = parcels.slice(place + 1).map(({ id }) => id);
    const retryAt = result.ok ? null : result.retryAt;
    await services.query(releaseSql, [first.tenant, rest, (retryAt ?? new Date(Date.now() + 60_000)).toISOString()]);
    return;
  }
}

/** Waits for the limit of a shop, which is a few calls a second. */
async function tellPatiently(
  stores: Stores,
  shop: ShopAccount,
  { parcel, until }: { readonly parcel: Due; readonly until: number },
): Promise<StoreResult<Confirmed>> {
  for (;;) {
    const result = await tell(stores, shop, parcel);
    if (result.ok || result.kind !== 'limited' || !result.retryAt || result.retryAt.getTime() > until) return result;
    await setTimeout(Math.max(result.retryAt.getTime() - stores.now().getTime(), 20));
  }
}

const tell = (stores: Stores, shop: ShopAccount, parcel: Due): Promise<StoreResult<Confirmed>> => {
  const { contents, packages } = parcel;
  const place = packages.indexOf(parcel.package);
  const inside = packages.length === contents.length ? (contents[place] ?? []) : place === 0 ? contents.flat() : [];
  const items = inside.filter(({ storeOrder }) => storeOrder === parcel.storeOrder);
  return stores.of(shop.platform).confirm(shop, {
    ...{ key: parcel.package, order: { no: parcel.no, id: parcel.platformId ?? parcel.no } },
    ...{ carrier: parcel.carrier, service: parcel.service, trackingNo: parcel.trackingNo, shippedAt: parcel.shippedAt },
    replaced: parcel.replaced,
    items: items.map(({ itemId: id, quantity }) => ({ id, quantity })),
  });
};

/** Answers whether to continue with this shop. */
async function note(services: ActingServices, parcel: Due, result: StoreResult<Confirmed>): Promise<boolean> {
  const { tenant, id } = parcel;
  const keep = async (state: string, text: string | null, nextAt: Date | null) => {
    const [row] = await services.query(noteSql, [tenant, id, state, text, nextAt?.toISOString() ?? null]);
    if (row?.['push'] === 'confirmed')
      await services.act({ tenant, entity: 'store-order', id: parcel.storeOrder }, 'ship');
  };
  if (result.ok) {
    const { value } = result;
    // An earlier answer was lost: the platform already has our number.
    if (value.kind === 'done' || value.trackingNos.includes(parcel.trackingNo)) {
      if (parcel.replaced.length > 0) await services.query(replaceSql, [tenant, parcel.storeOrder, parcel.replaced]);
      await keep('confirmed', null, null);
    } else await keep('asks', value.trackingNos.join(', ') || '-', null);
    return true;
  }
  const later = result.retryAt ?? new Date(Date.now() + 60_000 * 2 ** Math.min(parcel.tries, 8));
  if (result.kind === 'limited' || result.kind === 'unavailable') {
    await keep('waiting', result.text, later);
    return false;
  }
  const ends = result.kind === 'refused' || parcel.tries >= maxTries;
  await keep(ends ? 'refused' : 'waiting', `${result.code}: ${result.text}`, ends ? null : later);
  return result.kind === 'refused';
}

/** Orders of shops without a push, delivered ones, and voided labels. */
const followSql = `WITH moved AS (
    UPDATE store_order s SET "deliveredAt" = o."deliveredAt", version = s.version + 1 FROM "order" o
     WHERE o.tenant_id = s.tenant_id AND o.id = s."order" AND o."deliveredAt" IS NOT NULL AND s."deliveredAt" IS NULL
       AND s.status IN ('processing', 'inTransit') RETURNING s.id)
  SELECT s.tenant_id::text AS tenant, s.id::text AS id FROM store_order s
    JOIN "order" o ON o.tenant_id = s.tenant_id AND o.id = s."order" AND o.status IN ('shipped', 'delivered')
   WHERE s.status = 'processing' AND s."cancelledAt" IS NULL AND s.platform NOT IN ${withApi} AND (SELECT count(*) FROM moved) >= 0
   LIMIT 500`;

async function followOrders(services: ActingServices): Promise<void> {
  for (const { tenant, id } of await services.query(followSql, []))
    await services.act({ tenant: String(tenant), entity: 'store-order', id: String(id) }, 'ship');
}

const againSql = `UPDATE "store_order__parcels" SET state = 'waiting', tries = 0, "nextAt" = now()
  WHERE tenant_id = $1 AND parent_id = $2 AND state IN ('asks', 'refused')`;
const waitSql = `UPDATE store_order SET push = 'waiting' WHERE tenant_id = $1 AND id = $2`;

export async function pushAgain(stores: Stores, services: ActingServices, tenant: string, id: string): Promise<void> {
  await services.query(againSql, [tenant, id]);
  await services.query(waitSql, [tenant, id]);
  await pushParcels(stores, services, tenant);
}

const toldSql = `WITH p AS (
    UPDATE "store_order__parcels" SET state = 'confirmed', at = now(), "nextAt" = NULL WHERE tenant_id = $1 AND parent_id = $2 AND state = 'asks'
    RETURNING id)
  UPDATE store_order SET version = version + 1, push = coalesce((
      SELECT min(c.state) FROM "store_order__parcels" c WHERE c.tenant_id = $1 AND c.parent_id = $2 AND c.state IN ('waiting', 'refused')
         AND c.id NOT IN (SELECT id FROM p)), 'confirmed')
   WHERE tenant_id = $1 AND id = $2 RETURNING push`;

/** The platform's own tracking numbers count: a store order without other parcels to push is in transit. */
export async function takeAsTold(services: ActingServices, tenant: string, id: string): Promise<void> {
  const [row] = await services.query(toldSql, [tenant, id]);
  if (row?.['push'] === 'confirmed') await services.act({ tenant, entity: 'store-order', id }, 'ship');
}
