import { epochSql, rightsEpochStatements } from './session-sql.ts';

/**
 * The DDL that comes before any entity: the schema `lading` with its functions, the tables that are no entities, and
 * three roles. The owner creates tables; `lading_app` serves requests under row-level security; `lading_system` is used
 * by sign-in, jobs and the demo. Every statement is repeatable.
 */
export const systemRole = 'lading_system';
export const appRole = 'lading_app';

/** First key of a tenant's fence, an advisory lock; the second is the tenant's. */
export const fencingLockClass = 7_221;

/** Limits for every statement of a request, below the six seconds that clients wait (spec section 7). */
export const appLimits = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '5s',
};

/**
 * Prefix of the key's fingerprint in the comment of the roles it made; roles are shared by all databases of a server.
 */
export const keyMark = 'made by lading with key ';

export function roleStatements(passwords: { app: string; system: string; check: string }): string[] {
  const role = (name: string, password: string) => `
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${name}') THEN
        CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
      END IF;
    END $$;
    ALTER ROLE ${name} PASSWORD '${password}'`;
  return [
    role(appRole, passwords.app),
    role(systemRole, passwords.system),
    `COMMENT ON ROLE ${appRole} IS '${keyMark}${passwords.check}'`,
    // An owner without superuser rights may only transfer functions to a role that it belongs to, and only see since when
    // such a role's transactions run. It owns the tables anyway.
    `GRANT ${appRole}, ${systemRole} TO CURRENT_USER`,
    ...Object.entries(appLimits).map(([setting, value]) => `ALTER ROLE ${appRole} SET ${setting} = '${value}'`),
  ];
}

/**
 * The common end of the entry functions: sets the identity for the transaction and the time zone of the connection. An
 * idempotency key is locked until the transaction ends (an advisory lock, so that its row is written once, with the
 * answer), waiting for a current holder; its stored answer is returned as the request's hash, a colon, the answer, which
 * is null while who claimed the key still runs.
 * Calls are assigned, because PERFORM would run a separate query.
 */
const settle = (tenant: string, member: string, account: string): string => `
     done := set_config('lading.tenant', ${tenant}, true) || set_config('lading.member', ${member}, true)
             || set_config('lading.account', ${account}, true);
     IF current_setting('TimeZone') <> zone THEN done := set_config('TimeZone', zone, false); END IF;
     IF asked_key IS NULL THEN RETURN NULL; END IF;
     done := pg_advisory_xact_lock(hashtextextended(asked_key, ${account}::bigint)) IS NULL;
     RETURN (SELECT encode(i.request_hash, 'hex') || ':' || CASE WHEN i.held_until > now() THEN 'null' ELSE i.answer END
       FROM lading.idempotency i
       WHERE i.tenant_id = ${tenant}::bigint AND i.account_id = ${account}::bigint AND i.key = asked_key);`;

/** What indexes are made of: trigrams of searched texts, beside the tenant. Both may be created by a database's owner. */
export const extensionStatements: readonly string[] = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE EXTENSION IF NOT EXISTS btree_gin`,
];

export const rowSecurityDdl: string[] = [
  ...extensionStatements,
  `CREATE SCHEMA IF NOT EXISTS lading`,
  `GRANT USAGE ON SCHEMA lading, public TO ${appRole}, ${systemRole}`,
  // Only until the functions have been transferred; see `closingStatements`.
  `GRANT CREATE ON SCHEMA lading TO ${systemRole}`,
  `REVOKE CREATE ON SCHEMA public FROM PUBLIC`,

  // Unset means no tenant: NULLIF turns the empty setting of a fresh connection into NULL, which equals no row.
  `CREATE OR REPLACE FUNCTION lading.tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
     AS $$ SELECT NULLIF(current_setting('lading.tenant', true), '')::bigint $$`,
  `CREATE OR REPLACE FUNCTION lading.member() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
     AS $$ SELECT NULLIF(current_setting('lading.member', true), '')::bigint $$`,
  `CREATE OR REPLACE FUNCTION lading.staff() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
     AS $$ SELECT current_setting('lading.member', true) = '' $$`,
  // For policies, which evaluate it once per statement and table: one function call instead of two.
  `CREATE OR REPLACE FUNCTION lading.staff_tenant() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
     AS $$ SELECT CASE WHEN lading.staff() THEN lading.tenant() END $$`,
  // Whose rows are visible: 0 all rows (staff), else those of one member; null none.
  `CREATE OR REPLACE FUNCTION lading.reach() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
     AS $$ SELECT CASE WHEN lading.staff() THEN 0 ELSE NULLIF(lading.member(), 0) END $$`,

  // Postgres tells a superuser since when each transaction runs, and an ordinary owner that of the roles that it belongs
  // to. Events wait for writers of every database, so those count as well.
  `CREATE OR REPLACE FUNCTION lading.oldest_writer() RETURNS TABLE (seconds float8, pid integer)
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
     AS $$ SELECT extract(epoch FROM clock_timestamp() - w.since)::float8, w.pid FROM (
             SELECT a.xact_start AS since, a.pid FROM pg_stat_activity a WHERE a.backend_xid IS NOT NULL
             UNION ALL SELECT p.prepared, NULL FROM pg_prepared_xacts p) w
            WHERE w.since IS NOT NULL ORDER BY w.since LIMIT 1 $$`,
  `REVOKE ALL ON FUNCTION lading.oldest_writer() FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.oldest_writer() TO ${systemRole}`,

  `CREATE TABLE IF NOT EXISTS lading.session_token (
     token_hash bytea PRIMARY KEY, tenant_id bigint NOT NULL, session_id bigint NOT NULL, account_id bigint NOT NULL,
     member_id bigint, time_zone text NOT NULL, epoch integer NOT NULL DEFAULT 1,
     expires_at timestamptz NOT NULL, revoked_at timestamptz)`,
  `CREATE INDEX IF NOT EXISTS session_token_account ON lading.session_token (tenant_id, account_id)`,
  ...rightsEpochStatements(systemRole),
  `CREATE TABLE IF NOT EXISTS lading.audit (
     tenant_id bigint NOT NULL, id bigint NOT NULL, entity text NOT NULL, record_id bigint NOT NULL, verb text NOT NULL,
     version bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(), by bigint, changes json NOT NULL,
     PRIMARY KEY (tenant_id, entity, record_id, id))`,
  `CREATE TABLE IF NOT EXISTS lading.idempotency (
     tenant_id bigint NOT NULL, account_id bigint NOT NULL, key text NOT NULL, request_hash bytea NOT NULL,
     answer text, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, account_id, key))`,
  // Who runs what a key began, and until when without a sign of life; see `once`.
  `ALTER TABLE lading.idempotency ADD COLUMN IF NOT EXISTS holder bigint, ADD COLUMN IF NOT EXISTS held_until timestamptz`,
  `CREATE TABLE IF NOT EXISTS lading.counter (
     tenant_id bigint NOT NULL, key text NOT NULL, next bigint NOT NULL, PRIMARY KEY (tenant_id, key))`,
  `CREATE TABLE IF NOT EXISTS lading.preference (
     tenant_id bigint NOT NULL, account_id bigint NOT NULL, key text NOT NULL, value json NOT NULL,
     PRIMARY KEY (tenant_id, account_id, key))`,
  `CREATE TABLE IF NOT EXISTS lading.job (
     tenant_id bigint NOT NULL, id bigint NOT NULL, account_id bigint NOT NULL, kind text NOT NULL,
     state text NOT NULL DEFAULT 'queued', done bigint NOT NULL DEFAULT 0, total bigint, request json NOT NULL,
     result json, file bigint, created_at timestamptz NOT NULL DEFAULT now(), finished_at timestamptz,
     PRIMARY KEY (tenant_id, id))`,
  `CREATE TABLE IF NOT EXISTS lading.failed_sign_in (
     tenant_id bigint NOT NULL, subject text NOT NULL, failures integer NOT NULL, last_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, subject))`,
  `CREATE TABLE IF NOT EXISTS lading.catalog (id integer PRIMARY KEY CHECK (id = 1), hash text NOT NULL, at timestamptz NOT NULL)`,
  // Which release brought the schema to its form, and the oldest one that may serve on it.
  `ALTER TABLE lading.catalog ADD COLUMN IF NOT EXISTS release text, ADD COLUMN IF NOT EXISTS serves text`,
  // The hash of their run, and fingerprints of the statements that lock a table, so that a start repeats none that stands.
  `ALTER TABLE lading.catalog ADD COLUMN IF NOT EXISTS stands text[]`,
  `CREATE TABLE IF NOT EXISTS lading.file_store (id integer PRIMARY KEY CHECK (id = 1), object_name text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS lading.known_menu (code text PRIMARY KEY)`,
  `CREATE TABLE IF NOT EXISTS lading.known_timer (task text PRIMARY KEY)`,
  `CREATE SEQUENCE IF NOT EXISTS lading.node`,

  ...['audit', 'idempotency', 'counter', 'preference', 'job'].flatMap((table) => tenantWall(table)),
  `GRANT SELECT, INSERT ON lading.audit TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.idempotency TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.preference TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE ON lading.job TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA lading TO ${systemRole}`,
  `GRANT USAGE ON SEQUENCE lading.node TO ${systemRole}`,

  /*
   * The entry of every request: checks the session in the transaction of the data, so that a revoked or outdated one fails
   * there, and sets tenant, member and zone for this transaction only. LD401: no session. LD409: the node has older rights
   * or an older schema than the session; it reloads them and retries. The shared lock is the tenant's fence: a change of
   * its tables takes it exclusively, so that no transaction uses the old form then, and those that waited read the new
   * epoch.
   */
  `CREATE TABLE IF NOT EXISTS lading.schema_serial (tenant_id bigint PRIMARY KEY, serial bigint NOT NULL)`,
  `GRANT SELECT ON lading.schema_serial TO ${appRole}`,
  `GRANT SELECT, INSERT, UPDATE ON lading.schema_serial TO ${systemRole}`,
  ...['enter(bytea, integer)', 'enter(bigint, bytea, integer)', 'enter_house(bigint, text, text, text, bigint)'].map(
    (old) => `DROP FUNCTION IF EXISTS lading.${old}`,
  ),
  `CREATE OR REPLACE FUNCTION lading.enter(tenant bigint, hash bytea, known_epoch integer, asked_key text) RETURNS text
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   DECLARE own bigint; member bigint; account bigint; zone text; epoch integer; done text;
   BEGIN
     done := pg_advisory_xact_lock_shared(${fencingLockClass}, hashint8(tenant)) IS NULL;
     SELECT t.tenant_id, t.member_id, t.account_id, t.time_zone, ${epochSql('t')} INTO own, member, account, zone, epoch
       FROM lading.session_token t WHERE t.token_hash = hash AND t.revoked_at IS NULL AND t.expires_at > now();
     IF NOT FOUND THEN RAISE EXCEPTION 'no session' USING ERRCODE = 'LD401'; END IF;
     IF epoch <> known_epoch OR own <> tenant THEN RAISE EXCEPTION 'outdated rights' USING ERRCODE = 'LD409'; END IF;
     ${settle('own::text', `coalesce(member::text, '')`, 'account::text')}
   END $$`,
  `ALTER FUNCTION lading.enter(bigint, bytea, integer, text) OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.enter(bigint, bytea, integer, text) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.enter(bigint, bytea, integer, text) TO ${appRole}`,

  /* The same for a system actor of one tenant; a null `known` skips the check of the tenant's schema. */
  `CREATE OR REPLACE FUNCTION lading.enter_house(tenant bigint, member text, account text, zone text, known bigint, asked_key text)
     RETURNS text LANGUAGE plpgsql AS $$
   DECLARE done text;
   BEGIN
     done := pg_advisory_xact_lock_shared(${fencingLockClass}, hashint8(tenant)) IS NULL;
     IF known <> (SELECT serial FROM lading.schema_serial WHERE tenant_id = tenant) THEN
       RAISE EXCEPTION 'outdated schema' USING ERRCODE = 'LD409';
     END IF;
     ${settle('tenant::text', 'member', 'account')}
   END $$`,

  /*
   * Fails a write whose row is out of the person's reach afterwards, so that the commit can be sent in the same packet.
   * Null: no row was written because another transaction changed it (LD410).
   */
  `CREATE OR REPLACE FUNCTION lading.hold(stays boolean) RETURNS boolean LANGUAGE plpgsql AS $$
   BEGIN
     IF stays THEN RETURN true; END IF;
     IF stays IS NULL THEN RAISE EXCEPTION 'stale' USING ERRCODE = 'LD410'; END IF;
     RAISE insufficient_privilege;
   END $$`,

  /*
   * Fails a transaction for a refusal `{code, ...params}`, so that the commit can be sent in the same packet; null passes.
   */
  `CREATE OR REPLACE FUNCTION lading.refuse(words text, refusal json) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     IF refusal IS NULL THEN RETURN; END IF;
     RAISE EXCEPTION USING ERRCODE = 'LD411', MESSAGE = words || '.' || (refusal ->> 'code'), DETAIL = (refusal::jsonb - 'code')::text;
   END $$`,

  /* Ids generated in the database, like those of createIds, with a node number that no node gets. */
  `CREATE SEQUENCE IF NOT EXISTS lading.inner_id`,
  `CREATE OR REPLACE FUNCTION lading.new_id() RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
     SELECT ((extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1767225600000) << 22
            | (1023::bigint << 12) | (nextval('lading.inner_id') & 4095) $$`,
  /* Several ascending ids at once. */
  `CREATE OR REPLACE FUNCTION lading.new_ids(many integer) RETURNS SETOF bigint LANGUAGE sql VOLATILE SECURITY DEFINER
     ROWS 100 SET search_path = pg_catalog AS $$
     WITH start AS MATERIALIZED (
       SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1767225600000 AS ms, nextval('lading.inner_id') AS number)
     SELECT (start.ms + (n.number >> 12) - (start.number >> 12)) << 22 | (1023::bigint << 12) | (n.number & 4095)
       FROM start, (SELECT nextval('lading.inner_id') AS number FROM generate_series(1, many) OFFSET 0) n $$`,

  /* Invalidates the rights of all sessions of the tenant, by trigger for every code path. */
  `CREATE OR REPLACE FUNCTION lading.rights_changed() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     PERFORM lading.renew_rights(coalesce(NEW.tenant_id, OLD.tenant_id));
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION lading.rights_changed() OWNER TO ${systemRole}`,

  /* The outbox: a job is a queue row, written in the transaction that orders it. Imports of one tenant run one by one. */
  `CREATE OR REPLACE FUNCTION lading.enqueue(task text, payload json, job_key text) RETURNS void
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
     SELECT graphile_worker.add_job(task, payload, max_attempts => 12, job_key => enqueue.job_key,
       queue_name => CASE WHEN task = 'import' THEN 'import:' || (payload ->> 'tenant') END) $$`,
  `REVOKE ALL ON FUNCTION lading.enqueue(text, json, text) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.enqueue(text, json, text) TO ${appRole}, ${systemRole}`,
];

/** Runs last: the system role can no longer create objects once the functions are its own. */
export const closingStatements: string[] = [`REVOKE CREATE ON SCHEMA lading FROM ${systemRole}`];

function tenantWall(table: string): string[] {
  return [
    `ALTER TABLE lading.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE lading.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS wall ON lading.${table}`,
    `CREATE POLICY wall ON lading.${table} TO ${appRole} USING (tenant_id = (SELECT lading.tenant()))`,
    `DROP POLICY IF EXISTS system ON lading.${table}`,
    `CREATE POLICY system ON lading.${table} TO ${systemRole} USING (true)`,
  ];
}

/**
 * Lets LIKE and ILIKE run before row security, without which searches could not use their trigram index. Safe, since
 * their only error depends on the pattern and never on a row. Needs a superuser; elsewhere searching works but is
 * slower.
 */
export const leakproofStatements: string[] = ['textlike', 'texticlike'].map(
  (name) => `ALTER FUNCTION pg_catalog.${name}(text, text) LEAKPROOF`,
);
