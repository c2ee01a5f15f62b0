import { bestOf } from './stage-sql.ts';

const openLines = `carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
     WHERE l.tenant_id = lading.tenant() AND b.status IN ('parsed', 'matched')`;

/** The basic file as a change would leave it: $1 is the change as JSON, with the id of the entry that it replaces. */
const changed = `(SELECT x.tenant_id, x.id, x."carrierCode", x."chargeClass", x.code, x.text, x.match, x.category FROM bill_basic x
      WHERE x.tenant_id = lading.tenant() AND x.id IS DISTINCT FROM ($1::json ->> 'id')::bigint
     UNION ALL SELECT lading.tenant(), 0, $1::json ->> 'carrierCode', nullif($1::json ->> 'chargeClass', ''), nullif($1::json ->> 'code', ''),
            nullif($1::json ->> 'text', ''), coalesce($1::json ->> 'match', 'exact'), $1::json ->> 'category'
      WHERE ($1::json ->> 'remove') IS DISTINCT FROM 'true')`;

/** What a change of the basic file would do to the lines of bills that are not locked, by category before and after. */
export const previewSql = `WITH c AS MATERIALIZED (
    SELECT l."chargeClass", l.code, l.text, l.category AS before, l.currency, count(*) AS many, sum(l.net) AS net
      FROM ${openLines} AND b."carrierCode" = $1::json ->> 'carrierCode' GROUP BY 1, 2, 3, 4, 5),
  judged AS MATERIALIZED (
    SELECT c.*, ${bestOf(changed).replaceAll('of_tenant', 'lading.tenant()').replaceAll('of_carrier', "($1::json ->> 'carrierCode')")} AS after FROM c),
  moved AS (SELECT * FROM judged WHERE before IS DISTINCT FROM after)
  SELECT (SELECT coalesce(sum(many), 0)::integer FROM moved) AS count,
    (SELECT coalesce(json_agg(s ORDER BY s.currency, s.category NULLS LAST), '[]') FROM (
       SELECT category, currency, sum(before) AS before, sum(after) AS after, sum(lines)::integer AS lines FROM (
         SELECT before AS category, currency, net AS before, 0 AS after, many AS lines FROM moved
         UNION ALL SELECT after, currency, 0, net, many FROM moved) e GROUP BY 1, 2) s) AS sums`;

/** Charges of bills that are not locked and that the basic file does not know, the dearest first. */
export const unknownChargesSql = `SELECT
    (SELECT coalesce(json_agg(u), '[]') FROM (
       SELECT b."carrierCode" AS carrier, l."chargeClass", l.code, l.text, l.currency, count(*)::integer AS count, sum(l.net) AS sum,
              count(DISTINCT l.bill)::integer AS bills
         FROM ${openLines} AND l.category IS NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY sum(abs(l.net)) DESC, l.code, l.text LIMIT 200) u) AS unknown,
    (SELECT coalesce(json_agg(k), '[]') FROM (
       SELECT DISTINCT "carrierCode" AS carrier, code, text, category FROM bill_basic WHERE tenant_id = lading.tenant()) k) AS known`;

/** Bills of a carrier that are not locked get the categories of today. $1 tenant, $2 carrier. */
export const reclassifySql = `SELECT billing.classify($1, b.id), billing.count_lines($1, b.id) FROM carrier_bill b
  WHERE b.tenant_id = $1 AND b."carrierCode" = $2 AND b.status IN ('parsed', 'matched')`;

/** Takes what waits. */
export const staleSql = `DELETE FROM billing.stale RETURNING tenant_id::text AS tenant, carrier`;

export const classifyStatements: readonly string[] = [
  // Carriers whose basic file has changed since their bills were classified.
  `CREATE TABLE IF NOT EXISTS billing.stale (tenant_id bigint NOT NULL, carrier text NOT NULL, PRIMARY KEY (tenant_id, carrier))`,
  `ALTER TABLE billing.stale ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE billing.stale FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON billing.stale`,
  `CREATE POLICY system ON billing.stale TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON billing.stale TO lading_system`,
  `CREATE OR REPLACE FUNCTION billing.note_stale() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     INSERT INTO billing.stale (tenant_id, carrier) SELECT DISTINCT c.tenant_id, c."carrierCode" FROM changed c ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION billing.note_stale() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION billing.note_stale() FROM PUBLIC`,
  ...(['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((verb) => [
    `DROP TRIGGER IF EXISTS stale_${verb.toLowerCase()} ON bill_basic`,
    `CREATE TRIGGER stale_${verb.toLowerCase()} AFTER ${verb} ON bill_basic REFERENCING ${verb === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION billing.note_stale()`,
  ]),
];
