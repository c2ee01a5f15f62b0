/**
 * Two percents for one day of a carrier's group are refused, on every way in; days between two periods that none covers are
 * noted on the later one, where lists find them.
 */
export const fuelStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS rating`,
  `GRANT USAGE ON SCHEMA rating TO lading_app, lading_system`,
  `CREATE OR REPLACE FUNCTION rating.check_fuel() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE other record;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended(format('fuel %s %s %s', NEW.tenant_id, NEW.carrier, NEW."serviceGroup"), 0));
     SELECT f."from", f."to" INTO other FROM fuel_surcharge f
      WHERE f.tenant_id = NEW.tenant_id AND f.carrier = NEW.carrier AND f."serviceGroup" = NEW."serviceGroup"
        AND f.status = 'active' AND f.id <> NEW.id AND f."from" <= NEW."to" AND f."to" >= NEW."from"
      ORDER BY f."from" LIMIT 1;
     IF FOUND THEN
       RAISE EXCEPTION 'rating.fuelOverlap' USING ERRCODE = 'LD411', COLUMN = 'from',
         DETAIL = json_build_object('from', other."from", 'to', other."to")::text;
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE FUNCTION rating.fuel_gaps(of_tenant bigint, of_carrier bigint, of_group text) RETURNS void LANGUAGE sql
     SECURITY DEFINER SET search_path = pg_catalog, public AS $$
     SELECT pg_advisory_xact_lock(hashtextextended(format('fuel %s %s %s', of_tenant, of_carrier, of_group), 0));
     UPDATE fuel_surcharge f SET "gapBefore" = g.gap
       FROM (SELECT id, CASE WHEN status = 'active' THEN
                      "from" - lag("to") OVER (PARTITION BY status ORDER BY "from") - 1 END AS gap
               FROM fuel_surcharge
              WHERE tenant_id = of_tenant AND carrier = of_carrier AND "serviceGroup" = of_group) g
      WHERE f.tenant_id = of_tenant AND f.id = g.id AND f."gapBefore" IS DISTINCT FROM g.gap
   $$`,
  `CREATE OR REPLACE FUNCTION rating.note_fuel_gaps() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     IF TG_OP <> 'INSERT' THEN PERFORM rating.fuel_gaps(OLD.tenant_id, OLD.carrier, OLD."serviceGroup"); END IF;
     IF TG_OP <> 'DELETE' THEN PERFORM rating.fuel_gaps(NEW.tenant_id, NEW.carrier, NEW."serviceGroup"); END IF;
     RETURN NULL;
   END $$`,
  `GRANT CREATE ON SCHEMA rating TO lading_system`,
  ...['check_fuel()', 'note_fuel_gaps()', 'fuel_gaps(bigint, bigint, text)'].flatMap((name) => [
    `ALTER FUNCTION rating.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION rating.${name} FROM PUBLIC`,
  ]),
  `REVOKE CREATE ON SCHEMA rating FROM lading_system`,
  `CREATE OR REPLACE TRIGGER check_fuel BEFORE INSERT OR UPDATE ON fuel_surcharge FOR EACH ROW
     WHEN (NEW.status = 'active') EXECUTE FUNCTION rating.check_fuel()`,
  `CREATE OR REPLACE TRIGGER note_fuel_gaps AFTER INSERT OR UPDATE OR DELETE ON fuel_surcharge FOR EACH ROW
     WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION rating.note_fuel_gaps()`,
];
