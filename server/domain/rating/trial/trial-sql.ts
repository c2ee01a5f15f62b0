import { shipDateOf } from '../../orders/ship-date.ts';
import { stateSql } from '../snapshot/state-sql.ts';

/** Everything that the price of an order depends on, and the version of the prices: the basis of a trial. */
const fingerprint = `SELECT md5(jsonb_build_array(
       o.customer, o."unitType", ${shipDateOf('o')}, o."senderMode", o."shipFrom", o."shipFromPostalCode",
       o."shipFromCountry", o."shipToPostalCode", o."shipToCountry", o."shipToType", o."signatureOption",
       o."thirdPartyAccount" IS NOT NULL,
       (SELECT jsonb_agg(jsonb_build_array(b.weight, b.length, b.width, b.height, b.quantity, b."declaredValue", b.signature, b.packaging)
               ORDER BY b.seq) FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id),
       (SELECT jsonb_build_array(f."discountPercent", f."distributionPercent") FROM customer_config f WHERE f.tenant_id = o.tenant_id AND f.customer = o.customer),
       (SELECT jsonb_agg(jsonb_build_array(k.channel, k.level) ORDER BY k.channel) FROM customer_channel k
         WHERE k.tenant_id = o.tenant_id AND k.customer = o.customer AND k.status = 'enabled'))::text)
     || ':' || (SELECT count(*) || '.' || coalesce(sum(hashtextextended(c.xid::text, 0)::numeric), 0)
                  FROM rating.change c WHERE c.tenant_id = o.tenant_id)
  FROM "order" o WHERE o.tenant_id = tenant AND o.id = order_id`;

/** Whether a customer has a price on a service at all: they have the channel, their level has a price, and its tables are there. */
const hasPrice = `SELECT EXISTS (
    SELECT FROM customer_channel k
      JOIN channel_level l ON l.tenant_id = k.tenant_id AND l.channel = k.channel AND l.level = k.level
      JOIN channel_service s ON s.tenant_id = k.tenant_id AND s.channel = k.channel
     WHERE k.tenant_id = o.tenant_id AND k.customer = o.customer AND k.channel = o.channel AND k.status = 'enabled'
       AND s.id = o.service AND EXISTS (
         SELECT FROM (SELECT tenant_id, service, side, level, status FROM rate_table
                      UNION ALL SELECT tenant_id, service, side, level, status FROM fixed_rate) p
          WHERE p.tenant_id = k.tenant_id AND p.service = s.id AND p.status = 'active'
            AND p.side = CASE l."priceBasis" WHEN 'listMinus' THEN 'list' WHEN 'costPlus' THEN 'cost' ELSE 'sale' END
            AND (p.level IS NULL OR p.level = k.level)))`;

/** The last trial of an order on its service, while the order and the prices are those that it was made with. */
const freshTrial = `SELECT r.* FROM trial_result r
  WHERE r.tenant_id = tenant AND r."order" = order_id AND r.service = of_service
    AND r."expiresAt" > now() AND r.fingerprint = rating.fingerprint(tenant, order_id) ORDER BY r.available DESC, r.id DESC LIMIT 1`;

/** Whether a customer has neither settings nor a channel yet. */
const isUnconfigured = `NOT EXISTS (SELECT FROM customer_config f WHERE f.tenant_id = o.tenant_id AND f.customer = o.customer)
     AND NOT EXISTS (SELECT FROM customer_channel k WHERE k.tenant_id = o.tenant_id AND k.customer = o.customer AND k.status = 'enabled')`;

/** Why an order without a trial that found a price is not placed: none was made, its customer is not set up, or there is no price. */
const refusal = `SELECT CASE
     WHEN (${hasPrice}) AND NOT EXISTS (SELECT FROM rating.fresh_trial(tenant, order_id, o.service)) THEN 'order.untriedCost'
     WHEN ${isUnconfigured} THEN 'order.notConfigured'
     ELSE 'order.noPrice' END
  FROM "order" o WHERE o.tenant_id = tenant AND o.id = order_id`;

const chargeColumns = `tenant_id, id, org_id, "order", customer, org, side, phase, category, box, quantity, currency, amount, basis,
       rate, rule, "ruleVersion", text, texts, sight, at`;

/** The lines of one side as charges of an order. Boxes count from 1 for people. */
const chargesOf = (side: 'sale' | 'cost', lines: string): string => `
  SELECT o.tenant_id, lading.new_id(), o.org_id, o.id, o.customer, (SELECT k.org FROM customer k WHERE k.tenant_id = o.tenant_id AND k.id = o.customer),
         '${side}', 'predicted', l ->> 'category', (l ->> 'box')::integer + 1, (l ->> 'quantity')::integer, t.currency,
         (l ->> 'amount')::numeric, (l ->> 'basis')::numeric, (l ->> 'rate')::numeric, l ->> 'rule', (l ->> 'version')::integer,
         left(l ->> 'text', 500), l -> 'texts', ${
           side === 'sale'
             ? `CASE WHEN (SELECT f."showValuationDetail" AND coalesce(f."distributionPercent", 0) = 0 FROM customer_config f
                  WHERE f.tenant_id = o.tenant_id AND f.customer = o.customer) THEN 'shown' ELSE 'hidden' END`
             : `'hidden'`
         }, now()
    FROM jsonb_array_elements(${lines}) l`;

/**
 * An order is placed only on a fresh trial of its service that found a price; 0.00 is a price. The database refuses
 * anything else, so that it holds on every way in, and keeps what the trial said: the sums at the order, the lines as its charges.
 */
export const trialStatements: readonly string[] = [
  `CREATE OR REPLACE FUNCTION rating.fingerprint(tenant bigint, order_id bigint) RETURNS text LANGUAGE sql STABLE
     SET search_path = pg_catalog, public AS $$ ${fingerprint} $$`,
  `CREATE OR REPLACE FUNCTION rating.fresh_trial(tenant bigint, order_id bigint, of_service bigint) RETURNS SETOF trial_result
     LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$ ${freshTrial} $$`,
  `CREATE OR REPLACE FUNCTION rating.refusal(tenant bigint, order_id bigint) RETURNS text LANGUAGE sql STABLE
     SET search_path = pg_catalog, public AS $$ ${refusal} $$`,
  `DROP FUNCTION IF EXISTS rating.has_price(bigint, bigint)`,
  `CREATE OR REPLACE FUNCTION rating.check_trial() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE t trial_result; o "order" := NEW;
   BEGIN
     SELECT * INTO t FROM rating.fresh_trial(NEW.tenant_id, NEW.id, NEW.service) r WHERE r.available;
     IF NOT FOUND THEN
       RAISE EXCEPTION USING MESSAGE = rating.refusal(NEW.tenant_id, NEW.id), ERRCODE = 'LD411', COLUMN = 'service', DETAIL = '{}';
     END IF;
     NEW."predictedSale" := t.sale;
     NEW."predictedCost" := t.cost;
     NEW.currency := t.currency;
     DELETE FROM order_charge c WHERE c.tenant_id = NEW.tenant_id AND c."order" = NEW.id AND c.phase = 'predicted';
     INSERT INTO order_charge (${chargeColumns})
       ${chargesOf('sale', `t."saleLines"`)} UNION ALL ${chargesOf('cost', `t."costLines"`)};
     RETURN NEW;
   END $$`,
  // What was picked holds for the rule and the service that it was picked for.
  `CREATE OR REPLACE FUNCTION rating.forget_pick() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW."pickReason" := NULL; NEW."pickPrice" := NULL; NEW."pickNext" := NULL; NEW."pickNextPrice" := NULL; NEW."pickedAt" := NULL;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER forget_pick BEFORE UPDATE ON "order" FOR EACH ROW
     WHEN (OLD.status IN ('draft', 'failed') AND NEW.status IN ('draft', 'failed') AND OLD."pickReason" IS NOT NULL
       AND (OLD."rateRule", OLD.service, OLD.channel) IS DISTINCT FROM (NEW."rateRule", NEW.service, NEW.channel))
     EXECUTE FUNCTION rating.forget_pick()`,
  `GRANT CREATE ON SCHEMA rating TO lading_system`,
  `ALTER FUNCTION rating.check_trial() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION rating.check_trial() FROM PUBLIC`,
  `REVOKE CREATE ON SCHEMA rating FROM lading_system`,
  `CREATE OR REPLACE TRIGGER check_trial BEFORE UPDATE ON "order" FOR EACH ROW
     WHEN (OLD.status IN ('draft', 'failed') AND NEW.status NOT IN ('draft', 'failed')) EXECUTE FUNCTION rating.check_trial()`,
];

const isUnplaced = `(o.status IN ('draft', 'failed') OR o."shipDate" IS NULL)`;

/**
 * Orders with all that prices them, their customers' terms, and the state of the prices. Drafts ship when they would if they
 * were placed now, on each channel by the calendar of its own address; placed orders on their own day. $1 ids of orders.
 */
export const ordersSql = `SELECT ${stateSql} AS state,
  (SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT o.id::text, o."orderNo", o.customer::text, o.status, o.service::text, o.channel::text, o."unitType", o."holdKey",
            (CASE WHEN ${isUnplaced} THEN ${shipDateOf('o')} ELSE o."shipDate" END)::text AS "shipDate",
            o."shipDate"::text AS requested, ${isUnplaced} AND o."senderMode" = 'channel' AS "byDock", o."senderMode", o."shipFrom"::text,
            o."shipFromPostalCode", o."shipFromCountry", o."shipToPostalCode", o."shipToCountry", o."shipToType",
            o."signatureOption", o."thirdPartyAccount" IS NOT NULL AS "thirdParty", o."rateRule"::text, o.version::integer AS version, rating.fingerprint(o.tenant_id, o.id) AS fingerprint,
            (SELECT json_agg(b ORDER BY b.seq) FROM (
               SELECT b.seq, b.weight::text, b.length::text, b.width::text, b.height::text, b.quantity,
                      b."declaredValue"::text, b.signature, b.packaging
                 FROM "order__boxes" b WHERE b.tenant_id = o.tenant_id AND b.parent_id = o.id) b) AS boxes
       FROM "order" o WHERE o.id = ANY ($1::bigint[])) r) AS orders,
  (SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT f.id::text, f.channel::text, f."postalCode", f.country,
            orders.ship_date(f.tenant_id, NULL, f.id, now())::text AS earliest FROM channel_ship_from f
      WHERE f.status = 'enabled' ORDER BY f.id) r) AS "shipFroms",
  (SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT c.id::text, c.name, c.status, f."discountPercent"::text, f."distributionPercent"::text,
            (f."showValuationDetail" AND coalesce(f."distributionPercent", 0) = 0) AS "showValuationDetail",
            f.id IS NOT NULL AS "hasSettings",
            (SELECT coalesce(json_agg(k), '[]') FROM (
               SELECT t.channel::text, t.level::text FROM customer_channel t
                WHERE t.tenant_id = c.tenant_id AND t.customer = c.id AND t.status = 'enabled') k) AS channels
       FROM customer c LEFT JOIN customer_config f ON f.tenant_id = c.tenant_id AND f.customer = c.id
      WHERE c.id IN (SELECT o.customer FROM "order" o WHERE o.id = ANY ($1::bigint[]))) r) AS customers`;

const trialColumns = Object.entries({
  ...{ id: 'bigint', order: 'bigint', customer: 'bigint', channel: 'bigint', service: 'bigint' },
  ...{ available: 'boolean', reason: 'text', currency: 'text', zone: 'text', unitType: 'text' },
  ...{ billableWeight: 'numeric', billableWeight_g: 'bigint', days: 'integer', shipDate: 'date' },
  ...{
    sale: 'numeric',
    cost: 'numeric',
    margin: 'numeric',
    saleLines: 'jsonb',
    costLines: 'jsonb',
    fingerprint: 'text',
  },
});
const named = (of: string): string => trialColumns.map(([name]) => `${of}"${name}"`).join(', ');

/**
 * What trials found takes the place of what stood there for these orders. A draft has the sums of its own service at once; a
 * trial counts for a day. One that makes a draft dearer changes it, so that a step from a page with the lower price is
 * outdated; an edit of the draft since its last trial has done so already. Answers the drafts of these orders with their
 * versions.
 * $1 tenant, $2 orders, $3 results, $4 who tried.
 */
export const keepTrialsSql = `WITH before AS (
    SELECT "order", max("createdAt") AS at FROM trial_result WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[]) GROUP BY 1),
  gone AS (
    DELETE FROM trial_result WHERE tenant_id = $1 AND "order" = ANY ($2::bigint[])),
  found AS (SELECT * FROM json_to_recordset($3::json) AS r(${trialColumns.map(([name, type]) => `"${name}" ${type}`).join(', ')})),
  kept AS (
    INSERT INTO trial_result (tenant_id, org_id, "createdBy", "updatedBy", "expiresAt", ${named('')})
      SELECT $1, o.org_id, $4, $4, now() + interval '24 hours', ${named('f.')}
        FROM found f JOIN "order" o ON o.tenant_id = $1 AND o.id = f."order"
      RETURNING "order"),
  priced AS (
    UPDATE "order" o SET "predictedSale" = f.sale, "predictedCost" = f.cost, currency = coalesce(f.currency, o.currency),
           version = o.version + CASE WHEN f.sale > o."predictedSale" AND NOT EXISTS (
             SELECT FROM before b WHERE b."order" = o.id AND b.at < o."updatedAt") THEN 1 ELSE 0 END
      FROM found f WHERE o.tenant_id = $1 AND o.id = f."order" AND o.service = f.service AND o.status IN ('draft', 'failed')
      RETURNING o.id, o.version),
  told AS (
    INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
      SELECT $1, 'record', 'order', o, 'edit' FROM unnest($2::bigint[]) o)
  SELECT id::text, version::integer FROM priced`;

/** What rate rules took for drafts. $1 tenant, $2 a list of {order, reason, price, next, nextPrice}. */
export const keepPicksSql = `UPDATE "order" o SET "pickReason" = p.reason, "pickPrice" = p.price, "pickNext" = p.next,
    "pickNextPrice" = p."nextPrice", "pickedAt" = now()
  FROM json_to_recordset($2::json) AS p("order" bigint, reason text, price numeric, next bigint, "nextPrice" numeric)
  WHERE o.tenant_id = $1 AND o.id = p."order" AND o."rateRule" IS NOT NULL AND o.status IN ('draft', 'failed')`;

/**
 * The predicted charges of a placed order, counted again. Its sums move with them while no money is held for it.
 * $1 tenant, $2 order, $3 {currency, sale, cost, saleLines, costLines}.
 */
export const recalculateSql = `WITH gone AS (
    DELETE FROM order_charge WHERE tenant_id = $1 AND "order" = $2 AND phase = 'predicted'),
  t AS (SELECT * FROM json_to_record($3::json) AS r(currency text, sale numeric, cost numeric, "saleLines" jsonb, "costLines" jsonb)),
  moved AS (
    UPDATE "order" o SET "predictedSale" = t.sale, "predictedCost" = t.cost, currency = t.currency FROM t
     WHERE o.tenant_id = $1 AND o.id = $2 AND o."holdKey" IS NULL),
  told AS (
    INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES ($1, 'record', 'order', $2, 'edit'))
  INSERT INTO order_charge (${chargeColumns})
    SELECT x.* FROM t, "order" o, LATERAL (${chargesOf('sale', `t."saleLines"`)} UNION ALL ${chargesOf('cost', `t."costLines"`)}) x
     WHERE o.tenant_id = $1 AND o.id = $2`;

/**
 * Sums and predicted charges of many orders at once, and the name of what is held for them. $1 tenant, $2 a list of
 * {order, holdKey, currency, sale, cost, saleLines, costLines}.
 */
export const keepPricesSql = `WITH t AS (SELECT * FROM json_to_recordset($2::json)
      AS r("order" bigint, "holdKey" text, currency text, sale numeric, cost numeric, "saleLines" jsonb, "costLines" jsonb)),
  moved AS (
    UPDATE "order" o SET "predictedSale" = t.sale, "predictedCost" = t.cost, currency = t.currency, "holdKey" = t."holdKey"
      FROM t WHERE o.tenant_id = $1 AND o.id = t."order")
  INSERT INTO order_charge (${chargeColumns})
    SELECT x.* FROM t, "order" o, LATERAL (${chargesOf('sale', `t."saleLines"`)} UNION ALL ${chargesOf('cost', `t."costLines"`)}) x
     WHERE o.tenant_id = $1 AND o.id = t."order"`;
