/** Everything that a price of a channel's service is made of, apart from what belongs to one customer. */
const tables = [
  ...['carrier', 'channel', 'channel_ship_from', 'channel_service', 'channel_service__weightRules'],
  ...['channel_level', 'channel_level__surchargeTerms'],
  ...['rate_table', 'fixed_rate', 'zone_chart', 'area_list', 'surcharge_rule', 'fuel_surcharge'],
  ...['fuel_concession', 'transit_time'],
];

/**
 * A mark per transaction that changed prices; reading the marks together with the prices identifies their state. Marks
 * instead of a counter, because a counter would serialise price changes of a tenant. Each new mark deletes old ones;
 * remaining sets of marks are always new.
 */
export const stateStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS rating`,
  `GRANT USAGE ON SCHEMA rating TO lading_app, lading_system`,
  `CREATE TABLE IF NOT EXISTS rating.change (
     tenant_id bigint NOT NULL, xid xid8 NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, xid))`,
  `ALTER TABLE rating.change ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE rating.change FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON rating.change`,
  `CREATE POLICY system ON rating.change TO lading_system USING (true)`,
  `DROP POLICY IF EXISTS wall ON rating.change`,
  `CREATE POLICY wall ON rating.change FOR SELECT TO lading_app USING (tenant_id = (SELECT lading.tenant()))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON rating.change TO lading_system`,
  `GRANT SELECT ON rating.change TO lading_app`,
  `GRANT CREATE ON SCHEMA rating TO lading_system`,
  `CREATE OR REPLACE FUNCTION rating.price_changed() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     INSERT INTO rating.change (tenant_id, xid)
       SELECT DISTINCT c.tenant_id, pg_current_xact_id() FROM changed c ON CONFLICT DO NOTHING;
     IF FOUND AND random() < 0.02 THEN
       DELETE FROM rating.change d WHERE d.ctid = ANY (ARRAY(
         SELECT o.ctid FROM rating.change o
          WHERE o.tenant_id = (SELECT c.tenant_id FROM changed c LIMIT 1) AND o.at < now() - interval '1 day'
          FOR UPDATE SKIP LOCKED));
     END IF;
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION rating.price_changed() OWNER TO lading_system`,
  `REVOKE CREATE ON SCHEMA rating FROM lading_system`,
  ...tables.flatMap((table) =>
    (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((verb) => {
      const name = `price_${verb.toLowerCase()}`;
      const rows = verb === 'DELETE' ? 'OLD' : 'NEW';
      return [
        `DROP TRIGGER IF EXISTS ${name} ON "${table}"`,
        `CREATE TRIGGER ${name} AFTER ${verb} ON "${table}" REFERENCING ${rows} TABLE AS changed
           FOR EACH STATEMENT EXECUTE FUNCTION rating.price_changed()`,
      ];
    }),
  ),
];

/** The state of a tenant's prices as one text; another text, another state. Behind the wall of the tenant. */
export const stateSql = `(SELECT count(*) || '.' || coalesce(sum(hashtextextended(c.xid::text, 0)::numeric), 0) FROM rating.change c)`;
