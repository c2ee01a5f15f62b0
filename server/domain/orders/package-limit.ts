/**
 * Limits the boxes of a submitted draft to the customer's `packageLimit`. Enforced by trigger for every code path, so
 * that the transition needs no effect and stays reversible.
 */
export const packageLimitStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS orders`,
  `GRANT USAGE ON SCHEMA orders TO lading_app, lading_system`,
  `CREATE OR REPLACE FUNCTION orders.check_packages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   DECLARE most bigint;
   BEGIN
     SELECT c."packageLimit" INTO most FROM customer_config c WHERE c.tenant_id = NEW.tenant_id AND c.customer = NEW.customer;
     IF NEW."boxCount" > most THEN
       RAISE EXCEPTION 'order.tooManyPackages' USING ERRCODE = 'LD411', COLUMN = 'boxes',
         DETAIL = json_build_object('max', most, 'count', NEW."boxCount")::text;
     END IF;
     RETURN NEW;
   END $$`,
  `GRANT CREATE ON SCHEMA orders TO lading_system`,
  `ALTER FUNCTION orders.check_packages() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION orders.check_packages() FROM PUBLIC`,
  `REVOKE CREATE ON SCHEMA orders FROM lading_system`,
  `CREATE OR REPLACE TRIGGER check_packages BEFORE UPDATE ON "order" FOR EACH ROW
     WHEN (OLD.status IN ('draft', 'failed') AND NEW.status NOT IN ('draft', 'failed')) EXECUTE FUNCTION orders.check_packages()`,
];
