import { epochSql } from './session-sql.ts';
import { systemRole } from './row-security.ts';

/** NOTIFY channel for committed events. */
export const eventChannel = 'lading_event';

/** A stored change of rights, of a menu or of a record. */
export interface EventRow {
  id: string;
  /** The transaction that wrote it. */
  xid: string;
  /** 0 for all tenants. */
  tenant: string;
  kind: string;
  /** The only recipient, or null for everyone of the tenant. */
  account: string | null;
  entity: string | null;
  record: string | null;
  verb: string | null;
  payload: Readonly<Record<string, unknown>> | null;
  /** Seconds since its transaction began. */
  age: number;
}

/**
 * Events are rows written by triggers in the transaction that causes them. Rolled-back events never appear. `xid`
 * orders events by commit; a reader that has seen everything below `xmin` misses nothing, although ids are assigned
 * before commits and in another order.
 */
export const eventDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.event (
     tenant_id bigint NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
     kind text NOT NULL, account_id bigint, entity text, record_id bigint, verb text, payload json,
     at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, id))`,
  `CREATE INDEX IF NOT EXISTS event_xid ON lading.event (xid)`,
  // Only the daily cleanup filters by time.
  `DROP INDEX IF EXISTS lading.event_at`,
  `CREATE INDEX IF NOT EXISTS event_range ON lading.event USING brin (at)`,
  `CREATE TABLE IF NOT EXISTS lading.connection (
     tenant_id bigint NOT NULL, id text NOT NULL, session_id bigint NOT NULL, account_id bigint NOT NULL, node text NOT NULL,
     opened_at timestamptz NOT NULL DEFAULT now(), seen_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, id))`,
  `CREATE INDEX IF NOT EXISTS connection_session ON lading.connection (tenant_id, session_id)`,
  `CREATE TABLE IF NOT EXISTS lading.hub_ticket (
     ticket_hash bytea PRIMARY KEY, tenant_id bigint NOT NULL, token_hash bytea NOT NULL, expires_at timestamptz NOT NULL)`,
  ...['event', 'connection', 'hub_ticket'].flatMap((table) => [
    `ALTER TABLE lading.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE lading.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON lading.${table}`,
    `CREATE POLICY system ON lading.${table} TO ${systemRole} USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.${table} TO ${systemRole}`,
  ]),

  // A statement-level trigger: for fifty records changed together it costs half of what a row-level one would.
  trigger(
    'record_changed',
    `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
       SELECT n.tenant_id, 'record', n.entity, n.record_id, n.verb FROM changed n;
     IF EXISTS (SELECT FROM changed n WHERE n.entity IN ('menu', 'application')) THEN
       INSERT INTO lading.event (tenant_id, kind)
         SELECT DISTINCT n.tenant_id, 'menu' FROM changed n WHERE n.entity IN ('menu', 'application');
     END IF`,
  ),
  ...on('lading.audit', 'record_changed', 'INSERT', 'NEW TABLE AS changed'),

  // An ended session.
  trigger(
    'session_changed',
    `INSERT INTO lading.event (tenant_id, kind, account_id, record_id)
       SELECT n.tenant_id, 'session', n.account_id, n.session_id FROM changed n JOIN old o USING (token_hash)
        WHERE o.revoked_at IS NULL AND n.revoked_at IS NOT NULL`,
  ),
  ...on('lading.session_token', 'session_changed', 'UPDATE', 'OLD TABLE AS old NEW TABLE AS changed'),

  // Sessions and connections, shown in the list of online users.
  trigger(
    'session_opened',
    `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
       SELECT n.tenant_id, 'record', 'session', n.id, 'add' FROM changed n`,
  ),
  ...on('public.session', 'session_opened', 'INSERT', 'NEW TABLE AS changed'),
  trigger(
    'session_seen',
    `INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
       SELECT n.tenant_id, 'record', 'session', n.id, 'edit' FROM changed n JOIN old o USING (tenant_id, id)
        WHERE (o.online, o."revokedAt") IS DISTINCT FROM (n.online, n."revokedAt")`,
  ),
  ...on('public.session', 'session_seen', 'UPDATE', 'OLD TABLE AS old NEW TABLE AS changed'),

  trigger(
    'job_moved',
    `INSERT INTO lading.event (tenant_id, kind, account_id, record_id, verb)
       SELECT n.tenant_id, 'job', n.account_id, n.id, n.state FROM changed n JOIN old o USING (tenant_id, id)
        WHERE (o.state, o.done, o.total) IS DISTINCT FROM (n.state, n.done, n.total)`,
  ),
  ...on('lading.job', 'job_moved', 'UPDATE', 'OLD TABLE AS old NEW TABLE AS changed'),

  // The catalog is shared: tenant 0 means all.
  trigger(
    'schema_changed',
    `INSERT INTO lading.event (tenant_id, kind)
       SELECT 0, 'schema' FROM changed n JOIN old o USING (id) WHERE o.hash <> n.hash`,
  ),
  ...on('lading.catalog', 'schema_changed', 'UPDATE', 'OLD TABLE AS old NEW TABLE AS changed'),

  // One NOTIFY per transaction; the nodes read the table. Not for records: NOTIFY holds a database-wide lock until the
  // commit is on disk, so commits could not be grouped. Nodes poll for changed records instead.
  `CREATE OR REPLACE FUNCTION lading.event_written() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN
     PERFORM pg_notify('${eventChannel}', '');
     RETURN NULL;
   END $$`,
  `DROP TRIGGER IF EXISTS event_written ON lading.event`,
  `CREATE TRIGGER event_written AFTER INSERT ON lading.event FOR EACH ROW WHEN (NEW.kind <> 'record')
     EXECUTE FUNCTION lading.event_written()`,
];

function trigger(name: string, body: string): string {
  return `CREATE OR REPLACE FUNCTION lading.${name}() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     ${body};
     RETURN NULL;
   END $$;
   ALTER FUNCTION lading.${name}() OWNER TO ${systemRole}`;
}

function on(table: string, name: string, verb: string, tables: string): string[] {
  return [
    `DROP TRIGGER IF EXISTS ${name} ON ${table}`,
    `CREATE TRIGGER ${name} AFTER ${verb} ON ${table} REFERENCING ${tables}
       FOR EACH STATEMENT EXECUTE FUNCTION lading.${name}()`,
  ];
}

/** Start position of a listener that only wants new events. */
export const eventCursorSql = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS cursor`;

const eventColumns = `id::text, xid::text, tenant_id::text AS tenant, kind, account_id::text AS account, entity,
  record_id::text AS record, verb, payload,
  extract(epoch FROM clock_timestamp() - at)::float8 AS age`;

/**
 * If more records changed at once (a large publish, or a node that was away), clients reload instead of getting each.
 */
export const maxEvents = 5000;

const noRecord = { account: null, entity: null, record: null, verb: null, payload: null };
export const tooMany: EventRow = { ...noRecord, id: '0', xid: '0', tenant: '0', kind: 'reload', age: 0 };

/**
 * $1 cursor to start from, $2 tenants. The limit on records never cuts off events of other kinds. Answers the events
 * with the cursor below which nothing is missing.
 */
export const eventsSql = `
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS cursor,
         coalesce((SELECT json_agg(e ORDER BY e.id::bigint) FROM (
           (SELECT ${eventColumns} FROM lading.event
             WHERE xid >= $1::text::xid8 AND tenant_id = ANY($2::bigint[] || 0::bigint) AND kind <> 'record')
           UNION ALL
           (SELECT ${eventColumns} FROM lading.event
             WHERE xid >= $1::text::xid8 AND tenant_id = ANY($2::bigint[] || 0::bigint) AND kind = 'record'
             ORDER BY lading.event.id LIMIT ${maxEvents + 1})) e), '[]') AS events`;

/** $1 cursor, $2 tenant, $3 account, $4 entities, $5 limit: the events a person has missed, oldest first. */
export const missedSql = `
  SELECT ${eventColumns} FROM lading.event
   WHERE xid >= $1::text::xid8 AND tenant_id IN ($2, 0) AND (account_id IS NULL OR account_id = $3)
     AND (kind <> 'record' OR entity = ANY($4))
   ORDER BY id LIMIT $5`;

/** $1 cursor, $2 tenant, $3 entities, $4 limit: changed records of these entities, oldest first. */
export const unseenSql = `
  SELECT ${eventColumns} FROM lading.event
   WHERE xid >= $1::text::xid8 AND tenant_id = $2 AND kind = 'record' AND entity = ANY($3)
   ORDER BY id LIMIT $4`;

/** Deletes old events; clients that return later start from scratch. */
export const pruneEventsSql = `DELETE FROM lading.event WHERE at < now() - interval '1 day'`;

/** $1 hashes: which of these sessions live, and their rights epoch. */
export const liveSessionsSql = `
  SELECT encode(s.token_hash, 'base64') AS hash, ${epochSql('s')} AS epoch FROM lading.session_token s
   WHERE s.token_hash = ANY($1) AND s.revoked_at IS NULL AND s.expires_at > now()`;

/** $1 ticket, $2 session, $3 seconds: a ticket for a living session. Deletes expired tickets as well. */
export const issueHubTicketSql = `
  WITH swept AS (DELETE FROM lading.hub_ticket WHERE expires_at < now())
  INSERT INTO lading.hub_ticket (ticket_hash, tenant_id, token_hash, expires_at)
    SELECT $1, tenant_id, token_hash, now() + $3 * interval '1 second' FROM lading.session_token
     WHERE token_hash = $2 AND revoked_at IS NULL AND expires_at > now() RETURNING true AS issued`;

/** Redeems a ticket for its session; no row if it is unknown, used or expired. */
export const useHubTicketSql = `
  DELETE FROM lading.hub_ticket WHERE ticket_hash = $1 RETURNING token_hash, expires_at > now() AS fresh`;

/** $1 hash: the session of a token, and its tenant's host. */
export const hubSessionSql = `
  SELECT s.session_id::text AS session, s.tenant_id::text AS tenant, ${epochSql('s')} AS epoch, t.host
    FROM lading.session_token s JOIN tenant t ON t.id = s.tenant_id
   WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND NOT s.is_key`;

/** $1 tenant, $2 connection, $3 session, $4 account, $5 node. */
export const connectSql = `
  WITH added AS (INSERT INTO lading.connection (tenant_id, id, session_id, account_id, node) VALUES ($1, $2, $3, $4, $5))
  UPDATE session SET online = true, "lastSeenAt" = now() WHERE tenant_id = $1 AND id = $3`;

/** $1 tenant, $2 connection, $3 session. */
export const disconnectSql = `
  WITH gone AS (DELETE FROM lading.connection WHERE tenant_id = $1 AND id = $2)
  UPDATE session s SET online = false, "lastSeenAt" = now() WHERE s.tenant_id = $1 AND s.id = $3
     AND NOT EXISTS (SELECT FROM lading.connection c WHERE c.tenant_id = $1 AND c.session_id = $3 AND c.id <> $2)`;

/** $1 node: heartbeat of its connections; deletes connections of nodes without one. */
export const heartbeatSql = `
  WITH alive AS (UPDATE lading.connection SET seen_at = now() WHERE node = $1),
       dead AS (DELETE FROM lading.connection WHERE node <> $1 AND seen_at < now() - interval '90 seconds'
                RETURNING tenant_id, session_id, id)
  UPDATE session s SET online = false FROM dead d
   WHERE s.tenant_id = d.tenant_id AND s.id = d.session_id AND NOT EXISTS (
     SELECT FROM lading.connection c WHERE c.tenant_id = d.tenant_id AND c.session_id = d.session_id
        AND c.seen_at >= now() - interval '90 seconds')`;
