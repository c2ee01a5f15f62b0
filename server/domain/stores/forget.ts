import type { ActingServices } from '../../modules/module.ts';

/** Days after delivery for which a marketplace allows storing buyers' data. */
export const afterDelivery = 30;
/** Store orders per run. */
const portion = 200;

/** $1 now. Delivered long ago, or undelivered beyond the tenant's limit; merged orders expire together. */
const dueSql = `SELECT s.tenant_id::text AS tenant, s.id::text AS id FROM store_order s
  LEFT JOIN ecommerce_config c ON c.tenant_id = s.tenant_id AND c.platform = s.platform
  LEFT JOIN "order" o ON o.tenant_id = s.tenant_id AND o.id = s."order"
  WHERE s."forgottenAt" IS NULL AND s.platform IN ('amazon', 'shopify', 'ebay', 'walmart')
    AND CASE WHEN coalesce(s."deliveredAt", o."deliveredAt") IS NOT NULL
      THEN coalesce(s."deliveredAt", o."deliveredAt") < $1::timestamptz - make_interval(days => ${afterDelivery})
      ELSE greatest(coalesce(s."placedAt", s."createdAt"), coalesce(s."shippedAt", '-infinity'))
           < $1::timestamptz - make_interval(days => coalesce(c."keepDays", 60)::integer) END
  ORDER BY s.tenant_id, s.id LIMIT ${portion}`;

const buyers = `ARRAY["shipToName", "shipToCompany", "shipToAddress1", "shipToAddress2", "shipToAddress3", "shipToPhone", "shipToEmail"]`;
/** Names and addresses that occur in records, and the mail addresses that followed the parcels. */
const wordsSql = `SELECT DISTINCT word FROM (
    SELECT unnest(${buyers}) AS word FROM store_order WHERE tenant_id = $1 AND id = ANY ($2::bigint[])
    UNION ALL SELECT unnest(${buyers}) FROM "order" WHERE tenant_id = $1 AND id = ANY ($3::bigint[])
    UNION ALL SELECT f.mail FROM tracking.follower f JOIN package p ON p.tenant_id = f.tenant_id AND p.id = f.package
      WHERE f.tenant_id = $1 AND p."order" = ANY ($3::bigint[])) w WHERE length(word) > 4`;

const ordersSql = `SELECT d."order"::text AS id FROM stores.draft d WHERE d.tenant_id = $1 AND d.store_orders && $2::bigint[] AND d."order" IS NOT NULL
  UNION SELECT "order"::text FROM store_order WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND "order" IS NOT NULL`;

const storeOrdersSql = `UPDATE store_order SET "shipToName" = NULL, "shipToCompany" = NULL, "shipToAddress1" = NULL, "shipToAddress2" = NULL,
    "shipToAddress3" = NULL, "shipToCity" = NULL, "shipToPostalCode" = left("shipToPostalCode", 3), "shipToPhone" = NULL, "shipToEmail" = NULL,
    "errorText" = NULL, "holdText" = NULL, "forgottenAt" = $3, version = version + 1
  WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;

/**
 * Keeps the first three characters of the postal code in a valid form, because the order may still need transitions.
 */
const placedSql = `UPDATE "order" SET "shipToName" = '***', "shipToCompany" = NULL, "shipToAddress1" = '***', "shipToAddress2" = NULL,
    "shipToAddress3" = NULL, "shipToCity" = '***', "shipToPhone" = NULL, "shipToEmail" = NULL, "errorText" = NULL, "errorDetail" = NULL,
    "voidText" = NULL, "shipToPostalCode" = left("shipToPostalCode", 3) || CASE "shipToCountry" WHEN 'CA' THEN ' 0A0' WHEN 'US' THEN '00' WHEN 'PR' THEN '00' ELSE '' END,
    version = version + 1
  WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;

const personal = `'^shipTo(Name|Company|Address[123]|City|PostalCode|Phone|Email)$'`;
const texts = `('errorText', 'errorDetail', 'holdText', 'voidText', 'remarks')`;
/** Keeps that a field changed in the audit trail, without its values. */
const trailSql = `UPDATE lading.audit a SET changes = (
    SELECT coalesce(json_agg(CASE WHEN c.value ->> 'field' ~ ${personal} OR c.value ->> 'field' IN ${texts}
        THEN (c.value::jsonb || '{"before": null, "after": null}')::json ELSE c.value END), '[]')
      FROM json_array_elements(a.changes) c)
  WHERE a.tenant_id = $1 AND ((a.entity = 'store-order' AND a.record_id = ANY ($2::bigint[])) OR (a.entity = 'order' AND a.record_id = ANY ($3::bigint[])))`;

const labelsSql = `WITH old AS (SELECT id, "labelFile" FROM package WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) AND "labelFile" IS NOT NULL),
  gone AS (UPDATE package p SET "labelFile" = NULL, version = p.version + 1 FROM old WHERE p.tenant_id = $1 AND p.id = old.id RETURNING p.id)
  SELECT "labelFile"::text AS id FROM old WHERE (SELECT count(*) FROM gone) >= 0`;

/** Pictures of signatures and their letters. */
const proofsSql = `DELETE FROM tracking.proof f USING package p WHERE f.tenant_id = $1 AND p.tenant_id = $1 AND p.id = f.package
  AND p."order" = ANY ($2::bigint[]) RETURNING f.file::text AS id`;

/** Stored answers of carriers and shops, and planned drafts. */
const repliesSql = [
  `UPDATE shipment SET reply = NULL WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) AND reply IS NOT NULL`,
  `UPDATE shipping.placing SET result = NULL WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) AND result IS NOT NULL`,
  `UPDATE stores.draft SET "values" = NULL WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[])`,
  `DELETE FROM tracking.follower f USING package p WHERE f.tenant_id = $1 AND p.tenant_id = $1 AND p.id = f.package AND p."order" = ANY ($2::bigint[])`,
  `DELETE FROM tracking.foreign_parcel f USING package p WHERE f.tenant_id = $1 AND p.tenant_id = $1 AND p."trackingNo" = f.number AND p."order" = ANY ($2::bigint[])`,
  // The carrier's copy of the address; what it charges stays.
  `UPDATE carrier_bill_line l SET extra = (
      SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}') FROM jsonb_each(l.extra::jsonb) e
       WHERE e.key !~* '(name|company|address|addr|street|attention|contact|phone|city|postal|zip|recipient|receiver|consignee|signed)')
    WHERE l.tenant_id = $1 AND l."order" = ANY ($2::bigint[]) AND l.extra IS NOT NULL`,
];

/** Files with many orders made since the first of these; they can be generated again. */
const bulkSql = `WITH old AS (
    SELECT j.id, j.file FROM lading.job j WHERE j.tenant_id = $1 AND j.file IS NOT NULL
       AND coalesce(j.request ->> 'entity', 'order') IN ('order', 'store-order', 'package', 'shipment', 'address-book')
       AND j.created_at >= (SELECT min("createdAt") FROM store_order WHERE tenant_id = $1 AND id = ANY ($2::bigint[]))),
  gone AS (UPDATE lading.job j SET file = NULL FROM old WHERE j.tenant_id = $1 AND j.id = old.id RETURNING j.id)
  SELECT file::text AS id FROM old WHERE (SELECT count(*) FROM gone) >= 0`;

/** Logs contain request bodies. $2 words. */
const logsSql = ['operation_log', 'exception_log'].map(
  (table) => `UPDATE ${table} l SET param = '***' WHERE l.tenant_id = $1 AND l.param IS NOT NULL
     AND EXISTS (SELECT FROM unnest($2::text[]) w(word) WHERE position(lower(w.word) IN lower(l.param::text)) > 0)`,
);
const eventsSql = `UPDATE track_event e SET text = '***' FROM package p WHERE e.tenant_id = $1 AND p.tenant_id = $1 AND p.id = e.package
  AND p."order" = ANY ($2::bigint[]) AND EXISTS (SELECT FROM unnest($3::text[]) w(word) WHERE position(lower(w.word) IN lower(e.text)) > 0)`;

/** Texts that people or carriers wrote about parcels: columns by table. */
const writings: Readonly<Record<string, readonly string[]>> = {
  order: ['remarks'],
  track_case: ['description', 'comments', 'staffNotes', 'outcome', 'proposalNote'],
  track_alert: ['text', 'note'],
  returned_parcel: ['senderName', 'note', 'staffNote', 'claimNote'],
  mail: ['to', 'title', 'content', 'failure'],
};
/** The words are replaced wherever they stand, since the first of these orders. $2 a pattern, $3 store orders. */
const since = `(SELECT min("createdAt") FROM store_order WHERE tenant_id = $1 AND id = ANY ($3::bigint[]))`;
const writingsSql = [
  ...Object.entries(writings).map(([table, columns]) => {
    const set = columns.map((column) => `"${column}" = regexp_replace("${column}", $2, '***', 'gi')`).join(', ');
    const some = columns.map((column) => `"${column}" ~* $2`).join(' OR ');
    return `UPDATE "${table}" SET ${set} WHERE tenant_id = $1 AND "createdAt" >= ${since} AND (${some})`;
  }),
  `UPDATE lading.audit SET changes = regexp_replace(changes::text, $2, '***', 'gi')::json
    WHERE tenant_id = $1 AND entity IN ('track-case', 'track-alert', 'returned-parcel', 'order', 'mail') AND at >= ${since} AND changes::text ~* $2`,
  `UPDATE lading.job SET request = regexp_replace(request::text, $2, '***', 'gi')::json, result = regexp_replace(result::text, $2, '***', 'gi')::json
    WHERE tenant_id = $1 AND created_at >= ${since} AND (request::text ~* $2 OR result::text ~* $2)`,
];
const patternOf = (words: readonly string[]): string =>
  words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');

/**
 * Erases expired personal data of marketplace orders from records, audit trail, labels, exports, logs and what people wrote about them.
 * Country, state, postal region and all amounts stay. Answers the number of orders.
 */
export async function forget(deps: ActingServices, now: Date): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const due = await deps.query<{ tenant: string; id: string }>(dueSql, [now.toISOString()]);
    if (due.length === 0) return forgotten;
    for (const tenant of new Set(due.map((each) => each.tenant))) {
      const ids = due.filter((each) => each.tenant === tenant).map(({ id }) => id);
      await forgetIn(deps, tenant, ids, now);
    }
    forgotten += due.length;
  }
}

async function forgetIn(services: ActingServices, tenant: string, ids: readonly string[], now: Date): Promise<void> {
  const orders = (await services.query(ordersSql, [tenant, ids])).map(({ id }) => String(id));
  const words = (await services.query(wordsSql, [tenant, ids, orders])).map(({ word }) => String(word));
  for (const sql of [labelsSql, proofsSql, bulkSql])
    for (const { id } of await services.query(sql, [tenant, sql === bulkSql ? ids : orders]))
      await services.files.drop(tenant, String(id));
  for (const sql of repliesSql) await services.query(sql, [tenant, orders]);
  await services.query(trailSql, [tenant, ids, orders]);
  for (const sql of logsSql) await services.query(sql, [tenant, words]);
  await services.query(eventsSql, [tenant, orders, words]);
  if (words.length > 0) for (const sql of writingsSql) await services.query(sql, [tenant, patternOf(words), ids]);
  await services.query(placedSql, [tenant, orders]);
  // Last, so that unmarked orders are processed again after an interruption.
  await services.query(storeOrdersSql, [tenant, ids, now.toISOString()]);
}
