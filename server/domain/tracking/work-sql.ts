/** Polling schedule and incoming messages, apart from the records because they change with every poll. */
export const workStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS tracking.work (
     tenant_id bigint NOT NULL, package bigint NOT NULL, account bigint, next_at timestamptz NOT NULL DEFAULT now(),
     locked_until timestamptz, tries integer NOT NULL DEFAULT 0, news_at timestamptz NOT NULL DEFAULT now(),
     asked_at timestamptz, retired_at timestamptz, promised_at timestamptz, failure text,
     PRIMARY KEY (tenant_id, package))`,
  `DROP INDEX IF EXISTS tracking.work_due`,
  `CREATE INDEX IF NOT EXISTS work_turn ON tracking.work (tenant_id, account, next_at) WHERE retired_at IS NULL`,
  // After a rate-limit answer the account is not polled until then.
  `CREATE TABLE IF NOT EXISTS tracking.pause (
     tenant_id bigint NOT NULL, account bigint NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (tenant_id, account))`,
  // Every message once: the same bytes for the same tenant are the same message.
  `CREATE TABLE IF NOT EXISTS tracking.pushed (
     tenant_id bigint NOT NULL, hash text NOT NULL, package bigint NOT NULL, tracked jsonb NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), taken_at timestamptz, PRIMARY KEY (tenant_id, hash))`,
  `DROP INDEX IF EXISTS tracking.pushed_waiting`,
  `CREATE INDEX IF NOT EXISTS pushed_turn ON tracking.pushed (tenant_id, at) WHERE taken_at IS NULL`,
  // Who reads a tenant's messages is alone with them until then.
  `CREATE TABLE IF NOT EXISTS tracking.reading (tenant_id bigint PRIMARY KEY, until timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS tracking.proof (
     tenant_id bigint NOT NULL, package bigint NOT NULL, file bigint NOT NULL, format text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, package))`,
  ...['work', 'pause', 'pushed', 'reading', 'proof'].flatMap((table) => [
    `ALTER TABLE tracking.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE tracking.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON tracking.${table}`,
    `CREATE POLICY system ON tracking.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON tracking.${table} TO lading_system`,
  ]),
  // Comparisons of bills read what was promised.
  `DROP POLICY IF EXISTS wall ON tracking.work`,
  `CREATE POLICY wall ON tracking.work FOR SELECT TO lading_app USING (tenant_id = (SELECT lading.tenant()))`,
  `GRANT SELECT (tenant_id, package, promised_at) ON tracking.work TO lading_app`,
  `CREATE OR REPLACE FUNCTION tracking.package_made() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     INSERT INTO tracking.work (tenant_id, package, account)
       SELECT n.tenant_id, n.id, n.account FROM made n WHERE n."trackingNo" IS NOT NULL ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  `GRANT CREATE ON SCHEMA tracking TO lading_system`,
  `ALTER FUNCTION tracking.package_made() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION tracking.package_made() FROM PUBLIC`,
  `REVOKE CREATE ON SCHEMA tracking FROM lading_system`,
  `CREATE OR REPLACE TRIGGER package_made AFTER INSERT ON package REFERENCING NEW TABLE AS made
     FOR EACH STATEMENT EXECUTE FUNCTION tracking.package_made()`,
];

/** An order bears the numbers of all its boxes, those that were voided too, so that it is found by any of them. */
const numbersOf = (order: string): string =>
  `(SELECT left(string_agg(p."trackingNo", ' ' ORDER BY p.id), 10000) FROM public.package p
     WHERE p.tenant_id = ${order}.tenant_id AND p."order" = ${order}.id AND p."trackingNo" IS NOT NULL)`;
const functions: Readonly<Record<string, string>> = {
  'tracking.number_orders()': `RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     UPDATE public."order" o SET "trackingNos" = ${numbersOf('o')}
      WHERE (o.tenant_id, o.id) IN (SELECT n.tenant_id, n."order" FROM made n WHERE n."trackingNo" IS NOT NULL);
     RETURN NULL;
   END $$`,
  // For a database whose orders have boxes and do not bear their numbers yet.
  'tracking.fill_numbers()': `RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     IF EXISTS (SELECT FROM public."order" WHERE "trackingNos" IS NOT NULL) THEN RETURN; END IF;
     UPDATE public."order" o SET "trackingNos" = ${numbersOf('o')}
      WHERE EXISTS (SELECT FROM public.package p WHERE p.tenant_id = o.tenant_id AND p."order" = o.id AND p."trackingNo" IS NOT NULL);
   END $$`,
};
export const numberStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA tracking TO lading_system`,
  ...Object.entries(functions).flatMap(([name, body]) => [
    `CREATE OR REPLACE FUNCTION ${name} ${body}`,
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  `GRANT EXECUTE ON FUNCTION tracking.fill_numbers() TO CURRENT_USER`,
  `REVOKE CREATE ON SCHEMA tracking FROM lading_system`,
  `CREATE OR REPLACE TRIGGER number_orders AFTER INSERT ON package REFERENCING NEW TABLE AS made
     FOR EACH STATEMENT EXECUTE FUNCTION tracking.number_orders()`,
  `SELECT tracking.fill_numbers()`,
];

export const schemaStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS tracking`,
  `GRANT USAGE ON SCHEMA tracking TO lading_app, lading_system`,
];
