/** Creates a batch and marks its orders. $1 tenant, $2 batch, $3 who, $4 orders. */
export const beginSql = `WITH numbered AS (
    INSERT INTO lading.counter AS c (tenant_id, key, next) VALUES ($1, 'order-batch.batchNo', 2)
      ON CONFLICT (tenant_id, key) DO UPDATE SET next = c.next + 1 RETURNING next - 1 AS number),
  marked AS (
    UPDATE "order" SET batch = $2, "errorCode" = NULL, "errorCause" = NULL, "errorRepair" = NULL, "errorText" = NULL, "errorDetail" = NULL
     WHERE tenant_id = $1 AND id = ANY ($4::bigint[]) AND status IN ('draft', 'failed') RETURNING customer, org_id)
  INSERT INTO order_batch (tenant_id, id, org_id, "createdBy", "updatedBy", status, "batchNo", customer, count, open, placed, waiting, refused, failed)
    SELECT $1, $2, min(org_id), $3, $3, 'running',
           (SELECT 'PB-' || to_char(now() AT TIME ZONE t."timeZone", 'YYMMDD') || '-' || lpad(n.number::text, greatest(4, length(n.number::text)), '0')
              FROM numbered n, tenant t WHERE t.id = $1),
           CASE WHEN count(DISTINCT customer) = 1 THEN min(customer) END, count(*), count(*), 0, 0, 0, 0
      FROM marked`;

/** Orders not submitted yet and not refused in this run. */
export const openSql = `SELECT id::text AS id FROM "order" WHERE tenant_id = $1 AND batch = $2 AND status IN ('draft', 'failed')
    AND "errorCode" IS NULL ORDER BY id`;

/** How an order stands before it is submitted. $1 tenant, $2 order. */
export const standSql = `SELECT status, version::integer, "predictedSale"::float8 AS price FROM "order" WHERE tenant_id = $1 AND id = $2`;

/** An order is not placed: why, instead of what the carrier said earlier. */
export const refuseSql = `UPDATE "order" SET "errorCode" = $3, "errorText" = left($4, 500), "errorDetail" = $5, "errorAt" = now(),
       "errorCause" = NULL, "errorRepair" = NULL, "nextTryAt" = NULL
  WHERE tenant_id = $1 AND id = $2 AND status IN ('draft', 'failed')`;

/** Resets orders for another submission. $3: some of them; null: all. */
export const clearSql = `WITH cleared AS (
    UPDATE "order" SET "errorCode" = NULL, "errorCause" = NULL, "errorRepair" = NULL, "nextTryAt" = NULL
     WHERE tenant_id = $1 AND batch = $2 AND status IN ('draft', 'failed') AND ($3::bigint[] IS NULL OR id = ANY ($3::bigint[])) RETURNING id)
  UPDATE order_batch SET status = 'running', "finishedAt" = NULL, version = version + 1, "updatedAt" = now()
   WHERE tenant_id = $1 AND id = $2 AND EXISTS (SELECT FROM cleared)`;

/** The cause of a label that was not printed. */
const printCause = `CASE WHEN j."errorCode" IN ('otherSize', 'otherDpi', 'otherFormat') THEN 'printFormat'
    WHEN j."errorCode" IN ('void', 'voidRequested', 'orderEnded') THEN 'printVoid' WHEN j."errorCode" IN ('noFile', 'changed') THEN 'printFile'
    WHEN j."errorCode" = 'agentGone' THEN 'printAgent' ELSE 'printer' END`;

/**
 * Each stopped order with its group: checks before any money moved, refusals of the carrier, and failures after the
 * label. `orders`: a condition on the orders `o`.
 */
export const stoppedSql = (orders: string): string => `
  SELECT o.id, o."nextTryAt", CASE WHEN o."errorCode" IN ('check', 'money') THEN o."errorCode" ELSE 'carrier' END AS "group", o."errorCause" AS cause,
         CASE WHEN o."errorCode" IN ('check', 'money') THEN o."errorDetail" ELSE coalesce(o."errorCause", o."errorCode") END AS code,
         left(o."errorText", 200) AS text, o."errorRepair" AS repair
    FROM "order" o WHERE ${orders} AND o."errorCode" IS NOT NULL
  UNION ALL
  SELECT DISTINCT ON (o.id, ${printCause}) o.id, NULL::timestamptz, 'label', ${printCause}, ${printCause}, NULL, 'print'
    FROM "order" o JOIN print_job j ON j.tenant_id = o.tenant_id AND j."order" = o.id AND j.status IN ('failed', 'uncertain') WHERE ${orders}
  UNION ALL
  SELECT DISTINCT o.id, NULL::timestamptz, 'label', c.cause, c.cause, NULL, 'shop'
    FROM "order" o JOIN store_order s ON s.tenant_id = o.tenant_id AND s."order" = o.id AND s.push IN ('refused', 'asks')
   CROSS JOIN LATERAL (SELECT CASE s.push WHEN 'asks' THEN 'shopAsks' ELSE 'shopRefused' END AS cause) c WHERE ${orders}`;

/** Known problems are grouped by cause, unknown ones by their text. */
export const grouping = `"group", cause, coalesce(code, "group") AS code, repair, CASE WHEN cause = 'other' OR code IS NULL THEN text END`;

export const countSql = `WITH o AS (
    SELECT status, "errorCode", "nextTryAt" FROM "order" WHERE tenant_id = $1 AND batch = $2),
  n AS (
    SELECT count(*) FILTER (WHERE status = 'placing' OR (status IN ('draft', 'failed') AND "errorCode" IS NULL)) AS open,
           count(*) FILTER (WHERE status IN ('waitingForFunds', 'held')) AS waiting,
           count(*) FILTER (WHERE status = 'draft' AND "errorCode" IS NOT NULL) AS refused,
           count(*) FILTER (WHERE status = 'failed' AND "errorCode" IS NOT NULL) AS failed,
           count(*) FILTER (WHERE status NOT IN ('draft', 'failed', 'placing', 'waitingForFunds', 'held')) AS placed,
           min("nextTryAt") AS next FROM o),
  stopped AS (${stoppedSql('o.tenant_id = $1 AND o.batch = $2')}),
  gone AS (DELETE FROM "order_batch__causes" WHERE tenant_id = $1 AND parent_id = $2),
  causes AS (
    INSERT INTO "order_batch__causes" (tenant_id, parent_id, owner_id, id, seq, "group", cause, code, text, repair, count)
      SELECT $1, $2, (SELECT customer FROM order_batch WHERE tenant_id = $1 AND id = $2), lading.new_id(),
             (row_number() OVER (ORDER BY g.count DESC, g.code))::integer, g."group", g.cause, g.code, g.text, g.repair, g.count
        FROM (SELECT ${grouping} AS apart, min(text) AS text, count(*) AS count FROM stopped
               GROUP BY 1, 2, 3, 4, 5 ORDER BY count(*) DESC LIMIT 200) g),
  moved AS (
    UPDATE order_batch b SET open = n.open, waiting = n.waiting, refused = n.refused, failed = n.failed, placed = n.placed,
           unfinished = (SELECT count(DISTINCT id) FROM stopped WHERE "group" = 'label'),
           "nextTryAt" = n.next, status = CASE WHEN n.open = 0 THEN 'finished' ELSE 'running' END,
           "finishedAt" = CASE WHEN n.open = 0 THEN coalesce(b."finishedAt", now()) END, version = b.version + 1, "updatedAt" = now()
      FROM n WHERE b.tenant_id = $1 AND b.id = $2 RETURNING b.id)
  INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT $1, 'record', 'order-batch', id, 'edit' FROM moved`;

/** Batches whose number of orders in the third group is outdated. */
export const followedSql = `SELECT b.tenant_id::text AS tenant, b.id::text AS id FROM order_batch b
  WHERE b.status = 'finished' AND b."finishedAt" > now() - interval '2 days' AND coalesce(b.unfinished, 0) <>
    (SELECT count(DISTINCT s.id) FROM (${stoppedSql('o.tenant_id = b.tenant_id AND o.batch = b.id')}) s WHERE s."group" = 'label')
  LIMIT 200`;
