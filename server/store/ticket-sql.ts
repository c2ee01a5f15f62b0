import { systemRole } from './row-security.ts';

/**
 * Tickets that tell an embedded page who is viewing it: stored as hashes, usable once, valid while the session that
 * issued them lives. Requests cannot read the table.
 */
export const ticketDdl: string[] = [
  `CREATE TABLE IF NOT EXISTS lading.ticket (
     ticket_hash bytea PRIMARY KEY, tenant_id bigint NOT NULL, account_id bigint NOT NULL, token_hash bytea NOT NULL,
     audience text NOT NULL, expires_at timestamptz NOT NULL, used_at timestamptz)`,
  `CREATE INDEX IF NOT EXISTS ticket_expiry ON lading.ticket (expires_at)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.ticket TO ${systemRole}`,
];

/** $1 hash, $2 tenant, $3 account, $4 session, $5 audience, $6 lifetime in seconds. Deletes expired tickets as well. */
export const issueTicketSql = `
  WITH swept AS (DELETE FROM lading.ticket WHERE expires_at < now() - interval '1 hour')
  INSERT INTO lading.ticket (ticket_hash, tenant_id, account_id, token_hash, audience, expires_at)
    VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')`;

/** Redeems a ticket and answers its owner; no row if it is unknown, used or expired, or its session ended. */
export const useTicketSql = `
  UPDATE lading.ticket k SET used_at = now()
    FROM lading.session_token s, account a, tenant t
    WHERE k.ticket_hash = $1 AND k.used_at IS NULL AND k.expires_at > now()
      AND s.token_hash = k.token_hash AND s.revoked_at IS NULL AND s.expires_at > now()
      AND a.tenant_id = k.tenant_id AND a.id = k.account_id AND a.status = '0'
      AND t.id = k.tenant_id
    RETURNING k.audience, a.id::text AS account_id, a.account, a.name, a.customer::text AS member, t.id::text AS tenant_id,
              t.name AS tenant, t.code AS tenant_code`;
