import { systemRole } from './row-security.ts';

/**
 * Captchas, one-time codes and attempt counts of sign-in and registration, accessible to the system role only. Captchas
 * and counts are unlogged tables, because a crash may lose them.
 */
export const attemptDdl: readonly string[] = [
  `CREATE UNLOGGED TABLE IF NOT EXISTS lading.captcha (
     token text PRIMARY KEY, kind text NOT NULL, secret_key text NOT NULL, answer json NOT NULL,
     checked boolean NOT NULL DEFAULT false, verification bytea UNIQUE, expires_at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS captcha_expires ON lading.captcha (expires_at)`,
  `CREATE UNLOGGED TABLE IF NOT EXISTS lading.rate (
     key text NOT NULL, slot bigint NOT NULL, count integer NOT NULL, expires_at timestamptz NOT NULL,
     PRIMARY KEY (key, slot))`,
  `CREATE INDEX IF NOT EXISTS rate_expires ON lading.rate (expires_at)`,
  `CREATE TABLE IF NOT EXISTS lading.one_time_code (
     tenant_id bigint NOT NULL, purpose text NOT NULL, subject text NOT NULL, account_id bigint, code_hash text NOT NULL,
     tries integer NOT NULL DEFAULT 0, expires_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, purpose, subject))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.captcha, lading.rate, lading.one_time_code TO ${systemRole}`,
];

/** Adds one to the current window of so many seconds; answers the count in it. */
export const countSql = `
  INSERT INTO lading.rate AS r (key, slot, count, expires_at)
  VALUES ($1, floor(extract(epoch FROM now()) / $2)::bigint, $3, now() + make_interval(secs => $2 * 2))
  ON CONFLICT (key, slot) DO UPDATE SET count = r.count + $3
  RETURNING count`;

export const forgetSql = [
  'DELETE FROM lading.rate WHERE expires_at < now()',
  'DELETE FROM lading.captcha WHERE expires_at < now()',
  'DELETE FROM lading.one_time_code WHERE expires_at < now()',
  `DELETE FROM lading.failed_sign_in WHERE last_at < now() - interval '1 day'`,
] as const;

export const keepCaptchaSql = `
  INSERT INTO lading.captcha (token, kind, secret_key, answer, expires_at)
  VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`;

/** A challenge can be used once, right or wrong. */
export const takeCaptchaSql = `
  UPDATE lading.captcha SET checked = true WHERE token = $1 AND kind = $2 AND NOT checked AND expires_at > now()
  RETURNING secret_key, answer`;

export const verifyCaptchaSql = `
  UPDATE lading.captcha SET verification = $2, expires_at = now() + make_interval(secs => $3) WHERE token = $1`;

export const burnCaptchaSql = `DELETE FROM lading.captcha WHERE verification = $1 AND expires_at > now() RETURNING token`;

/** Replaces the previous code. */
export const keepCodeSql = `
  INSERT INTO lading.one_time_code AS c (tenant_id, purpose, subject, account_id, code_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
  ON CONFLICT (tenant_id, purpose, subject) DO UPDATE
    SET account_id = excluded.account_id, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`;

/** Counts the attempt in the statement that reads the hash, so that parallel guesses cannot exceed the limit. */
export const tryCodeSql = `
  UPDATE lading.one_time_code SET tries = tries + 1
   WHERE tenant_id = $1 AND purpose = $2 AND subject = $3 AND expires_at > now() AND tries < $4
  RETURNING code_hash, account_id::text AS account`;

export const useCodeSql = `
  DELETE FROM lading.one_time_code WHERE tenant_id = $1 AND purpose = $2 AND subject = $3 AND code_hash = $4
  RETURNING tenant_id`;

/** $1 tenant, $2 subjects: counts a failure of each; the count restarts after a day without failures. */
export const noteFailureSql = `
  INSERT INTO lading.failed_sign_in AS f (tenant_id, subject, failures, last_at)
    SELECT $1, subject, 1, now() FROM unnest($2::text[]) AS subject
  ON CONFLICT (tenant_id, subject) DO UPDATE
    SET failures = CASE WHEN f.last_at < now() - interval '1 day' THEN 1 ELSE f.failures + 1 END, last_at = now()`;

/** $1 tenant, $2 subject: failures of the last day. */
export const failuresSql = `
  SELECT failures FROM lading.failed_sign_in
   WHERE tenant_id = $1 AND subject = $2 AND last_at > now() - interval '1 day'`;

/** $3 failures without delay, $4 first delay in seconds, $5 longest delay: the remaining delay, and its end. */
export const waitSql = `
  SELECT ceil(extract(epoch FROM until - now()))::int AS seconds, until
    FROM (SELECT last_at + make_interval(secs => least($4::double precision * 2 ^ least(failures - $3::int, 30), $5)) AS until
            FROM lading.failed_sign_in WHERE tenant_id = $1 AND subject = $2 AND failures >= $3) w`;

/** $1 tenant, $2 subjects. */
export const forgetFailuresSql = 'DELETE FROM lading.failed_sign_in WHERE tenant_id = $1 AND subject = ANY ($2)';

/** $1 tenant, $2 subject: including its counts per origin. */
export const forgetAllFailuresSql = `
  DELETE FROM lading.failed_sign_in WHERE tenant_id = $1 AND (subject = $2 OR starts_with(subject, $2 || E'\\n'))`;

/** Stores the delivery status of a queued message. */
export const messageFaredSql = (table: 'mail' | 'sms'): string => `
  UPDATE ${table} SET status = $3, failure = $4, "sentAt" = CASE WHEN $3 = 'sent' THEN now() END,
         version = version + 1, "updatedAt" = now()
   WHERE tenant_id = $1 AND id = $2 AND status = 'pending'`;

/** Whether a queued message still has to be sent. */
export const messageWaitsSql = (table: 'mail' | 'sms'): string =>
  `SELECT FROM ${table} WHERE tenant_id = $1 AND id = $2 AND status = 'pending'`;

/** Sets a new password and deletes all sessions and failures of the account. */
export const recoverStatements = [
  `UPDATE account SET password = $3, version = version + 1, "updatedAt" = now(), "updatedBy" = $2 WHERE tenant_id = $1 AND id = $2 AND status = '0'
   RETURNING account, name, email, version::text`,
  'UPDATE lading.session_token SET revoked_at = now() WHERE tenant_id = $1 AND account_id = $2 AND revoked_at IS NULL AND NOT is_key',
  'UPDATE session SET "revokedAt" = now() WHERE tenant_id = $1 AND account = $2 AND "revokedAt" IS NULL',
] as const;

/** The audit entry for a password that was reset with a code. */
export const keptTrailSql = `
  INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
  VALUES ($1, $2, 'account', $3, 'resetPwd', $4, $3, '[]')`;
