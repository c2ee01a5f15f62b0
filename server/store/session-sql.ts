/**
 * The rights epoch of a session: its own counter plus its tenant's, both only growing. Changing the rights of a tenant
 * raises one counter, however many sessions there are.
 */
export const epochSql = (session: string): string =>
  `${session}.epoch + coalesce((SELECT r.epoch FROM lading.rights_epoch r WHERE r.tenant_id = ${session}.tenant_id), 0)`;

export const rightsEpochStatements = (systemRole: string): string[] => [
  `CREATE TABLE IF NOT EXISTS lading.rights_epoch (tenant_id bigint PRIMARY KEY, epoch integer NOT NULL, changed_by xid8 NOT NULL)`,
  `GRANT SELECT, INSERT, UPDATE ON lading.rights_epoch TO ${systemRole}`,
  /* Invalidates the rights of all sessions of the tenant; once per transaction, however many rows it changes. */
  `CREATE OR REPLACE FUNCTION lading.renew_rights(tenant bigint) RETURNS void
     LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO lading.rights_epoch AS r VALUES (tenant, 1, pg_current_xact_id())
       ON CONFLICT (tenant_id) DO UPDATE SET epoch = r.epoch + 1, changed_by = excluded.changed_by
         WHERE r.changed_by <> excluded.changed_by;
     IF FOUND THEN INSERT INTO lading.event (tenant_id, kind) VALUES (tenant, 'rights'); END IF;
   END $$`,
  `REVOKE ALL ON FUNCTION lading.renew_rights(bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.renew_rights(bigint) TO ${systemRole}`,
];

/** $1 hash: the living session of a token. */
export const liveSessionSql = `
  SELECT s.tenant_id::text AS tenant, s.account_id::text AS account, s.member_id::text AS member_id, s.expires_at,
         s.preview_role::text AS preview_role,
         s.factor_due,
         s.station_id::text AS station,
         CASE WHEN s.is_key THEN s.session_id::text END AS key, ${epochSql('s')} AS epoch
    FROM lading.session_token s WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`;

export interface LiveSession {
  tenant: string;
  account: string;
  member_id: string | null;
  expires_at: Date;
  preview_role: string | null;
  factor_due: boolean;
  /** The shared station to which the session is limited. */
  station: string | null;
  /** The API key behind the session. */
  key: string | null;
  epoch: number;
}
