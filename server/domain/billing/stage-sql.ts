import { byTracking, ofTheAccount, planned } from './match-sql.ts';

/** What a line of a bill is made of: the column of the entity, its type, and how it is taken from a text. */
const columns = {
  ...{ line: 'integer', trackingNo: 'text', leadTracking: 'text', reference: 'text', shipDate: 'date', kind: 'text' },
  ...{ detail: 'text', chargeClass: 'text', code: 'text', text: 'text', net: 'numeric', incentive: 'numeric' },
  ...{ basis: 'numeric', quantity: 'numeric', enteredWeight: 'numeric', billedWeight: 'numeric', weightUnit: 'text' },
  ...{ length: 'numeric', width: 'numeric', height: 'numeric', zone: 'text', service: 'text', extra: 'jsonb' },
} as const;
export type LineColumn = keyof typeof columns;
export const lineColumns = Object.keys(columns) as LineColumn[];

const names = lineColumns.map((name) => `"${name}"`).join(', ');

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
     n bigint GENERATED ALWAYS AS IDENTITY, ${lineColumns.map((name) => `"${name}" ${columns[name]}`).join(', ')})`,
  `CREATE INDEX IF NOT EXISTS staged_import ON billing.staged (tenant_id, import, key)`,
  // COPY takes no table with policies: this one is shut to everybody but the system role.
  `ALTER TABLE billing.staged NO FORCE ROW LEVEL SECURITY`,
  `ALTER TABLE billing.staged DISABLE ROW LEVEL SECURITY`,
  `REVOKE ALL ON billing.staged FROM PUBLIC, lading_app`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON billing.staged TO lading_system`,
];

export const stageSql = `COPY billing.staged (tenant_id, import, key, ${names}) FROM STDIN`;

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
const best = bestOf('bill_basic');

/** The staged lines of an invoice, each with its category and, if its tracking number is known, its package. */
const insertSql = `WITH k AS MATERIALIZED (
         SELECT c.*, ${best} AS category
           FROM (SELECT DISTINCT d."chargeClass", d.code, d.text FROM billing.staged d
                  WHERE d.tenant_id = of_tenant AND d.import = of_import AND d.key = of_key) c)
     INSERT INTO carrier_bill_line (tenant_id, id, "createdBy", "updatedBy", bill, currency, "matchState", "matchReason", package,
         "order", customer, category, ${names})
       SELECT of_tenant, lading.new_id(), of_actor, of_actor, of_bill, of_currency,
              CASE WHEN p.line IS NOT NULL THEN 'matched' WHEN ${ofTheAccount('s')} THEN 'account' ELSE 'unmatched' END,
              CASE WHEN p.line IS NOT NULL THEN 'tracking' WHEN ${ofTheAccount('s')} THEN 'accountCharge' ELSE 'none' END,
              p.package, p."order", p.customer, k.category, ${lineColumns.map((name) => `s."${name}"`).join(', ')}
         FROM billing.staged s
         -- Most lines find their package at once: a row that is written twice costs twice.
         LEFT JOIN (${byTracking(
           's.n',
           `billing.staged s CROSS JOIN LATERAL (SELECT coalesce(s."shipDate", b."billDate") AS day) d
              WHERE s.tenant_id = of_tenant AND s.import = of_import AND s.key = of_key AND s."trackingNo" IS NOT NULL`,
           's',
         )}) p ON p.line = s.n
         LEFT JOIN k
           ON coalesce(k."chargeClass", '') = coalesce(s."chargeClass", '') AND coalesce(k.code, '') = coalesce(s.code, '')
          AND coalesce(k.text, '') = coalesce(s.text, '')
        WHERE s.tenant_id = of_tenant AND s.import = of_import AND s.key = of_key
        ORDER BY s.line, s.n`;

const ofInvoice = [
  ...['of_tenant', 'of_import', 'of_key', 'of_actor', 'of_bill', 'of_currency', 'of_carrier', 'b."billDate"'],
  ...['b."carrierCode"', 'b.account'],
];

/**
 * Makes an invoice of staged lines a bill, whole: with its lines, or not at all. One that is known with the same lines stays
 * as it is; with others it is refused; one that was discarded comes back. The lock is the invoice's own, so that two imports
 * of one file are one.
 */
const take = `CREATE OR REPLACE FUNCTION billing.take(of_tenant bigint, of_import text, of_key text, f json, of_actor bigint) RETURNS json
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE b carrier_bill; of_bill bigint; of_carrier text := f ->> 'carrier'; of_currency text := f ->> 'currency'; event_verb text := 'edit';
   BEGIN
     PERFORM set_config('enable_nestloop', CASE WHEN (f ->> 'lines')::integer > 10000 THEN 'off' ELSE 'on' END, true);
     PERFORM set_config('work_mem', '64MB', true);
     PERFORM pg_advisory_xact_lock(hashtextextended(of_tenant || '|' || (f ->> 'account') || '|' || of_key, 7019));
     SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x."carrierCode" = of_carrier
        AND x.account = (f ->> 'account')::bigint AND x."plainNumber" = f ->> 'plainNumber' AND x."billDate" = (f ->> 'date')::date
        FOR UPDATE;
     IF FOUND AND b.status NOT IN ('discarded', 'uploaded') THEN
       RETURN json_build_object('id', b.id::text, 'outcome', CASE WHEN b.content = f ->> 'content' THEN 'same' ELSE 'other' END);
     END IF;
     IF FOUND THEN
       of_bill := b.id;
       DELETE FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = of_bill;
     ELSE
       of_bill := lading.new_id();
       event_verb := 'add';
       INSERT INTO carrier_bill (tenant_id, id, "createdBy", "updatedBy", number, "plainNumber", "carrierCode", account, "billDate",
           currency, status)
         VALUES (of_tenant, of_bill, of_actor, of_actor, f ->> 'number', f ->> 'plainNumber', of_carrier, (f ->> 'account')::bigint,
           (f ->> 'date')::date, of_currency, 'uploaded');
     END IF;
     SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill;
     ${planned(insertSql, ofInvoice)};
     UPDATE carrier_bill x SET status = 'parsed', version = x.version + 1, "updatedAt" = now(), "updatedBy" = of_actor, currency = of_currency,
         number = f ->> 'number', amount = (f ->> 'amount')::numeric, sum = (f ->> 'sum')::numeric,
         difference = (f ->> 'sum')::numeric - (f ->> 'amount')::numeric,
         differs = coalesce((f ->> 'sum')::numeric <> (f ->> 'amount')::numeric, false),
         "lineCount" = (f ->> 'lines')::integer, content = f ->> 'content', "fileName" = f ->> 'fileName', job = f ->> 'job',
         file = NULL, predicted = NULL
       WHERE x.tenant_id = of_tenant AND x.id = of_bill;
     PERFORM billing.count_lines(of_tenant, of_bill);
     INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
       SELECT of_tenant, lading.new_id(), 'carrier-bill', of_bill, event_verb, x.version, of_actor, '[]'
         FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill;
     RETURN json_build_object('id', of_bill::text, 'outcome', 'added');
   END $$`;

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

export const takeStatements: readonly string[] = [countLines, take, classify, ...analyze];

export const analyzeSql = `SELECT billing.analyze_lines()`;

/** $1 tenant, $2 bills. */
export const linesSql = `SELECT count(*)::integer AS count FROM carrier_bill_line WHERE tenant_id = $1 AND bill = ANY ($2::bigint[])`;

export const takeSql = `SELECT billing.take($1, $2, $3, $4::json, $5) AS taken`;

/** $1 tenant, $2 bill: charges that the basic file does not know. */
export const unknownSql = `SELECT code, text, count(*)::integer AS count, sum(net)::text AS sum FROM carrier_bill_line
  WHERE tenant_id = $1 AND bill = $2 AND category IS NULL GROUP BY code, text ORDER BY sum(abs(net)) DESC, code, text LIMIT 500`;
