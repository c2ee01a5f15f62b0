import { systemRole } from './row-security.ts';

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
