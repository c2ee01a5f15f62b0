/** One price per customer, warehouse and day, on every way in; and one bill per shipment unless it was cancelled. */
const overlap = `CREATE OR REPLACE FUNCTION fba.check_overlap() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE other record;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended(format('fba %s %s %s', NEW.tenant_id, NEW.customer, NEW."warehouseCode"), 0));
     SELECT c."from", c."to" INTO other FROM fba_customer_config c
      WHERE c.tenant_id = NEW.tenant_id AND c.customer = NEW.customer AND c."warehouseCode" = NEW."warehouseCode" AND c.id <> NEW.id
        AND c."from" <= coalesce(NEW."to", 'infinity') AND coalesce(c."to", 'infinity') >= NEW."from" ORDER BY c."from" LIMIT 1;
     IF FOUND THEN
       RAISE EXCEPTION 'fba.overlap' USING ERRCODE = 'LD411', COLUMN = 'from',
         DETAIL = json_build_object('from', other."from", 'to', coalesce(other."to"::text, '…'))::text;
     END IF;
     RETURN NULL;
   END $$`;

/** Names the bill that has a shipment already, which the index alone could not. */
const once = `CREATE OR REPLACE FUNCTION fba.check_shipment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE other text;
   BEGIN
     PERFORM pg_advisory_xact_lock(hashtextextended(format('fba shipment %s %s', NEW.tenant_id, NEW."shipmentId"), 0));
     SELECT b."billNo" INTO other FROM fba_bill b
      WHERE b.tenant_id = NEW.tenant_id AND b."shipmentId" = NEW."shipmentId" AND b.id <> NEW.id AND b.status <> 'cancelled' LIMIT 1;
     IF FOUND THEN
       RAISE EXCEPTION 'fba.billed' USING ERRCODE = 'LD411', COLUMN = 'shipmentId', DETAIL = json_build_object('bill', other)::text;
     END IF;
     RETURN NEW;
   END $$`;

const names = ['check_overlap()', 'check_shipment()'];

export const fbaStatements: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS fba',
  'GRANT USAGE ON SCHEMA fba TO lading_app, lading_system',
  'GRANT CREATE ON SCHEMA fba TO lading_system',
  ...[overlap, once],
  ...names.flatMap((name) => [
    `ALTER FUNCTION fba.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION fba.${name} FROM PUBLIC`,
  ]),
  'REVOKE CREATE ON SCHEMA fba FROM lading_system',
  `CREATE OR REPLACE TRIGGER check_overlap AFTER INSERT OR UPDATE OF "from", "to" ON fba_customer_config FOR EACH ROW
     EXECUTE FUNCTION fba.check_overlap()`,
  `CREATE OR REPLACE TRIGGER check_shipment BEFORE INSERT OR UPDATE OF "shipmentId" ON fba_bill FOR EACH ROW
     WHEN (NEW.status <> 'cancelled') EXECUTE FUNCTION fba.check_shipment()`,
];
