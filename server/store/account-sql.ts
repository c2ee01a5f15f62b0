import type { Entity } from '../../engine/core/index.ts';
import { systemRole } from './row-security.ts';
import { quote } from './sql.ts';

/**
 * Addresses that accounts have proven with a code sent there; accessible to the system role only. An address counts as
 * bound only while it is the one on the account.
 */
export const accountStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.bound_address (
     tenant_id bigint NOT NULL, account_id bigint NOT NULL, way text NOT NULL CHECK (way IN ('email', 'phone')),
     address text NOT NULL, bound_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, account_id, way))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.bound_address TO ${systemRole}`,
];

/** $1 tenant, $2 account: the profile as its owner sees it. */
export const profileSql = `
  SELECT a.account, a.name, a."nickName", a.avatar::text AS avatar, a.sex, to_char(a.birthday, 'YYYY-MM-DD') AS birthday,
         a.email, a.phone, a.tel, a."jobNum", a.version::integer AS version, a."createdAt" AS since,
         o.name AS org, c.name AS customer,
         (SELECT coalesce(array_agg(r.name ORDER BY r.name), '{}') FROM role r
           WHERE r.tenant_id = a.tenant_id AND r.id = ANY(a.roles)) AS roles,
         (SELECT coalesce(array_agg(p.name ORDER BY p.name), '{}') FROM position p
           WHERE p.tenant_id = a.tenant_id AND p.id = ANY(a.positions)) AS positions,
         (SELECT coalesce(array_agg(b.way), '{}') FROM lading.bound_address b
           WHERE b.tenant_id = a.tenant_id AND b.account_id = a.id
             AND b.address = CASE b.way WHEN 'email' THEN a.email ELSE a.phone END) AS bound
    FROM account a
    LEFT JOIN org o ON o.tenant_id = a.tenant_id AND o.id = a.org
    LEFT JOIN customer c ON c.tenant_id = a.tenant_id AND c.id = a.customer
   WHERE a.tenant_id = $1 AND a.id = $2`;

/** $1 tenant, $2 account, $3 the current session. */
export const ownSessionsSql = `
  SELECT s.id::text AS id, s.ip, s.browser, s.os, s."createdAt" AS since, s."lastSeenAt" AS seen, t.expires_at AS expires,
         t.token_hash = $3 AS current
    FROM lading.session_token t JOIN session s ON s.tenant_id = t.tenant_id AND s.id = t.session_id
   WHERE t.tenant_id = $1 AND t.account_id = $2 AND t.revoked_at IS NULL AND t.expires_at > now()
   ORDER BY current DESC, s."lastSeenAt" DESC LIMIT 100`;

/** $1 tenant, $2 account, $3 the session to keep, $4 one session or null for all others; answers the ended sessions. */
export const endOwnSessionsSql = `
  WITH ended AS (
    UPDATE lading.session_token SET revoked_at = now()
     WHERE tenant_id = $1 AND account_id = $2 AND token_hash <> $3 AND revoked_at IS NULL AND NOT is_key
       AND ($4::bigint IS NULL OR session_id = $4)
    RETURNING tenant_id, session_id)
  UPDATE session s SET "revokedAt" = now() FROM ended
   WHERE s.tenant_id = ended.tenant_id AND s.id = ended.session_id RETURNING s.id::text AS id`;

/** $1 tenant, $2 account. */
export const passwordSql = 'SELECT password, account, name FROM account WHERE tenant_id = $1 AND id = $2';

/** Replaces the password that was checked ($3) by a new one ($4); no row if it changed in between. */
export const changePasswordSql = `
  UPDATE account SET password = $4, version = version + 1, "updatedAt" = now(), "updatedBy" = $2
   WHERE tenant_id = $1 AND id = $2 AND password = $3 RETURNING version::text AS version`;

/** $1 tenant, $2 id of the line, $3 account, $4 verb, $5 version, $6 changes as JSON. */
export const ownTrailSql = `
  INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
  VALUES ($1, $2, 'account', $3, $4, $5, $3, $6)`;

/** $1 tenant, $2 account, $3 channel: marks the account's current address as proven. */
export const bindSql = `
  INSERT INTO lading.bound_address (tenant_id, account_id, way, address)
  SELECT tenant_id, id, $3, CASE $3 WHEN 'email' THEN email ELSE phone END FROM account
   WHERE tenant_id = $1 AND id = $2
  ON CONFLICT (tenant_id, account_id, way) DO UPDATE SET address = excluded.address, bound_at = now()`;

export const unbindSql = 'DELETE FROM lading.bound_address WHERE tenant_id = $1 AND account_id = $2 AND way = $3';

/**
 * $1 tenant, $2 account: the proven mail address, and whether its owner wants security mails there (yes by default).
 */
export const boundMailSql = `
  SELECT a.email, p.value #>> '{security,mail}' IS DISTINCT FROM 'false' AS wanted
    FROM account a
    JOIN lading.bound_address b ON b.tenant_id = a.tenant_id AND b.account_id = a.id AND b.way = 'email' AND b.address = a.email
    LEFT JOIN lading.preference p ON p.tenant_id = a.tenant_id AND p.account_id = a.id AND p.key = 'notifications'
   WHERE a.tenant_id = $1 AND a.id = $2`;

/**
 * Second factors of accounts; accessible to the system role only. The key is a sealed field of the account; here are the
 * last step that was used and the hashes of the recovery codes.
 */
export const factorDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.second_factor (
     tenant_id bigint NOT NULL, account_id bigint NOT NULL, last_step bigint NOT NULL, recovery bytea[] NOT NULL,
     PRIMARY KEY (tenant_id, account_id))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.second_factor TO ${systemRole}`,
  // The session's owner has to set up a second factor first.
  `ALTER TABLE lading.session_token ADD COLUMN IF NOT EXISTS factor_due boolean NOT NULL DEFAULT false`,
  `CREATE OR REPLACE FUNCTION lading.reset_factor(whom bigint) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     UPDATE public.account SET "factorKey" = NULL WHERE tenant_id = lading.tenant() AND id = whom;
     DELETE FROM lading.second_factor WHERE tenant_id = lading.tenant() AND account_id = whom;
     UPDATE lading.session_token SET revoked_at = now()
       WHERE tenant_id = lading.tenant() AND account_id = whom AND revoked_at IS NULL AND NOT is_key;
     UPDATE public.session s SET "revokedAt" = now()
       WHERE s.tenant_id = lading.tenant() AND s.account = whom AND s."revokedAt" IS NULL;
   END $$`,
  `ALTER FUNCTION lading.reset_factor(bigint) OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.reset_factor(bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.reset_factor(bigint) TO lading_app`,
];

/** $1 tenant, $2 account, $3 step: spends the code of a step; no row if it or a later one was used. */
export const spendStepSql = `
  UPDATE lading.second_factor SET last_step = $3 WHERE tenant_id = $1 AND account_id = $2 AND last_step < $3 RETURNING 1`;

/** $1 tenant, $2 account, $3 hash: spends a recovery code; no row if there is none of this hash. */
export const spendRecoverySql = `
  UPDATE lading.second_factor SET recovery = array_remove(recovery, $3)
   WHERE tenant_id = $1 AND account_id = $2 AND $3 = ANY (recovery) RETURNING 1`;

/** $1 tenant, $2 account, $3 sealed key: proposes a key; no row if the account has a factor already. */
export const proposeFactorSql = `
  UPDATE account SET "factorKey" = $3 WHERE tenant_id = $1 AND id = $2 AND "secondFactor" IS NOT TRUE RETURNING account`;

/** $1 tenant, $2 account, $3 the sealed key that was proven; no row if it was replaced meanwhile. */
export const takeFactorSql = `
  UPDATE account SET "secondFactor" = true, version = version + 1, "updatedAt" = now(), "updatedBy" = $2
   WHERE tenant_id = $1 AND id = $2 AND "factorKey" = $3 AND "secondFactor" IS NOT TRUE RETURNING version::text AS version`;

/** $1 tenant, $2 account, $3 step, $4 hashes of the recovery codes. */
export const keepFactorSql = `
  INSERT INTO lading.second_factor (tenant_id, account_id, last_step, recovery) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, account_id) DO UPDATE SET last_step = excluded.last_step, recovery = excluded.recovery`;

/** $1 tenant, $2 account. */
export const dropFactorSql = `
  UPDATE account SET "secondFactor" = false, "factorKey" = NULL, version = version + 1, "updatedAt" = now(), "updatedBy" = $2
   WHERE tenant_id = $1 AND id = $2 AND "secondFactor" RETURNING version::text AS version`;
export const forgetFactorSql = 'DELETE FROM lading.second_factor WHERE tenant_id = $1 AND account_id = $2';

/** $1 tenant, $2 account, $3 hashes: replaces the recovery codes. */
export const renewRecoverySql =
  'UPDATE lading.second_factor SET recovery = $3 WHERE tenant_id = $1 AND account_id = $2';

/** $1 tenant, $2 account, $3 whether its sessions have to set up a factor first. */
export const factorDueSql =
  'UPDATE lading.session_token SET factor_due = $3 WHERE tenant_id = $1 AND account_id = $2 AND NOT is_key';

/** $1 tenant, $2 account: the factor as its owner sees it. */
export const ownFactorSql = `
  SELECT a."secondFactor" IS TRUE AS "on", coalesce(cardinality(f.recovery), 0) AS "recoveryLeft"
    FROM account a LEFT JOIN lading.second_factor f ON f.tenant_id = a.tenant_id AND f.account_id = a.id
   WHERE a.tenant_id = $1 AND a.id = $2`;

/**
 * $1 tenant, $2 quarter: enabled accounts without a review of this quarter, if there are records of the entity: staff,
 * and the members whose customers own some.
 */
export function accountsToReviewSql(entity: Entity): string {
  const records = `SELECT 1 FROM ${quote(entity.table)} o WHERE o.tenant_id = a.tenant_id`;
  const own = entity.owner === null ? '' : ` AND (a.customer IS NULL OR o.${quote(entity.owner)} = a.customer)`;
  return `SELECT a.id::text AS id, a."secondFactor" IS TRUE AS factor,
                 (SELECT string_agg(r.name, ', ' ORDER BY r.name) FROM role r
                   WHERE r.tenant_id = a.tenant_id AND r.id = ANY (a.roles)) AS roles,
                 (SELECT max(s."lastSeenAt") FROM session s WHERE s.tenant_id = a.tenant_id AND s.account = a.id) AS seen
            FROM account a
           WHERE a.tenant_id = $1 AND a.status = '0' AND EXISTS (${records}${own})
             AND NOT EXISTS (SELECT 1 FROM access_review v
                              WHERE v.tenant_id = a.tenant_id AND v.account = a.id AND v.quarter = $2)
           ORDER BY a.id`;
}

/** Open reviews of all tenants. */
export const openReviewsSql = `
  SELECT tenant_id::text AS tenant, id::text AS id, account::text AS account FROM access_review WHERE status = 'open'`;

/**
 * Takes the overdue reviews without a reminder in the last days, so that only one node sends one. $1
 * tenant, $2 today, $3 days.
 */
export const claimOverdueReviewsSql = `
  UPDATE access_review SET "remindedOn" = $2::date
   WHERE tenant_id = $1 AND status = 'open' AND "dueOn" < $2::date
     AND ("remindedOn" IS NULL OR "remindedOn" <= $2::date - $3::integer) RETURNING id`;

/** Enabled staff. $1 tenant. */
export const reviewersSql = `
  SELECT id::text AS id, email FROM account WHERE tenant_id = $1 AND status = '0' AND "adminType" <> '4' ORDER BY id`;

/** A message in a person's bell. $1 tenant, $2 account, $3 payload. */
export const tellReviewerSql = `
  INSERT INTO lading.event (tenant_id, kind, account_id, payload) VALUES ($1, 'message', $2, $3::json)`;
