/** How many events one round takes up. */
export const eventsPerRound = 1_000;

/** An order in a message: what its customer may see, never a cost. */
const orderFacts = `CREATE OR REPLACE FUNCTION webhooks.order_facts(o "order") RETURNS jsonb LANGUAGE sql STABLE
    SET search_path = pg_catalog, public AS $$
   SELECT jsonb_strip_nulls(jsonb_build_object('id', o.id::text, 'orderNo', o."orderNo", 'status', o.status, 'source', o.source,
     'subOrderNo', o."subOrderNo", 'refNo', o."refNo", 'ecommerceOrderNo', o."ecommerceOrderNo",
     'reference1', o.reference1, 'reference2', o.reference2, 'leadTracking', o."leadTracking", 'carrierCode', o."carrierCode",
     'shipDate', o."shipDate", 'price', o."predictedSale", 'currency', o.currency,
     'orderedAt', webhooks.time(o."orderedAt"), 'voidResult', o."voidResult",
     'errorCode', CASE WHEN o.status = 'failed' THEN o."errorCode" END, 'errorText', CASE WHEN o.status = 'failed' THEN o."errorText" END,
     'trackingNumbers', (SELECT jsonb_agg(p."trackingNo" ORDER BY p.seq) FROM package p
        WHERE p.tenant_id = o.tenant_id AND p."order" = o.id AND p."trackingNo" IS NOT NULL)))
   $$`;

const packageFacts = `CREATE OR REPLACE FUNCTION webhooks.package_facts(p package, change jsonb) RETURNS jsonb LANGUAGE sql STABLE
    SET search_path = pg_catalog, public AS $$
   SELECT jsonb_strip_nulls(jsonb_build_object('id', p.id::text, 'trackingNo', p."trackingNo", 'carrierCode', p."carrierCode",
     'status', change ->> 'to', 'previousStatus', change ->> 'from', 'lastEvent', p."lastEvent",
     'lastEventAt', webhooks.time(p."lastEventAt"), 'estimatedAt', webhooks.time(p."estimatedAt"),
     'deliveredAt', webhooks.time(p."deliveredAt"), 'order', p."order"::text,
     'orderNo', (SELECT o."orderNo" FROM "order" o WHERE o.tenant_id = p.tenant_id AND o.id = p."order"),
     'reference1', p.reference1, 'reference2', p.reference2))
   $$`;

const chargeFacts = `CREATE OR REPLACE FUNCTION webhooks.charge_facts(l member_bill_line) RETURNS jsonb LANGUAGE sql STABLE
    SET search_path = pg_catalog, public AS $$
   SELECT jsonb_strip_nulls(jsonb_build_object('id', l.id::text, 'trackingNo', l."trackingNo", 'order', l."order"::text,
     'orderNo', (SELECT o."orderNo" FROM "order" o WHERE o.tenant_id = l.tenant_id AND o.id = l."order"),
     'category', l.category, 'reason', l.reason, 'currency', l.currency, 'old', l.old, 'new', l.new, 'difference', l.difference,
     'enteredWeight', l."enteredWeight", 'billedWeight', l."billedWeight", 'weightUnit', l."weightUnit",
     'enteredSize', l."enteredSize", 'billedSize', l."billedSize", 'zone', l.zone, 'shipDate', l."shipDate",
     'disputeUntil', l."disputeUntil"))
   $$`;

/** Adds an event for a changed tracking state if the customer has an active webhook. */
const noteTracking = `CREATE OR REPLACE FUNCTION webhooks.note_tracking() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
   BEGIN
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb, payload)
       SELECT NEW.tenant_id, 'record', 'package', NEW.id, 'tracking',
              json_build_object('from', OLD."trackingStatus", 'to', NEW."trackingStatus")
        WHERE EXISTS (SELECT FROM webhook w WHERE w.tenant_id = NEW.tenant_id AND w.customer = NEW.customer AND w.status = 'active');
     RETURN NULL;
   END $$`;

/** Queues a delivery again, from a transition of an authorised person. */
const enqueue = `CREATE OR REPLACE FUNCTION webhooks.enqueue(of_delivery bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
   BEGIN
     INSERT INTO webhooks.queue (tenant_id, delivery, webhook)
       SELECT d.tenant_id, d.id, d.webhook FROM webhook_delivery d
        WHERE d.tenant_id = lading.tenant() AND d.id = of_delivery AND (lading.staff() OR d.customer = lading.member())
       ON CONFLICT (tenant_id, delivery) DO UPDATE SET next_at = now(), attempts = 0;
   END $$`;

/**
 * `cursor`: up to where the events of the product have been turned into deliveries. `queue`: deliveries that have not
 * arrived yet; `leased_until` while a node sends one.
 */
export const webhookStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS webhooks`,
  `GRANT USAGE ON SCHEMA webhooks TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA webhooks TO lading_system`,
  `CREATE TABLE IF NOT EXISTS webhooks.cursor (one boolean PRIMARY KEY DEFAULT true CHECK (one), xid xid8 NOT NULL, id bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS webhooks.queue (
     tenant_id bigint NOT NULL, delivery bigint NOT NULL, webhook bigint NOT NULL, attempts integer NOT NULL DEFAULT 0,
     next_at timestamptz NOT NULL DEFAULT now(), leased_until timestamptz, PRIMARY KEY (tenant_id, delivery))`,
  `CREATE INDEX IF NOT EXISTS queue_due ON webhooks.queue (tenant_id, webhook, next_at)`,
  ...['cursor', 'queue'].flatMap((table) => [
    `ALTER TABLE webhooks.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE webhooks.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON webhooks.${table}`,
    `CREATE POLICY system ON webhooks.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks.${table} TO lading_system`,
  ]),
  `CREATE OR REPLACE FUNCTION webhooks.time(at timestamptz) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
     SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$`,
  ...[orderFacts, packageFacts, chargeFacts, noteTracking, enqueue],
  ...['order_facts("order")', 'package_facts(package, jsonb)', 'charge_facts(member_bill_line)', 'note_tracking()'].map(
    (name) => `REVOKE ALL ON FUNCTION webhooks.${name} FROM PUBLIC`,
  ),
  ...['order_facts("order")', 'package_facts(package, jsonb)', 'charge_facts(member_bill_line)'].map(
    (name) => `GRANT EXECUTE ON FUNCTION webhooks.${name} TO lading_system`,
  ),
  ...['note_tracking()', 'enqueue(bigint)'].map((name) => `ALTER FUNCTION webhooks.${name} OWNER TO lading_system`),
  `REVOKE ALL ON FUNCTION webhooks.enqueue(bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION webhooks.enqueue(bigint) TO lading_app`,
  `REVOKE CREATE ON SCHEMA webhooks FROM lading_system`,
  `CREATE OR REPLACE TRIGGER webhooks_tracking AFTER UPDATE OF "trackingStatus" ON package FOR EACH ROW
     WHEN (OLD."trackingStatus" IS DISTINCT FROM NEW."trackingStatus") EXECUTE FUNCTION webhooks.note_tracking()`,
];

/** Events by the transitions of orders. */
const orderEvents = `CASE
    WHEN e.verb IN ('submit', 'retry', 'fund', 'letPass') AND o.status NOT IN ('waitingForFunds', 'held', 'draft') THEN 'order.placed'
    WHEN e.verb IN ('place', 'confirmMade') THEN 'order.labelled'
    WHEN e.verb IN ('fail', 'confirmNotMade') THEN 'order.failed'
    WHEN e.verb = 'noteVoid' AND o."voidResult" IN ('confirmed', 'alreadyVoid') THEN 'order.voided'
    WHEN e.verb = 'cancelInside' THEN 'order.voided'
    WHEN e.verb = 'refund' THEN 'order.refunded' END`;
const packageEvents = `CASE e.payload ->> 'to' WHEN 'delivered' THEN 'tracking.delivered'
    WHEN 'delivery_failed' THEN 'tracking.exception' WHEN 'delivery_delayed' THEN 'tracking.exception'
    WHEN 'on_hold' THEN 'tracking.exception' WHEN 'return_to_sender' THEN 'tracking.exception' ELSE 'tracking.updated' END`;

/**
 * Turns what happened since the cursor into deliveries, queues them and moves the cursor, all in one statement: a node that
 * is killed has done it or not. Only transactions below the oldest open one are looked at, so that none is passed over; a
 * second node finds the cursor locked and leaves it. `seen`: events that were taken up.
 */
export const collectSql = `WITH horizon AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xid),
  kept AS (SELECT least(c.xid, h.xid) AS xid, c.id FROM webhooks.cursor c, horizon h FOR UPDATE OF c SKIP LOCKED),
  e AS (
    SELECT e.* FROM lading.event e, kept c, horizon h
     WHERE e.kind = 'record' AND e.xid >= c.xid AND e.xid < h.xid AND (e.xid > c.xid OR e.id > c.id)
       AND ((e.entity = 'order' AND e.verb IN ('submit', 'retry', 'fund', 'letPass', 'place', 'confirmMade', 'fail', 'confirmNotMade', 'noteVoid',
           'cancelInside', 'refund'))
         OR (e.entity = 'package' AND e.verb = 'tracking') OR (e.entity = 'member-bill-line' AND e.verb = 'charge'))
       AND EXISTS (SELECT FROM webhook w WHERE w.tenant_id = e.tenant_id AND w.status = 'active')
     ORDER BY e.xid, e.id LIMIT ${eventsPerRound}),
  told AS (
    SELECT e.id, e.tenant_id, e.at, o.customer, o."orderNo" AS subject, ${orderEvents} AS type,
           jsonb_build_object('order', webhooks.order_facts(o)) AS data
      FROM e JOIN "order" o ON o.tenant_id = e.tenant_id AND o.id = e.record_id WHERE e.entity = 'order'
    UNION ALL
    SELECT e.id, e.tenant_id, e.at, p.customer, p."trackingNo", ${packageEvents},
           jsonb_build_object('package', webhooks.package_facts(p, e.payload::jsonb))
      FROM e JOIN package p ON p.tenant_id = e.tenant_id AND p.id = e.record_id WHERE e.entity = 'package'
    UNION ALL
    SELECT e.id, e.tenant_id, e.at, l.customer, l."trackingNo", 'charge.adjusted',
           jsonb_build_object('charge', webhooks.charge_facts(l))
      FROM e JOIN member_bill_line l ON l.tenant_id = e.tenant_id AND l.id = e.record_id WHERE e.entity = 'member-bill-line'),
  made AS (
    INSERT INTO webhook_delivery (tenant_id, id, org_id, status, "eventId", event, webhook, customer, subject, body, attempts, "nextTryAt")
      SELECT t.tenant_id, lading.new_id(), w.org_id, 'waiting', 'evt_' || t.id, t.type, w.id, t.customer, left(t.subject, 60),
             jsonb_build_object('id', 'evt_' || t.id, 'type', t.type, 'timestamp', webhooks.time(t.at), 'data', t.data)::text, 0, now()
        FROM told t JOIN webhook w ON w.tenant_id = t.tenant_id AND w.customer = t.customer AND w.status = 'active'
       WHERE t.type = ANY (w.events)
      ON CONFLICT DO NOTHING RETURNING tenant_id, id, webhook),
  queued AS (INSERT INTO webhooks.queue (tenant_id, delivery, webhook) SELECT tenant_id, id, webhook FROM made ON CONFLICT DO NOTHING),
  noted AS (
    INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT tenant_id, 'record', 'webhook-delivery', id, 'add' FROM made),
  last AS (SELECT e.xid, e.id FROM e ORDER BY e.xid DESC, e.id DESC LIMIT 1),
  moved AS (
    UPDATE webhooks.cursor c SET
      xid = CASE WHEN (SELECT count(*) FROM e) = ${eventsPerRound} THEN (SELECT l.xid FROM last l) ELSE h.xid END,
      id = CASE WHEN (SELECT count(*) FROM e) = ${eventsPerRound} THEN (SELECT l.id FROM last l) ELSE 0 END
      FROM horizon h, kept k WHERE (c.xid, c.id) IS DISTINCT FROM (h.xid, 0::bigint))
  SELECT (SELECT count(*)::integer FROM e) AS seen, (SELECT count(*)::integer FROM made) AS made`;

/** The starting position of a deployment: earlier events are not sent. */
export const beginSql = `INSERT INTO webhooks.cursor (xid, id)
  SELECT pg_snapshot_xmin(pg_current_snapshot()), 0 ON CONFLICT DO NOTHING`;

/**
 * Leases due deliveries for a minute: at most $1 per webhook, tenants in turn, $2 in all. A webhook with a million waiting
 * deliveries does not delay others.
 */
export const claimSql = `WITH busy AS (
    SELECT tenant_id, webhook, count(*)::integer AS many FROM webhooks.queue WHERE leased_until > now() GROUP BY 1, 2),
  due AS (
    SELECT q.tenant_id, q.delivery, row_number() OVER (PARTITION BY w.tenant_id ORDER BY q.place, q.next_at) AS place
      FROM webhook w LEFT JOIN busy b ON b.tenant_id = w.tenant_id AND b.webhook = w.id
      CROSS JOIN LATERAL (
        SELECT q.tenant_id, q.delivery, q.next_at, row_number() OVER (ORDER BY q.next_at, q.delivery) AS place FROM webhooks.queue q
         WHERE q.tenant_id = w.tenant_id AND q.webhook = w.id AND q.next_at <= now() AND coalesce(q.leased_until, '-infinity') <= now()
         ORDER BY q.next_at, q.delivery LIMIT greatest($1 - coalesce(b.many, 0), 0)) q
     WHERE w.status = 'active' AND lading.at_home(w.tenant_id)),
  chosen AS (SELECT tenant_id, delivery FROM due ORDER BY place LIMIT $2),
  taken AS (
    UPDATE webhooks.queue q SET leased_until = now() + interval '1 minute', attempts = q.attempts + 1 FROM chosen c
     WHERE q.tenant_id = c.tenant_id AND q.delivery = c.delivery AND coalesce(q.leased_until, '-infinity') <= now()
     RETURNING q.tenant_id, q.delivery, q.webhook, q.attempts)
  SELECT t.tenant_id::text AS tenant, t.delivery::text AS delivery, t.webhook::text AS webhook, t.attempts, d."eventId", d.body,
         w.url, coalesce(w."previousUntil" > now(), false) AS rotating
    FROM taken t JOIN webhook_delivery d ON d.tenant_id = t.tenant_id AND d.id = t.delivery
    JOIN webhook w ON w.tenant_id = t.tenant_id AND w.id = t.webhook`;

const noted = (from: string): string => `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
    SELECT $1, 'record', 'webhook-delivery', id, 'edit' FROM ${from}`;

/**
 * What came of an attempt: $1 tenant, $2 delivery, $3 result, $4 status, $5 text, $6 milliseconds, $7 when it is tried
 * again: null where it never is. Answers since when its webhook fails.
 */
export const finishSql = `WITH d AS (
    UPDATE webhook_delivery SET status = CASE WHEN $3 = 'delivered' THEN 'delivered' WHEN $7::timestamptz IS NULL THEN 'failed' ELSE 'waiting' END,
           attempts = attempts + 1, result = $3, "responseStatus" = $4, "responseText" = $5, duration = $6, "lastTryAt" = now(),
           "nextTryAt" = $7, "deliveredAt" = CASE WHEN $3 = 'delivered' THEN now() END, version = version + 1, "updatedAt" = now()
     WHERE tenant_id = $1 AND id = $2 RETURNING id, webhook),
  gone AS (DELETE FROM webhooks.queue WHERE tenant_id = $1 AND delivery = $2 AND $7::timestamptz IS NULL),
  later AS (UPDATE webhooks.queue SET next_at = $7, leased_until = NULL WHERE tenant_id = $1 AND delivery = $2 AND $7::timestamptz IS NOT NULL),
  told AS (${noted('d')}),
  well AS (
    UPDATE webhook w SET "lastDeliveredAt" = now(), "failingSince" = NULL FROM d WHERE w.tenant_id = $1 AND w.id = d.webhook AND $3 = 'delivered'
       AND (w."failingSince" IS NOT NULL OR coalesce(w."lastDeliveredAt", '-infinity') < now() - interval '1 minute')),
  ill AS (
    UPDATE webhook w SET "failingSince" = now() FROM d
     WHERE w.tenant_id = $1 AND w.id = d.webhook AND $3 <> 'delivered' AND w."failingSince" IS NULL)
  SELECT w.id::text AS id, w.name, extract(epoch FROM now() - w."failingSince")::float8 AS failing
    FROM webhook w, d WHERE w.tenant_id = $1 AND w.id = d.webhook AND w.status = 'active'`;

/** A delivery that a person asks for and sees the outcome of, so that it is tried once. $1 tenant, $2 webhook, $3 id of the event. Answers what a claim does. */
export const pingSql = `WITH w AS (SELECT * FROM webhook WHERE tenant_id = $1 AND id = $2 AND status = 'active'
     AND (SELECT count(*) FROM webhook_delivery d WHERE d.tenant_id = $1 AND d.webhook = $2 AND d.event = 'webhook.ping'
            AND d."createdAt" > now() - interval '1 minute') < 10),
  made AS (
    INSERT INTO webhook_delivery (tenant_id, id, org_id, status, "eventId", event, webhook, customer, subject, body, attempts)
      SELECT $1, lading.new_id(), w.org_id, 'waiting', 'evt_' || $3, 'webhook.ping', w.id, w.customer, w.name,
             jsonb_build_object('id', 'evt_' || $3, 'type', 'webhook.ping', 'timestamp', webhooks.time(now()), 'data', '{}'::jsonb)::text, 0
        FROM w RETURNING *),
  noted AS (${noted('made')})
  SELECT m.tenant_id::text AS tenant, m.id::text AS delivery, w.id::text AS webhook, 99 AS attempts, m."eventId", m.body, w.url,
         coalesce(w."previousUntil" > now(), false) AS rotating FROM made m, w`;

/** Members of the webhook's customer hear that it is off. $1 tenant, $2 webhook, $3 title, $4 text as a document. */
export const noticeSql = `INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
  SELECT $1, lading.new_id(), left($3, 120), '1', 'members', $4::jsonb, array_agg(a.id), 'published', now()
    FROM webhook w JOIN account a ON a.tenant_id = w.tenant_id AND a.customer = w.customer AND a.status = '0'
   WHERE w.tenant_id = $1 AND w.id = $2 HAVING count(*) > 0`;

/** Deletes old deliveries, and queue entries of deleted webhooks. */
export const pruneSql = `WITH orphans AS (
    DELETE FROM webhooks.queue q WHERE NOT EXISTS (SELECT FROM webhook w WHERE w.tenant_id = q.tenant_id AND w.id = q.webhook) RETURNING 1),
  old AS (
    DELETE FROM webhook_delivery WHERE status <> 'waiting' AND "createdAt" < now() - interval '30 days' RETURNING 1)
  SELECT (SELECT count(*)::integer FROM orphans) + (SELECT count(*)::integer FROM old) AS many`;
