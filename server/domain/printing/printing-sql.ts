const definer = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public`;

/**
 * `device`: who may take a printer's jobs. `lease`: who has a job, until when, and whether its bytes were handed out.
 */
const tables = [
  `CREATE TABLE IF NOT EXISTS printing.device (
     tenant_id bigint NOT NULL, printer bigint NOT NULL, token_hash bytea NOT NULL UNIQUE, paired_at timestamptz NOT NULL DEFAULT now(),
     seen_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, printer))`,
  `CREATE TABLE IF NOT EXISTS printing.lease (
     tenant_id bigint NOT NULL, job bigint NOT NULL, printer bigint NOT NULL, token text NOT NULL, until timestamptz NOT NULL,
     handed boolean NOT NULL DEFAULT false, PRIMARY KEY (tenant_id, job))`,
  // `used`: a label was made with this weight; the next one needs the scale to be empty or moving in between.
  `CREATE TABLE IF NOT EXISTS printing.scale (
     tenant_id bigint NOT NULL, printer bigint NOT NULL, connected boolean NOT NULL, weight numeric(12, 3), unit text,
     stable boolean NOT NULL DEFAULT false, used boolean NOT NULL DEFAULT false, at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, printer))`,
  // An order open at a station, with what was scanned. `told`: the last refused weight.
  `CREATE TABLE IF NOT EXISTS printing.reservation (
     tenant_id bigint NOT NULL, "order" bigint NOT NULL, printer bigint NOT NULL, account bigint NOT NULL, package bigint, box bigint,
     as_ordered boolean NOT NULL DEFAULT false, grams numeric, told text, until timestamptz NOT NULL, PRIMARY KEY (tenant_id, "order"))`,
];
const tableNames = ['device', 'lease', 'scale', 'reservation'];

/**
 * Why a label does not fit a printer: labels are never scaled, converted or printed at another resolution. PDFs have
 * sizes but no resolution.
 */
const fault = `CREATE OR REPLACE FUNCTION printing.fault(p printer, format text, size text, dots integer) RETURNS text[]
   LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public AS $$
   SELECT CASE
     WHEN CASE p.language WHEN 'pdf' THEN format NOT IN ('pdf', 'png', 'gif') ELSE format <> p.language END
       THEN ARRAY['otherFormat', upper(format) || ' / ' || upper(p.language)]
     WHEN size <> p."labelSize" THEN ARRAY['otherSize', size || ' / ' || p."labelSize"]
     WHEN format <> 'pdf' AND dots IS NOT NULL AND dots <> p.dpi THEN ARRAY['otherDpi', dots || ' / ' || p.dpi || ' dpi'] END $$`;

/** Adds a job for a label, or a failed one with the reason. Null: the printer may not print it. */
const addJob = `CREATE OR REPLACE FUNCTION printing.add_job(own bigint, of_printer bigint, of_package bigint, by_cause text, why text,
       by_whom bigint, in_run text, place text) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE p printer; k package; o "order"; wrong text[]; job bigint := lading.new_id();
   BEGIN
     SELECT * INTO k FROM package x WHERE x.tenant_id = own AND x.id = of_package;
     SELECT * INTO p FROM printer x WHERE x.tenant_id = own AND x.id = of_printer AND (x.customer IS NULL OR x.customer = k.customer);
     IF k.id IS NULL OR p.id IS NULL THEN RETURN NULL; END IF;
     SELECT * INTO o FROM "order" x WHERE x.tenant_id = own AND x.id = k."order";
     wrong := printing.fault(p, k."labelFormat", k."labelSize", k.dpi::integer);
     INSERT INTO print_job (tenant_id, id, org_id, "createdBy", "updatedBy", status, name, printer, package, "order", customer, cause, position,
         reason, run, "errorCode", "errorText", attempts, "placedAt", "labelledAt")
       VALUES (own, job, k.org_id, by_whom, by_whom, CASE WHEN wrong IS NULL THEN 'queued' ELSE 'failed' END, coalesce(k."trackingNo", o."orderNo"),
         p.id, k.id, k."order", k.customer, by_cause, place, why, in_run, wrong[1], wrong[2], 0, o."submittedAt", k."createdAt");
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES (own, 'record', 'print-job', job, 'add');
     RETURN job;
   END $$`;

/** The printer of a label: the most specific matching mapping, the newest among equals. */
const pick = `CREATE OR REPLACE FUNCTION printing.pick(own bigint, of_package bigint, by_whom bigint, by_itself boolean) RETURNS bigint
   LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
   SELECT m.printer FROM package k
     JOIN "order" o ON o.tenant_id = k.tenant_id AND o.id = k."order"
     JOIN printer_mapping m ON m.tenant_id = k.tenant_id AND m.status = 'enabled' AND (m."onPlace" OR NOT by_itself)
      AND (m.account IS NULL OR m.account = by_whom) AND (m.customer IS NULL OR m.customer = k.customer)
      AND (m.channel IS NULL OR m.channel = o.channel) AND (m."labelSize" IS NULL OR m."labelSize" = k."labelSize")
     JOIN printer p ON p.tenant_id = m.tenant_id AND p.id = m.printer AND p.status = 'paired' AND (p.customer IS NULL OR p.customer = k.customer)
    WHERE k.tenant_id = own AND k.id = of_package
    ORDER BY m.account IS NULL, m.customer IS NULL, m.channel IS NULL, m."labelSize" IS NULL, m.id DESC LIMIT 1 $$`;

/** Sends a placed order's labels to the station that has it open, or to the mapped printer, once per package. */
const placed = `CREATE OR REPLACE FUNCTION printing.placed() RETURNS trigger ${definer} AS $$
   DECLARE o "order"; station printing.reservation; whom bigint; target bigint;
   BEGIN
     IF EXISTS (SELECT FROM print_job j WHERE j.tenant_id = NEW.tenant_id AND j.package = NEW.id AND j.cause IN ('place', 'station')) THEN RETURN NULL; END IF;
     SELECT * INTO station FROM printing.reservation r WHERE r.tenant_id = NEW.tenant_id AND r."order" = NEW."order" AND r.until > now();
     IF FOUND THEN
       PERFORM printing.add_job(NEW.tenant_id, station.printer, NEW.id, 'station', NULL, station.account, NULL, NULL);
       RETURN NULL;
     END IF;
     IF NOT EXISTS (SELECT FROM printer_mapping m WHERE m.tenant_id = NEW.tenant_id AND m."onPlace" AND m.status = 'enabled') THEN RETURN NULL; END IF;
     SELECT * INTO o FROM "order" x WHERE x.tenant_id = NEW.tenant_id AND x.id = NEW."order";
     -- Who placed it: who ordered the batch, else who changed the order last, else who made it.
     SELECT a.id INTO whom FROM unnest(ARRAY[(SELECT b."createdBy" FROM order_batch b WHERE b.tenant_id = o.tenant_id AND b.id = o.batch),
         o."updatedBy", o."createdBy"]) WITH ORDINALITY w(id, place) JOIN account a ON a.tenant_id = o.tenant_id AND a.id = w.id ORDER BY w.place LIMIT 1;
     target := printing.pick(NEW.tenant_id, NEW.id, whom, true);
     IF target IS NOT NULL THEN PERFORM printing.add_job(NEW.tenant_id, target, NEW.id, 'place', NULL, whom, NULL, NULL); END IF;
     RETURN NULL;
   END $$`;

/** Unpairs a printer's device; jobs whose bytes were handed out are left to a person. */
const unpair = `CREATE OR REPLACE FUNCTION printing.unpair(of_printer bigint) RETURNS void ${definer} AS $$
   DECLARE own bigint := lading.tenant();
   BEGIN
     IF NOT EXISTS (SELECT FROM printer p WHERE p.tenant_id = own AND p.id = of_printer AND (lading.staff() OR p.customer = lading.member())) THEN
       RAISE insufficient_privilege; END IF;
     DELETE FROM printing.device d WHERE d.tenant_id = own AND d.printer = of_printer;
     UPDATE printing.lease l SET until = now() WHERE l.tenant_id = own AND l.printer = of_printer AND l.until > now();
   END $$`;

const testPage = `CREATE OR REPLACE FUNCTION printing.test_page(of_printer bigint, by_whom bigint) RETURNS bigint ${definer} AS $$
   DECLARE own bigint := lading.tenant(); job bigint := lading.new_id();
   BEGIN
     INSERT INTO print_job (tenant_id, id, org_id, "createdBy", "updatedBy", status, name, printer, customer, cause, attempts)
       SELECT own, job, p.org_id, by_whom, by_whom, 'queued', 'TEST', p.id, p.customer, 'test', 0
         FROM printer p WHERE p.tenant_id = own AND p.id = of_printer AND (lading.staff() OR p.customer = lading.member());
     IF NOT FOUND THEN RAISE insufficient_privilege; END IF;
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES (own, 'record', 'print-job', job, 'add');
     RETURN job;
   END $$`;

/** Why a job cannot be sent again: printer or label may have changed. */
const again = `CREATE OR REPLACE FUNCTION printing.again(of_job bigint) RETURNS text[]
   LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT CASE WHEN p.status <> 'paired' THEN ARRAY['notPaired', p.name]
               WHEN j.package IS NOT NULL THEN printing.fault(p, k."labelFormat", k."labelSize", k.dpi::integer) END
     FROM print_job j JOIN printer p ON p.tenant_id = j.tenant_id AND p.id = j.printer
     LEFT JOIN package k ON k.tenant_id = j.tenant_id AND k.id = j.package
    WHERE j.tenant_id = lading.tenant() AND j.id = of_job AND (lading.staff() OR j.customer = lading.member()) $$`;

/** Adds a label's job for the station that has its order open, unless it has one or was printed before; null then. */
const stationJob = `CREATE OR REPLACE FUNCTION printing.station_job(own bigint, of_printer bigint, of_package bigint, by_whom bigint)
   RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   BEGIN
     PERFORM FROM package p WHERE p.tenant_id = own AND p.id = of_package AND coalesce(p."printCount", 0) = 0 FOR UPDATE;
     IF NOT FOUND OR EXISTS (SELECT FROM print_job j WHERE j.tenant_id = own AND j.package = of_package
         AND j.status IN ('queued', 'taken', 'spooled', 'uncertain')) THEN RETURN NULL; END IF;
     RETURN printing.add_job(own, of_printer, of_package, 'station', NULL, by_whom, NULL, NULL);
   END $$`;

/**
 * Adds the jobs of a run with its separator sheets, in order, all or none, and once however often the request comes. Each
 * of `list` has a `printer` and either a `package` with its `place` or a `sheet` with its `lines`.
 */
const sendRun = `CREATE OR REPLACE FUNCTION printing.send_run(own bigint, in_run text, why text, by_whom bigint, list jsonb)
   RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE each record;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended(own || ':' || in_run, 0));
     IF EXISTS (SELECT FROM print_job j WHERE j.tenant_id = own AND j.run = in_run AND j."createdBy" = by_whom) THEN RETURN; END IF;
     FOR each IN SELECT (e->>'printer')::bigint AS printer, (e->>'package')::bigint AS package, e->>'place' AS place, e->>'sheet' AS sheet, e->>'lines' AS lines
         FROM jsonb_array_elements(list) WITH ORDINALITY AS t(e, n) ORDER BY n LOOP
       IF each.package IS NOT NULL THEN PERFORM printing.add_job(own, each.printer, each.package, 'person', why, by_whom, in_run, each.place);
       ELSE INSERT INTO print_job (tenant_id, id, org_id, "createdBy", "updatedBy", status, name, printer, customer, cause, run, note, attempts)
         SELECT own, lading.new_id(), p.org_id, by_whom, by_whom, 'queued', left(each.sheet, 60), p.id, p.customer, 'separator', in_run, each.lines, 0
           FROM printer p WHERE p.tenant_id = own AND p.id = each.printer AND p.status = 'paired';
       END IF;
     END LOOP;
   END $$`;

const forSystem = [
  'send_run(bigint, text, text, bigint, jsonb)',
  'station_job(bigint, bigint, bigint, bigint)',
  'add_job(bigint, bigint, bigint, text, text, bigint, text, text)',
  'pick(bigint, bigint, bigint, boolean)',
  'placed()',
];
const forSteps = ['unpair(bigint)', 'test_page(bigint, bigint)', 'again(bigint)'];

export const printingStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS printing`,
  `GRANT USAGE ON SCHEMA printing TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA printing TO lading_system`,
  ...tables,
  ...tableNames.flatMap((name) => [
    `ALTER TABLE printing.${name} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE printing.${name} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON printing.${name}`,
    `CREATE POLICY system ON printing.${name} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON printing.${name} TO lading_system`,
  ]),
  ...[fault, addJob, pick, placed, unpair, testPage, again, stationJob, sendRun],
  `ALTER FUNCTION printing.fault(printer, text, text, integer) OWNER TO lading_system`,
  ...[...forSystem, ...forSteps].flatMap((name) => [
    `ALTER FUNCTION printing.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION printing.${name} FROM PUBLIC`,
  ]),
  ...forSteps.map((name) => `GRANT EXECUTE ON FUNCTION printing.${name} TO lading_app`),
  `REVOKE CREATE ON SCHEMA printing FROM lading_system`,
  `CREATE OR REPLACE TRIGGER print_label AFTER INSERT OR UPDATE OF "labelFile" ON package FOR EACH ROW
     WHEN (NEW."labelFile" IS NOT NULL AND NEW.status = 'labelled') EXECUTE FUNCTION printing.placed()`,
];
