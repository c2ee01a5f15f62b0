import { systemRole } from './row-security.ts';

/** Prefix of what tenants' revisions add to delivered tables; `planTables` leaves it alone. */
export const ownPrefix = 'x_';

/** Tables of schema revisions and drafts. Only `server/revisions` accesses them, as the system role. */
export const revisionDdl: readonly string[] = [
  `CREATE SEQUENCE IF NOT EXISTS lading.own_name`,
  `GRANT USAGE ON SEQUENCE lading.own_name TO ${systemRole}`,
  // `overlay` for a delivered entity; null for a tenant's own, whose document is complete.
  `CREATE TABLE IF NOT EXISTS lading.revision (
     tenant_id bigint NOT NULL, entity text NOT NULL, revision integer NOT NULL, hash text NOT NULL, base_hash text,
     document json NOT NULL, overlay json, changes integer NOT NULL, author bigint NOT NULL, reason text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, entity, revision))`,
  // Problems that the publisher accepted.
  `ALTER TABLE lading.revision ADD COLUMN IF NOT EXISTS accepted json NOT NULL DEFAULT '[]'`,
  // By table and column: replacements for values that the new type could not hold.
  `ALTER TABLE lading.revision ADD COLUMN IF NOT EXISTS filled json`,
  `CREATE TABLE IF NOT EXISTS lading.live_schema (
     tenant_id bigint NOT NULL, entity text NOT NULL, origin text NOT NULL, own_table text, state text NOT NULL,
     revision integer NOT NULL, PRIMARY KEY (tenant_id, entity))`,
  `CREATE TABLE IF NOT EXISTS lading.draft (
     tenant_id bigint NOT NULL, entity text NOT NULL, stamp integer NOT NULL, base_revision integer NOT NULL,
     document json NOT NULL, by bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, entity))`,
  `CREATE TABLE IF NOT EXISTS lading.draft_step (
     tenant_id bigint NOT NULL, entity text NOT NULL, n integer NOT NULL, name text NOT NULL, edits json NOT NULL,
     inverse json NOT NULL, key text, undone boolean NOT NULL DEFAULT false, by bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, entity, n),
     FOREIGN KEY (tenant_id, entity) REFERENCES lading.draft (tenant_id, entity) ON DELETE CASCADE)`,
  // The document a draft is based on, its conflicts with it, and which conflicts with the delivered base it decides.
  `ALTER TABLE lading.draft ADD COLUMN IF NOT EXISTS ground json, ADD COLUMN IF NOT EXISTS ground_hash text,
     ADD COLUMN IF NOT EXISTS conflicts json NOT NULL DEFAULT '[]', ADD COLUMN IF NOT EXISTS settled json NOT NULL DEFAULT '[]',
     ADD COLUMN IF NOT EXISTS came json NOT NULL DEFAULT '[]'`,
  // A step from before a rebase cannot be undone.
  `ALTER TABLE lading.draft_step ADD COLUMN IF NOT EXISTS sealed boolean NOT NULL DEFAULT false`,
  `CREATE TABLE IF NOT EXISTS lading.schema_comment (
     tenant_id bigint NOT NULL, entity text NOT NULL, id bigint NOT NULL, place text NOT NULL, text text NOT NULL,
     by bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, entity, id))`,
  `CREATE TABLE IF NOT EXISTS lading.designing (
     tenant_id bigint NOT NULL, entity text NOT NULL, account_id bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, entity, account_id))`,
  // Tables of retired entities, dropped after the retention period; and a permanent record of what was dropped.
  `CREATE TABLE IF NOT EXISTS lading.retired_table (
     tenant_id bigint NOT NULL, entity text NOT NULL, table_name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
     cleared_at timestamptz)`,
  `CREATE TABLE IF NOT EXISTS lading.cleared (
     tenant_id bigint NOT NULL, entity text NOT NULL, table_name text NOT NULL, column_name text NOT NULL, type text,
     at timestamptz NOT NULL DEFAULT now())`,
  `CREATE INDEX IF NOT EXISTS cleared_of ON lading.cleared (tenant_id, entity)`,
  ...[
    'revision',
    'live_schema',
    'draft',
    'draft_step',
    'schema_comment',
    'designing',
    'schema_serial',
    'retired_table',
    'cleared',
  ].flatMap((table) => [
    `ALTER TABLE lading.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE lading.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON lading.${table}`,
    `CREATE POLICY system ON lading.${table} TO ${systemRole} USING (true)`,
    // Published revisions are immutable; a rollback is a new revision.
    `GRANT SELECT, INSERT${table === 'revision' ? '' : ', UPDATE, DELETE'} ON lading.${table} TO ${systemRole}`,
  ]),
  `REVOKE UPDATE, DELETE ON lading.revision FROM ${systemRole}`,
  // Number of published revisions of a tenant, readable by every node.
  `DROP POLICY IF EXISTS serial ON lading.schema_serial`,
  `CREATE POLICY serial ON lading.schema_serial FOR SELECT USING (true)`,
  // By revision of the tenant, oldest first: names of an entity (`items.worth` for a field of rows) that used to mean
  // other columns.
  `CREATE OR REPLACE FUNCTION lading.past_names(asked text) RETURNS json
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
       SELECT coalesce(json_agg(json_build_object('at', to_char(r.at, 'YYYY-MM-DD HH24:MI:SS.US'), 'ids', (
         SELECT coalesce(json_object_agg(n.name, n.id) FILTER (WHERE n.id IS NOT NULL), '{}')
           FROM json_each(r.document->'meta'->'fields') f, LATERAL (
             SELECT f.key AS name, f.value->>'id' AS id
             UNION ALL SELECT f.key || '.' || l.key, l.value->>'id' FROM json_each(f.value->'fields') l) n)) ORDER BY r.revision), '[]')
         FROM lading.revision r WHERE r.tenant_id = lading.tenant() AND r.entity = asked $$`,
  `ALTER FUNCTION lading.past_names(text) OWNER TO ${systemRole}`,
  `DROP FUNCTION IF EXISTS lading.cast_or_null(text, text)`,
  // The text as a value of the type, or NULL. Special inputs whose value depends on the moment ("today") or is not
  // finite ("infinity", "NaN") are not accepted. A time without zone is in the tenant's.
  `CREATE OR REPLACE FUNCTION lading.read_as(value text, type text, zone text) RETURNS text
     LANGUAGE plpgsql STABLE SET search_path = pg_catalog SET TimeZone = 'UTC' AS $$
   DECLARE answer text;
   BEGIN
     IF type ~ '^(numeric|date|time)' AND value !~ '[0-9]' THEN RETURN NULL; END IF;
     PERFORM set_config('TimeZone', zone, true);
     EXECUTE format('SELECT (%L::%s)::text', value, type) INTO answer;
     RETURN answer;
   EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN RETURN NULL;
   END $$`,
];
