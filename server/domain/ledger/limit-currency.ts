/**
 * A customer's limits are in the tenant's own currency, like its balance. Set by trigger for every code path; a start
 * also converts older settings.
 */
export const limitCurrencyStatements: readonly string[] = [
  `CREATE OR REPLACE FUNCTION ledger.tell_limit_currency() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     SELECT t.currency INTO NEW."limitCurrency" FROM tenant t WHERE t.id = NEW.tenant_id;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE FUNCTION ledger.renew_limit_currency() RETURNS void LANGUAGE sql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
     UPDATE customer_config c SET "limitCurrency" = t.currency FROM tenant t
      WHERE t.id = c.tenant_id AND c."limitCurrency" IS DISTINCT FROM t.currency $$`,
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  ...['ledger.tell_limit_currency()', 'ledger.renew_limit_currency()'].flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION ${name} TO CURRENT_USER`,
  ]),
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
  `CREATE OR REPLACE TRIGGER tell_limit_currency BEFORE INSERT OR UPDATE ON customer_config FOR EACH ROW
     EXECUTE FUNCTION ledger.tell_limit_currency()`,
  `SELECT ledger.renew_limit_currency()`,
];
