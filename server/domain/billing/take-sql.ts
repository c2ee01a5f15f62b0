import { byTracking, ofTheAccount, planned } from './match-sql.ts';
import { best, lineColumns, lineNames, lineTypes, type LineColumn } from './stage-sql.ts';

/** The lines of an invoice in the stage. */
const staged = `billing.staged s WHERE s.tenant_id = of_tenant AND s.import = of_import AND s.key = of_key`;

/** Each with its category and, if its tracking number is known, its package. A line has the number of its row after `of_offset`. */
const insertSql = `WITH k AS MATERIALIZED (
         SELECT c.*, ${best} AS category FROM (SELECT DISTINCT s."chargeClass", s.code, s.text FROM ${staged}) c)
     INSERT INTO carrier_bill_line (tenant_id, id, "createdBy", "updatedBy", bill, currency, "matchState", "matchReason", package,
         "order", customer, category, ${lineNames})
       SELECT of_tenant, lading.new_id(), of_actor, of_actor, of_bill, of_currency,
              CASE WHEN p.line IS NOT NULL THEN 'matched' WHEN ${ofTheAccount('s')} THEN 'account' ELSE 'unmatched' END,
              CASE WHEN p.line IS NOT NULL THEN 'tracking' WHEN ${ofTheAccount('s')} THEN 'accountCharge' ELSE 'none' END,
              p.package, p."order", p.customer, k.category,
              ${lineColumns.map((name) => (name === 'line' ? 's.line + of_offset' : `s."${name}"`)).join(', ')}
         FROM billing.staged s
         -- Most lines find their package at once: a row that is written twice costs twice.
         LEFT JOIN (${byTracking(
           's.n',
           `${staged.replace(' WHERE', ' CROSS JOIN LATERAL (SELECT coalesce(s."shipDate", b."billDate") AS day) d WHERE')}
              AND s."trackingNo" IS NOT NULL`,
           's',
         )}) p ON p.line = s.n
         LEFT JOIN k
           ON coalesce(k."chargeClass", '') = coalesce(s."chargeClass", '') AND coalesce(k.code, '') = coalesce(s.code, '')
          AND coalesce(k.text, '') = coalesce(s.text, '')
        WHERE s.tenant_id = of_tenant AND s.import = of_import AND s.key = of_key
        ORDER BY s.line, s.n`;

const ofInvoice = [
  ...['of_tenant', 'of_import', 'of_key', 'of_actor', 'of_bill', 'of_currency', 'of_carrier', 'of_offset'],
  ...['b."billDate"', 'b."carrierCode"', 'b.account'],
];

const addLines = `CREATE OR REPLACE FUNCTION billing.add_lines(of_tenant bigint, of_import text, of_key text, f json, of_actor bigint, b carrier_bill, of_offset integer)
     RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE of_bill bigint := b.id; of_carrier text := f ->> 'carrier'; of_currency text := f ->> 'currency';
   BEGIN
     ${planned(insertSql, ofInvoice)};
   END $$`;

/** What a line is beside its number, as its table keeps it. */
const contentOf = (of: string): string => {
  const kept = (name: LineColumn): string =>
    lineTypes[name] === 'numeric' ? `round(${of}."${name}", 4)` : `${of}."${name}"`;
  return lineColumns
    .filter((name) => name !== 'line')
    .map(kept)
    .join(', ');
};

/**
 * A file with lines of an invoice that is here already. The carrier may have divided the invoice: the lines are added if they
 * are what the amount of the invoice still misses, all or in part, and none of them is here; or if the invoice comes to its
 * amount with the files that are taken together, whose sum `together` is. So no charge is counted twice,
 * whichever file comes again. Outcomes: `same` changes nothing; `joined`; `file` changes nothing until the file is stored; all
 * others refuse the file and change nothing.
 */
/** The file that is to be kept with the bill has not been stored yet. Bills of the demo have none and do not name one. */
const unstored = `coalesce(json_typeof(f -> 'file') = 'null', false)`;

/** The file of a bill, or of a part of one, that lost it: an import that was stopped could leave it behind. */
const lacking = (table: string, owner: string): string =>
  `SELECT FROM ${table} x WHERE x.tenant_id = of_tenant AND x.${owner} = b.id AND x.content = f ->> 'content' AND x.file IS NULL`;

const joinFile = `CREATE OR REPLACE FUNCTION billing.join_file(of_tenant bigint, of_import text, of_key text, f json, of_actor bigint, b carrier_bill)
     RETURNS json LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE own numeric := (f ->> 'sum')::numeric; missing numeric := b.amount - b.sum; known boolean; shared record; of_file bigint := (f ->> 'file')::bigint;
     last integer; complete boolean := coalesce((f ->> 'together')::numeric = missing, false);
   BEGIN
     IF b.content = f ->> 'content' OR EXISTS (SELECT FROM carrier_bill__files x
          WHERE x.tenant_id = of_tenant AND x.parent_id = b.id AND x.content = f ->> 'content') THEN
       IF b.status <> 'locked' AND (EXISTS (${lacking('carrier_bill', 'id')}) OR EXISTS (${lacking('carrier_bill__files', 'parent_id')})) THEN
         IF ${unstored} THEN RETURN json_build_object('outcome', 'file'); END IF;
         UPDATE carrier_bill x SET file = of_file WHERE x.tenant_id = of_tenant AND x.id = b.id AND x.content = f ->> 'content' AND x.file IS NULL;
         UPDATE carrier_bill__files x SET file = of_file
          WHERE x.tenant_id = of_tenant AND x.parent_id = b.id AND x.content = f ->> 'content' AND x.file IS NULL;
       END IF;
       RETURN json_build_object('outcome', 'same');
     END IF;
     -- Another amount is another version of the invoice, and without an amount nothing tells a part from one.
     known := coalesce(b.amount = (f ->> 'amount')::numeric, false) AND b.currency = f ->> 'currency';
     IF known THEN
       SELECT count(*)::integer AS many, coalesce(sum(x.net), 0) AS net INTO shared
         FROM (SELECT ${contentOf('s')} FROM ${staged}
               INTERSECT ALL SELECT ${contentOf('l')} FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = b.id)
           AS x (${lineColumns
             .filter((name) => name !== 'line')
             .map((name) => `"${name}"`)
             .join(', ')});
       -- The whole invoice, or a part of it as another download divided it.
       IF missing = 0 AND shared.many = (f ->> 'lines')::integer THEN RETURN json_build_object('outcome', 'same'); END IF;
     END IF;
     IF b.status IN ('locking', 'locked') THEN RETURN json_build_object('outcome', 'locked'); END IF;
     IF b.amount IS NULL OR f ->> 'amount' IS NULL THEN RETURN json_build_object('outcome', 'unproven'); END IF;
     IF NOT known OR (own = 0 AND b.amount = 0) THEN
       RETURN json_build_object('outcome', 'other');
     END IF;
     -- Equal charges are two where the invoice comes to its amount only with both.
     IF shared.many > 0 AND (own <> missing AND NOT complete OR shared.net = 0) THEN
       RETURN json_build_object('outcome', 'shared', 'count', shared.many);
     END IF;
     IF NOT complete AND own <> 0 AND (sign(own) <> sign(missing) OR abs(own) > abs(missing)) THEN
       RETURN json_build_object('outcome', 'beyond', 'sum', (b.sum + own)::numeric(15, 2)::text, 'amount', b.amount::numeric(15, 2)::text);
     END IF;
     IF ${unstored} THEN RETURN json_build_object('outcome', 'file'); END IF;
     SELECT max(l.line) INTO last FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = b.id;
     IF NOT EXISTS (SELECT FROM carrier_bill__files x WHERE x.tenant_id = of_tenant AND x.parent_id = b.id) THEN
       INSERT INTO carrier_bill__files (tenant_id, parent_id, id, seq, file, "fileName", "lineCount", sum, "lineNumbers", content)
         SELECT of_tenant, b.id, lading.new_id(), 1, b.file, b."fileName", b."lineCount", b.sum, min(l.line) || '–' || last, b.content
           FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = b.id;
     END IF;
     PERFORM billing.add_lines(of_tenant, of_import, of_key, f, of_actor, b, last);
     INSERT INTO carrier_bill__files (tenant_id, parent_id, id, seq, file, "fileName", "lineCount", sum, "lineNumbers", content)
       SELECT of_tenant, b.id, lading.new_id(),
              (SELECT max(x.seq) + 1 FROM carrier_bill__files x WHERE x.tenant_id = of_tenant AND x.parent_id = b.id), of_file, f ->> 'fileName', (f ->> 'lines')::integer, own, min(l.line) || '–' || max(l.line), f ->> 'content'
         FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = b.id AND l.line > last;
     UPDATE carrier_bill x SET status = 'parsed', version = x.version + 1, "updatedAt" = now(), "updatedBy" = of_actor, sum = b.sum + own,
         difference = own - missing, differs = own <> missing, "lineCount" = b."lineCount" + (f ->> 'lines')::integer,
         "fileName" = left(concat_ws(', ', b."fileName", f ->> 'fileName'), 255), job = f ->> 'job', predicted = NULL
       WHERE x.tenant_id = of_tenant AND x.id = b.id;
     RETURN json_build_object('outcome', 'joined');
   END $$`;

/**
 * Makes an invoice of staged lines a bill, whole: with its lines, or not at all. One that is known with the same lines stays
 * as it is; a further file of it is joined or refused; one that was discarded comes back. The file is stored before, so that
 * no bill is ever without it: what would make a bill without a file answers `file`. The lock is the invoice's own, so that
 * two imports of one file are one.
 */
const take = `CREATE OR REPLACE FUNCTION billing.take(of_tenant bigint, of_import text, of_key text, f json, of_actor bigint) RETURNS json
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE b carrier_bill; of_bill bigint; swapped date; event_verb text := 'edit'; answer json := json_build_object('outcome', 'added');
   BEGIN
     PERFORM set_config('enable_nestloop', CASE WHEN (f ->> 'lines')::integer > 10000 THEN 'off' ELSE 'on' END, true);
     PERFORM set_config('work_mem', '64MB', true);
     PERFORM pg_advisory_xact_lock(hashtextextended(of_tenant || '|' || (f ->> 'account') || '|' || of_key, 7019));
     SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x."carrierCode" = f ->> 'carrier'
        AND x.account = (f ->> 'account')::bigint AND x."plainNumber" = f ->> 'plainNumber' AND x."billDate" = (f ->> 'date')::date
        FOR UPDATE;
     IF NOT FOUND THEN
       -- The same invoice in a file whose days were taken for months: it must not be owed twice.
       SELECT x."billDate" INTO swapped FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x."carrierCode" = f ->> 'carrier'
          AND x.account = (f ->> 'account')::bigint AND x."plainNumber" = f ->> 'plainNumber' AND x.status NOT IN ('discarded', 'uploaded')
          AND to_char(x."billDate", 'YYYY-DD-MM') = f ->> 'date' AND x.amount = (f ->> 'amount')::numeric;
       IF FOUND THEN RETURN json_build_object('outcome', 'swapped', 'date', swapped::text); END IF;
     END IF;
     IF b.id IS NOT NULL AND b.status NOT IN ('discarded', 'uploaded') THEN
       of_bill := b.id;
       answer := billing.join_file(of_tenant, of_import, of_key, f, of_actor, b);
     ELSIF ${unstored} THEN
       RETURN json_build_object('outcome', 'file');
     ELSE
       IF b.id IS NOT NULL THEN
         of_bill := b.id;
         DELETE FROM carrier_bill_line l WHERE l.tenant_id = of_tenant AND l.bill = of_bill;
       ELSE
         of_bill := lading.new_id();
         event_verb := 'add';
         INSERT INTO carrier_bill (tenant_id, id, "createdBy", "updatedBy", number, "plainNumber", "carrierCode", account, "billDate",
             currency, status)
           VALUES (of_tenant, of_bill, of_actor, of_actor, f ->> 'number', f ->> 'plainNumber', f ->> 'carrier', (f ->> 'account')::bigint,
             (f ->> 'date')::date, f ->> 'currency', 'uploaded');
       END IF;
       SELECT * INTO b FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill;
       PERFORM billing.add_lines(of_tenant, of_import, of_key, f, of_actor, b, 0);
       UPDATE carrier_bill x SET status = 'parsed', version = x.version + 1, "updatedAt" = now(), "updatedBy" = of_actor, currency = f ->> 'currency',
           number = f ->> 'number', amount = (f ->> 'amount')::numeric, sum = (f ->> 'sum')::numeric,
           difference = (f ->> 'sum')::numeric - (f ->> 'amount')::numeric,
           differs = coalesce((f ->> 'sum')::numeric <> (f ->> 'amount')::numeric, false),
           "lineCount" = (f ->> 'lines')::integer, content = f ->> 'content', "fileName" = f ->> 'fileName', job = f ->> 'job',
           file = (f ->> 'file')::bigint, predicted = NULL
         WHERE x.tenant_id = of_tenant AND x.id = of_bill;
     END IF;
     IF answer ->> 'outcome' IN ('added', 'joined') THEN
       PERFORM billing.count_lines(of_tenant, of_bill);
       INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
         SELECT of_tenant, lading.new_id(), 'carrier-bill', of_bill, event_verb, x.version, of_actor, '[]'
           FROM carrier_bill x WHERE x.tenant_id = of_tenant AND x.id = of_bill;
     END IF;
     RETURN jsonb_build_object('id', of_bill::text) || answer::jsonb;
   END $$`;

/**
 * Takes files of an invoice that only fit together, as where the credits of one make up for another: all, or none of them,
 * which answers why the first one that does not fit is refused.
 */
const takeTogether = `CREATE OR REPLACE FUNCTION billing.take_together(of_tenant bigint, of_key text, parts json, of_actor bigint) RETURNS json
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE part jsonb; together numeric; answer json;
   BEGIN
     SELECT sum((p ->> 'sum')::numeric) INTO together FROM json_array_elements(parts) p;
     FOR part IN SELECT p FROM json_array_elements(parts) p LOOP
       answer := billing.take(of_tenant, part ->> 'import', of_key, (part || jsonb_build_object('together', together))::json, of_actor);
       IF answer ->> 'outcome' <> 'joined' THEN RAISE triggered_action_exception; END IF;
       together := together - (part ->> 'sum')::numeric;
     END LOOP;
     RETURN answer;
   EXCEPTION WHEN triggered_action_exception THEN RETURN answer;
   END $$`;

export const takeStatements: readonly string[] = [addLines, joinFile, take, takeTogether];

/** $1 tenant, $2 key, $3 the facts of each file with its `import`, $4 who. */
export const takeTogetherSql = `SELECT billing.take_together($1, $2, $3::json, $4) AS taken`;

export const takeSql = `SELECT billing.take($1, $2, $3, $4::json, $5) AS taken`;
