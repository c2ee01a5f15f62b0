import { dayIn } from '../../modules/module.ts';
import { claimable } from './claim-windows.ts';
import { differencesOf } from './compare-sql.ts';

const list = claimable.map((type) => `'${type}'`).join(', ');

/** Reasons that claim the whole charge of a package and so exclude other claims. */
const whole = `'neverScanned'`;

/**
 * $1 tenant, $2 bill, $3 who, $4 days by carrier and reason as JSON, $5 days of every other reason, $6 whether new claims are
 * raised. A package has one claim of each reason, and no charge is claimed twice: where several reasons ask for it, the one
 * that asks for most. A claim that is open follows its lines: its figures are corrected, and one that lost its difference is
 * removed. What was filed stays as the carrier got it.
 */
export const claimSql = `WITH ${differencesOf('$1::bigint', '$2::bigint', (moment) => dayIn(moment, '$1::bigint'))},
  wanted AS (
    SELECT d.tracking, d.type, coalesce(d.category, 'unknown') AS category, min(d."order") AS "order", sum(d.predicted) AS predicted,
           sum(d.actual) AS billed, sum(d.actual - d.predicted) AS amount
      FROM difference d WHERE d.type IN (${list}) AND d.tracking IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(d.actual - d.predicted) > 0),
  chosen AS (
    SELECT DISTINCT ON (a.tracking, a.category) a.* FROM wanted a
     WHERE (a.type IN (${whole}) OR NOT EXISTS (SELECT FROM wanted w WHERE w.tracking = a.tracking AND w.type IN (${whole})))
       -- The sale has claimed what the carrier measured of an agreed box.
       AND NOT EXISTS (SELECT FROM measure_difference m JOIN carrier_claim k ON k.tenant_id = m.tenant_id AND k.id = m.claim AND k.bill = m."carrierBill"
                        WHERE m.tenant_id = $1 AND m."carrierBill" = $2::bigint AND m."trackingNo" = a.tracking AND m.parts @> jsonb_build_array(jsonb_build_object('category', a.category)))
     ORDER BY a.tracking, a.category, a.amount DESC, a.type),
  claimable AS MATERIALIZED (
    SELECT c.tracking, c.type, min(c."order") AS "order", CASE WHEN count(*) = 1 THEN min(c.category) END AS category,
           sum(c.predicted) AS predicted, sum(c.billed) AS billed, sum(c.amount) AS amount
      FROM chosen c GROUP BY 1, 2),
  raised AS (
    INSERT INTO carrier_claim (tenant_id, id, "createdBy", "updatedBy", "trackingNo", bill, "carrierCode", account, "order", type, category,
        currency, predicted, billed, amount, "claimUntil", status)
      SELECT $1, lading.new_id(), $3, $3, c.tracking, b.id, b."carrierCode", b.account, c."order", c.type, c.category, b.currency, c.predicted,
             c.billed, c.amount, b."billDate" + coalesce(($4::json -> b."carrierCode" ->> c.type)::integer, $5::integer), 'open'
        FROM claimable c, bill b WHERE b.status IN ('matched', 'locked') AND $6::boolean
      ON CONFLICT DO NOTHING RETURNING id),
  -- The sale keeps its own claims.
  own AS (
    SELECT k.* FROM carrier_claim k JOIN bill b ON b.id = k.bill AND b.status IN ('matched', 'locked')
     WHERE k.tenant_id = $1 AND k.status = 'open'
       AND NOT EXISTS (SELECT FROM measure_difference m WHERE m.tenant_id = k.tenant_id AND m.claim = k.id)),
  corrected AS (
    UPDATE carrier_claim k SET "order" = c."order", category = c.category, predicted = c.predicted, billed = c.billed, amount = c.amount,
        version = k.version + 1, "updatedAt" = now(), "updatedBy" = $3
      FROM own o JOIN claimable c ON c.tracking = o."trackingNo" AND c.type = o.type
     WHERE k.tenant_id = $1 AND k.id = o.id AND k.status = 'open' AND (k."order", k.category, k.predicted, k.billed, k.amount)
           IS DISTINCT FROM (c."order", c.category, c.predicted, c.billed, c.amount)
    RETURNING k.id, k.version),
  removed AS (
    DELETE FROM carrier_claim k USING own o
     WHERE k.tenant_id = $1 AND k.id = o.id AND k.status = 'open'
       AND NOT EXISTS (SELECT FROM claimable c WHERE c.tracking = k."trackingNo" AND c.type = k.type)
    RETURNING k.id, k.version),
  noted AS (
    INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
      SELECT $1, lading.new_id(), 'carrier-claim', n.id, n.verb, n.version, $3, '[]'
        FROM (SELECT id, 'add' AS verb, 1 AS version FROM raised UNION ALL SELECT id, 'edit', version FROM corrected
              UNION ALL SELECT id, 'delete', version FROM removed) n)
  SELECT (SELECT count(*)::integer FROM raised) AS raised, (SELECT count(*)::integer FROM corrected) AS corrected,
         (SELECT count(*)::integer FROM removed) AS removed, (SELECT status FROM bill WHERE status IN ('matched', 'locked')) AS status`;

/**
 * Credits of a bill being locked settle the matching claims, by tracking number and category. A claim on several categories
 * takes all credits of its package.
 */
export const creditStatements: readonly string[] = [
  `CREATE OR REPLACE FUNCTION billing.credit_claims(of_tenant bigint, of_bill bigint) RETURNS void
     LANGUAGE sql SET search_path = pg_catalog, public AS $$
   WITH credit AS (
       SELECT l."trackingNo" AS tracking, coalesce(l.category, 'unknown') AS category, -sum(l.net) AS amount FROM carrier_bill_line l
        WHERE l.tenant_id = of_tenant AND l.bill = of_bill AND l.net < 0 AND l."trackingNo" IS NOT NULL
        GROUP BY GROUPING SETS ((1, 2), (1))),
     met AS (
       SELECT DISTINCT ON (c.id) c.id, least(k.amount, c.amount) AS amount
         FROM (SELECT DISTINCT ON (c."trackingNo", coalesce(c.category, '')) c.* FROM carrier_claim c
                WHERE c.tenant_id = of_tenant AND c.bill <> of_bill AND c.status IN ('open', 'filed', 'refused')
                  AND c."trackingNo" IN (SELECT tracking FROM credit)
                ORDER BY c."trackingNo", coalesce(c.category, ''), c.status = 'filed' DESC, c.id) c
         JOIN carrier_bill b ON b.tenant_id = of_tenant AND b.id = of_bill AND b.account = c.account AND b.currency = c.currency
         JOIN credit k ON k.tracking = c."trackingNo" AND (k.category IS NOT DISTINCT FROM c.category OR k.category = 'unknown' AND c.category IS NOT NULL)
        ORDER BY c.id, k.category IS NOT DISTINCT FROM c.category DESC),
     done AS (
       UPDATE carrier_claim x SET status = 'credited', credited = m.amount, "creditBill" = of_bill, version = x.version + 1, "updatedAt" = now()
         FROM met m WHERE x.tenant_id = of_tenant AND x.id = m.id RETURNING x.id, x.version, x."updatedBy")
   INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT of_tenant, lading.new_id(), 'carrier-claim', d.id, 'credit', d.version, d."updatedBy", '[]' FROM done d $$`,
];
