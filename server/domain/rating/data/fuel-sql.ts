/** What changed, by the group whose days it is about; triggers call it `changed`, whatever was done. */
const groups = `SELECT DISTINCT tenant_id, carrier, "serviceGroup" FROM changed`;

/**
 * Two percents for one day of a carrier's group are refused, on every way in; days between two periods that none covers are
 * noted on the later one, where lists find them. Both once a statement: a file brings two years at once.
 */
export const fuelStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS rating`,
  `GRANT USAGE ON SCHEMA rating TO lading_app, lading_system`,
  `CREATE OR REPLACE FUNCTION rating.check_fuel() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE other record;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended(format('fuel %s %s %s', g.tenant_id, g.carrier, g."serviceGroup"), 0))
        FROM (${groups} ORDER BY 1, 2, 3) g;
     SELECT f."from", f."to" INTO other FROM changed c
       JOIN fuel_surcharge f ON f.tenant_id = c.tenant_id AND f.carrier = c.carrier AND f."serviceGroup" = c."serviceGroup"
        AND f.status = 'active' AND f.id <> c.id AND f."from" <= c."to" AND f."to" >= c."from"
      WHERE c.status = 'active' ORDER BY f."from" LIMIT 1;
     IF FOUND THEN
       RAISE EXCEPTION 'rating.fuelOverlap' USING ERRCODE = 'LD411', COLUMN = 'from',
         DETAIL = json_build_object('from', other."from", 'to', other."to")::text;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE OR REPLACE FUNCTION rating.note_fuel_gaps() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     UPDATE fuel_surcharge f SET "gapBefore" = g.gap
       FROM (SELECT w.tenant_id, w.id, CASE WHEN w.status = 'active' THEN
                      w."from" - lag(w."to") OVER (PARTITION BY w.tenant_id, w.carrier, w."serviceGroup", w.status
                                                   ORDER BY w."from") - 1 END AS gap
               FROM fuel_surcharge w
               JOIN (${groups}) c USING (tenant_id, carrier, "serviceGroup")) g
      WHERE f.tenant_id = g.tenant_id AND f.id = g.id AND f."gapBefore" IS DISTINCT FROM g.gap;
     RETURN NULL;
   END $$`,
  `GRANT CREATE ON SCHEMA rating TO lading_system`,
  ...['check_fuel()', 'note_fuel_gaps()'].flatMap((name) => [
    `ALTER FUNCTION rating.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION rating.${name} FROM PUBLIC`,
  ]),
  `REVOKE CREATE ON SCHEMA rating FROM lading_system`,
  ...[
    ['check_fuel_added', 'INSERT', 'NEW', 'check_fuel'],
    ['check_fuel_changed', 'UPDATE', 'NEW', 'check_fuel'],
    ['note_fuel_added', 'INSERT', 'NEW', 'note_fuel_gaps'],
    ['note_fuel_changed', 'UPDATE', 'NEW', 'note_fuel_gaps'],
    ['note_fuel_left', 'UPDATE', 'OLD', 'note_fuel_gaps'],
    ['note_fuel_removed', 'DELETE', 'OLD', 'note_fuel_gaps'],
  ].map(
    ([name, verb, rows, call]) => `CREATE OR REPLACE TRIGGER ${name} AFTER ${verb} ON fuel_surcharge
       REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION rating.${call}()`,
  ),
];
