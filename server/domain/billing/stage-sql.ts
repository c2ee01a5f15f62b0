/** What a line of a bill is made of: the column of the entity, its type, and how it is taken from a text. */
export const lineTypes = {
  ...{ line: 'integer', trackingNo: 'text', leadTracking: 'text', reference: 'text', shipDate: 'date', kind: 'text' },
  ...{ detail: 'text', chargeClass: 'text', code: 'text', text: 'text', net: 'numeric', incentive: 'numeric' },
  ...{ basis: 'numeric', quantity: 'numeric', enteredWeight: 'numeric', billedWeight: 'numeric', weightUnit: 'text' },
  ...{ length: 'numeric', width: 'numeric', height: 'numeric', zone: 'text', service: 'text', extra: 'jsonb' },
} as const;
export type LineColumn = keyof typeof lineTypes;
export const lineColumns = Object.keys(lineTypes) as LineColumn[];

export const lineNames = lineColumns.map((name) => `"${name}"`).join(', ');

/**
 * Lines on their way: a file is understood to its end before any of it is a record. Unlogged, because an import that a crash
 * stops starts from the beginning.
 */
export const stageStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS billing`,
  `GRANT USAGE ON SCHEMA billing TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA billing TO lading_system`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS billing.staged (
     tenant_id bigint NOT NULL, import text NOT NULL, key text NOT NULL, at timestamptz NOT NULL DEFAULT now(),
     n bigint GENERATED ALWAYS AS IDENTITY, ${lineColumns.map((name) => `"${name}" ${lineTypes[name]}`).join(', ')})`,
  `CREATE INDEX IF NOT EXISTS staged_import ON billing.staged (tenant_id, import, key)`,
  // COPY takes no table with policies: this one is shut to everybody but the system role.
  `ALTER TABLE billing.staged NO FORCE ROW LEVEL SECURITY`,
  `ALTER TABLE billing.staged DISABLE ROW LEVEL SECURITY`,
  `REVOKE ALL ON billing.staged FROM PUBLIC, lading_app`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON billing.staged TO lading_system`,
];

export const stageSql = `COPY billing.staged (tenant_id, import, key, ${lineNames}) FROM STDIN`;

/** A row of the stage in the text format of COPY. */
export const stageRow = (cells: readonly (string | number | null)[]): string => `${cells.map(copyCell).join('\t')}\n`;

function copyCell(value: string | number | null): string {
  if (value === null) return '\\N';
  const text = String(value);
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] as string) : text;
}
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** $1 tenant, $2 import. What older imports have left goes too. */
export const unstageSql = `DELETE FROM billing.staged
  WHERE (tenant_id = $1 AND import LIKE $2) OR at < now() - interval '2 days'`;

/** The charge of the basic file that fits best: `c` has class, code and text, `of_tenant` and `of_carrier` say whose. */
export const bestOf = (source: string): string => `(SELECT basic.category FROM ${source} basic,
     LATERAL (SELECT lower(regexp_replace(btrim(coalesce(c.text, '')), '\\s+', ' ', 'g')) AS said,
                     lower(regexp_replace(btrim(basic.text), '\\s+', ' ', 'g')) AS asked) t
   WHERE basic.tenant_id = of_tenant AND basic."carrierCode" = of_carrier
     AND (basic."chargeClass" IS NULL OR upper(basic."chargeClass") = upper(coalesce(c."chargeClass", '')))
     AND (basic.code IS NULL OR upper(basic.code) = upper(coalesce(c.code, '')))
     AND (basic.text IS NULL OR CASE basic.match WHEN 'exact' THEN t.said = t.asked WHEN 'begins' THEN starts_with(t.said, t.asked)
                                         ELSE position(t.asked IN t.said) > 0 END)
   ORDER BY CASE WHEN basic.text IS NOT NULL AND basic.match = 'exact' THEN 1
                 WHEN basic.text IS NULL AND basic.code IS NOT NULL THEN 2
                 WHEN basic.text IS NULL AND basic."chargeClass" IN ('FSC', 'INF', 'TAX', 'GOV', 'BRK') THEN 3
                 WHEN basic.text IS NOT NULL AND basic.match = 'begins' THEN 4 WHEN basic.text IS NOT NULL THEN 5 ELSE 6 END,
            length(basic.text) DESC NULLS LAST, basic.id
   LIMIT 1)`;
export const best = bestOf('bill_basic');

/** Summary of a bill's lines. */
const countLines = `CREATE OR REPLACE FUNCTION billing.count_lines(of_tenant bigint, of_bill bigint) RETURNS void
     LANGUAGE sql SET search_path = pg_catalog, public AS $$
   UPDATE carrier_bill x SET "matchedCount" = c.matched, "unmatchedCount" = c.unmatched, "accountCount" = c.account,
       "unknownCount" = c.unknown, "matchedSum" = c.matched_sum, "unmatchedSum" = c.unmatched_sum, "accountSum" = c.account_sum
     FROM (SELECT count(*) FILTER (WHERE "matchState" = 'matched') AS matched,
                  count(*) FILTER (WHERE "matchState" = 'unmatched') AS unmatched,
                  count(*) FILTER (WHERE "matchState" = 'account') AS account,
                  count(*) FILTER (WHERE category IS NULL) AS unknown,
                  coalesce(sum(net) FILTER (WHERE "matchState" = 'matched'), 0) AS matched_sum,
                  coalesce(sum(net) FILTER (WHERE "matchState" = 'unmatched'), 0) AS unmatched_sum,
                  coalesce(sum(net) FILTER (WHERE "matchState" = 'account'), 0) AS account_sum
             FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = of_bill) c
    WHERE x.tenant_id = of_tenant AND x.id = of_bill $$`;

/** Classifies the lines of open bills again by the current basic file. */
const classify = `CREATE OR REPLACE FUNCTION billing.classify(of_tenant bigint, of_bill bigint) RETURNS void
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE of_carrier text;
   BEGIN
     SELECT x."carrierCode" INTO of_carrier FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill
        AND x.status IN ('parsed', 'matched') FOR UPDATE;
     IF NOT FOUND THEN RETURN; END IF;
     -- A bill has few different charges on many lines: each is judged once, and only where one has changed are lines read again.
     WITH k AS MATERIALIZED (
         SELECT c.*, ${best} AS judged
           FROM (SELECT d."chargeClass", d.code, d.text, array_agg(DISTINCT coalesce(d.category, '')) AS before FROM carrier_bill_line d
                  WHERE d.tenant_id = of_tenant AND d.bill = of_bill GROUP BY 1, 2, 3) c),
       moved AS MATERIALIZED (SELECT * FROM k WHERE k.before <> ARRAY[coalesce(k.judged, '')]),
       line AS MATERIALIZED (
         SELECT l.id, m.judged FROM moved m JOIN carrier_bill_line l ON l.tenant_id = of_tenant AND l.bill = of_bill
            AND l.category IS DISTINCT FROM m.judged AND l."chargeClass" IS NOT DISTINCT FROM m."chargeClass"
            AND l.code IS NOT DISTINCT FROM m.code AND l.text IS NOT DISTINCT FROM m.text)
     UPDATE carrier_bill_line l SET category = n.judged, version = l.version + 1, "updatedAt" = now()
       FROM line n WHERE l.tenant_id = of_tenant AND l.id = n.id;
   END $$`;

/**
 * Statistics of the lines after a large import. Without them the planner takes a bill of many lines for one of a few until
 * autovacuum comes, and comparing it does not end in time. Only the owner of a table may have it analyzed.
 */
const analyze = [
  `CREATE OR REPLACE FUNCTION billing.analyze_lines() RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN ANALYZE carrier_bill_line; END $$`,
  `REVOKE ALL ON FUNCTION billing.analyze_lines() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION billing.analyze_lines() TO lading_system`,
];

export const countStatements: readonly string[] = [countLines, classify, ...analyze];

export const analyzeSql = `SELECT billing.analyze_lines()`;

/** $1 tenant, $2 bills. */
export const linesSql = `SELECT count(*)::integer AS count FROM carrier_bill_line WHERE tenant_id = $1 AND bill = ANY ($2::bigint[])`;

/** $1 tenant, $2 bill: charges that the basic file does not know. */
export const unknownSql = `SELECT code, text, count(*)::integer AS count, sum(net)::text AS sum FROM carrier_bill_line
  WHERE tenant_id = $1 AND bill = $2 AND category IS NULL GROUP BY code, text ORDER BY sum(abs(net)) DESC, code, text LIMIT 500`;
