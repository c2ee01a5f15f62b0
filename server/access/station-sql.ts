import { systemRole } from '../store/row-security.ts';

/**
 * Shared stations. `station_browser`: the browser that may show a station's sign-in. `station_key`: the hashes of a
 * person's badge and PIN. Sessions opened there name their station; they end `idle_minutes` after the last act, and at
 * `ends_at` in any case. Accessible to the system role only.
 */
export const stationDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.station_browser (
     tenant_id bigint NOT NULL, station_id bigint NOT NULL, token_hash bytea NOT NULL UNIQUE,
     PRIMARY KEY (tenant_id, station_id))`,
  `CREATE TABLE IF NOT EXISTS lading.station_key (
     tenant_id bigint NOT NULL, account_id bigint NOT NULL, badge_hash bytea, pin_hash text, pin_tries integer NOT NULL DEFAULT 0,
     PRIMARY KEY (tenant_id, account_id), UNIQUE (tenant_id, badge_hash))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.station_browser, lading.station_key TO ${systemRole}`,
  `ALTER TABLE lading.session_token ADD COLUMN IF NOT EXISTS station_id bigint,
     ADD COLUMN IF NOT EXISTS idle_minutes integer, ADD COLUMN IF NOT EXISTS ends_at timestamptz`,
  `CREATE INDEX IF NOT EXISTS session_token_station ON lading.session_token (tenant_id, station_id) WHERE station_id IS NOT NULL`,
  // Only for staff who could set this person's password; others get no row.
  `CREATE OR REPLACE FUNCTION lading.give_badge(home bigint, whom bigint, digest text, giver bigint, giver_type text) RETURNS text
     LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE changed public.account;
   BEGIN
     UPDATE public.account a SET "badgeAt" = now(), version = version + 1, "updatedAt" = now(), "updatedBy" = giver
      WHERE a.tenant_id = home AND a.id = whom AND a.status = '0' AND a."adminType" <> '4'
        AND (a."adminType" <> '1' OR giver_type = 'super') AND (a."adminType" <> '2' OR giver_type IN ('super', 'admin'))
      RETURNING * INTO changed;
     IF changed.id IS NULL THEN RETURN NULL; END IF;
     INSERT INTO lading.station_key (tenant_id, account_id, badge_hash) VALUES (home, whom, decode(digest, 'hex'))
       ON CONFLICT (tenant_id, account_id) DO UPDATE SET badge_hash = excluded.badge_hash;
     INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
       VALUES (home, lading.new_id(), 'account', whom, 'giveBadge', changed.version, giver, '[]');
     INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) VALUES (home, 'record', 'account', whom, 'edit');
     RETURN changed.name;
   END $$`,
  `CREATE OR REPLACE FUNCTION lading.end_station_sessions(station bigint, whom bigint) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     WITH ended AS (
       UPDATE lading.session_token t SET revoked_at = now()
        WHERE t.tenant_id = lading.tenant() AND t.station_id IS NOT NULL AND t.revoked_at IS NULL
          AND (t.station_id = station OR t.account_id = whom) RETURNING t.session_id)
     UPDATE public.session s SET "revokedAt" = now() FROM ended e
      WHERE s.tenant_id = lading.tenant() AND s.id = e.session_id AND s."revokedAt" IS NULL;
     DELETE FROM lading.station_browser WHERE tenant_id = lading.tenant() AND station_id = station;
     DELETE FROM lading.station_key WHERE tenant_id = lading.tenant() AND account_id = whom;
   END $$`,
  `ALTER FUNCTION lading.give_badge(bigint, bigint, text, bigint, text) OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.give_badge(bigint, bigint, text, bigint, text) FROM PUBLIC`,
  `ALTER FUNCTION lading.end_station_sessions(bigint, bigint) OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.end_station_sessions(bigint, bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.end_station_sessions(bigint, bigint) TO lading_app`,
];

/** Redeems a pairing code for a station. $1 tenant, $2 code, $3 hash of the browser's token, $4 browser. */
export const pairStationSql = `
  WITH found AS MATERIALIZED (
    SELECT s.tenant_id, s.id FROM shared_station s
     WHERE s.tenant_id = $1 AND s."pairingCode" = $2 AND s."pairingUntil" > now() FOR UPDATE),
  moved AS (
    UPDATE shared_station s SET status = 'open', "pairingCode" = NULL, "pairingUntil" = NULL, "openedAt" = now(), browser = left($4, 100),
           version = s.version + 1, "updatedAt" = now()
      FROM found f WHERE s.tenant_id = f.tenant_id AND s.id = f.id RETURNING s.tenant_id, s.id, s.name),
  ended AS (
    UPDATE lading.session_token t SET revoked_at = now() FROM moved m
     WHERE t.tenant_id = m.tenant_id AND t.station_id = m.id AND t.revoked_at IS NULL RETURNING t.tenant_id, t.session_id),
  closed AS (UPDATE session s SET "revokedAt" = now() FROM ended e WHERE s.tenant_id = e.tenant_id AND s.id = e.session_id),
  kept AS (
    INSERT INTO lading.station_browser (tenant_id, station_id, token_hash) SELECT tenant_id, id, $3 FROM moved
    ON CONFLICT (tenant_id, station_id) DO UPDATE SET token_hash = excluded.token_hash),
  told AS (INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb) SELECT tenant_id, 'record', 'shared-station', id, 'edit' FROM moved)
  SELECT name FROM moved`;

/** The open station of a browser. $1 tenant, $2 hash of its token. */
export const stationOfBrowserSql = `
  SELECT s.id::text AS id, s.name, s.place::text AS place FROM lading.station_browser b
    JOIN shared_station s ON s.tenant_id = b.tenant_id AND s.id = b.station_id
   WHERE b.tenant_id = $1 AND b.token_hash = $2 AND s.status = 'open'`;

/** Staff with a PIN that is not blocked, for the choice of a name. $1 tenant, $2 tries. */
export const stationPeopleSql = `
  SELECT a.id::text AS id, a.name FROM lading.station_key k
    JOIN account a ON a.tenant_id = k.tenant_id AND a.id = k.account_id
   WHERE k.tenant_id = $1 AND k.pin_hash IS NOT NULL AND k.pin_tries < $2 AND a.status = '0' AND a."adminType" <> '4'
   ORDER BY a.name, a.id LIMIT 200`;

/** $1 tenant, $2 hash of a badge. */
export const badgeOwnerSql = `SELECT account_id::text AS id FROM lading.station_key WHERE tenant_id = $1 AND badge_hash = $2`;

/** Counts a try in the statement that reads the hash, so that parallel guesses cannot exceed the limit. $3 tries. */
export const tryPinSql = `
  UPDATE lading.station_key SET pin_tries = pin_tries + 1
   WHERE tenant_id = $1 AND account_id = $2 AND pin_hash IS NOT NULL AND pin_tries < $3 RETURNING pin_hash`;

export const pinFitSql = `UPDATE lading.station_key SET pin_tries = 0 WHERE tenant_id = $1 AND account_id = $2 AND pin_hash = $3`;

/** Sets or clears the caller's PIN. $1 tenant, $2 account, $3 hash or null. */
export const keepPinSql = `
  INSERT INTO lading.station_key (tenant_id, account_id, pin_hash) VALUES ($1, $2, $3)
  ON CONFLICT (tenant_id, account_id) DO UPDATE SET pin_hash = excluded.pin_hash, pin_tries = 0`;

export const notePinSql = `
  UPDATE account SET "pinAt" = CASE WHEN $3 THEN now() END, version = version + 1, "updatedAt" = now(), "updatedBy" = $2
   WHERE tenant_id = $1 AND id = $2 RETURNING version::text AS version`;

export const ownPinSql = `
  SELECT coalesce((SELECT pin_hash IS NOT NULL FROM lading.station_key WHERE tenant_id = $1 AND account_id = $2), false) AS "on",
         coalesce((SELECT pin_tries >= $3 FROM lading.station_key WHERE tenant_id = $1 AND account_id = $2), false) AS blocked`;

/** An act at a station moves the end of its session. $1 hash of the token. */
export const actAtStationSql = `
  UPDATE lading.session_token SET expires_at = least(now() + make_interval(mins => idle_minutes), ends_at)
   WHERE token_hash = $1 AND station_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()`;
