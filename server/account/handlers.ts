import { issue } from '../../engine/core/index.ts';
import { defineEffect, type Handler } from '../modules/module.ts';
import { eraseStatements } from './erase-sql.ts';
import { hashPassword } from '../secrets/passwords.ts';

/** Handlers of `schemas/identity`. */
export const accountHandlers: readonly Handler[] = [
  /** Hashes a new password and ends all sessions of the account. */
  defineEffect('identity.reset-password', async ({ record, input, transaction }) => {
    const password = input['password'];
    if (typeof password !== 'string') return { issues: [issue('required', 'password')] };
    const kept = await hashPassword(password);
    await transaction.query('SELECT lading.reset_password($1, $2)', [record['id'], kept]);
    return {};
  }),

  /** Removes a lost second factor and ends all sessions of the account. */
  defineEffect('identity.reset-factor', async ({ record, transaction }) => {
    await transaction.query('SELECT lading.reset_factor($1)', [record['id']]);
    return {};
  }),

  /** Takes back badge and PIN, and ends the person's sessions at stations. */
  defineEffect('identity.take-badge', async ({ record, transaction }) => {
    await transaction.query('SELECT lading.end_station_sessions(NULL, $1)', [record['id']]);
    return {};
  }),

  /** Ends the sessions at a station, and the credential of its browser. */
  defineEffect('identity.close-station', async ({ record, transaction }) => {
    await transaction.query('SELECT lading.end_station_sessions($1, NULL)', [record['id']]);
    return {};
  }),

  /** Deletes what names the person; their documents stay, without them. */
  defineEffect('identity.erase-person', async ({ record, transaction }) => {
    await transaction.query('SELECT lading.erase_person($1)', [record['id']]);
    return {};
  }),

  /** Ends one session; its token is refused as soon as this commits. */
  defineEffect('identity.revoke-session', async ({ record, transaction }) => {
    const [row] = await transaction.query('SELECT lading.revoke_session($1) AS at', [record['id']]);
    return { patch: { revokedAt: row?.['at'] } };
  }),
];

/** Changes of other columns, such as a phone number, do not invalidate rights. */
const whenActorDiffers = `WHEN ((OLD.name, OLD.org, OLD.orgs, OLD.roles, OLD."adminType", OLD.customer, OLD.status, OLD."mustChange", OLD."secondFactor")
  IS DISTINCT FROM (NEW.name, NEW.org, NEW.orgs, NEW.roles, NEW."adminType", NEW.customer, NEW.status, NEW."mustChange", NEW."secondFactor"))`;

/**
 * Effects cannot access tokens, so these functions of the system role act for them: within the transaction's tenant,
 * and for staff only. Changed rights reach all sessions by trigger.
 */
export const accountDdl: readonly string[] = [
  `CREATE OR REPLACE FUNCTION lading.reset_password(whom bigint, hash text) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     UPDATE public.account SET password = hash WHERE tenant_id = lading.tenant() AND id = whom;
     -- Known to whoever set it: the owner of the account must choose another, unless it is their own.
     UPDATE public.account SET "mustChange" = true
       WHERE tenant_id = lading.tenant() AND id = whom
         AND whom IS DISTINCT FROM nullif(current_setting('lading.account', true), '')::bigint;
     UPDATE lading.session_token SET revoked_at = now()
       WHERE tenant_id = lading.tenant() AND account_id = whom AND revoked_at IS NULL AND NOT is_key;
     UPDATE public.session s SET "revokedAt" = now()
       WHERE s.tenant_id = lading.tenant() AND s.account = whom AND s."revokedAt" IS NULL;
   END $$`,
  `CREATE OR REPLACE FUNCTION lading.revoke_session(which bigint) RETURNS text
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     UPDATE lading.session_token SET revoked_at = now()
       WHERE tenant_id = lading.tenant() AND session_id = which AND revoked_at IS NULL AND NOT is_key;
     RETURN to_char(now(), 'YYYY-MM-DD HH24:MI:SS');
   END $$`,
  ...['reset_password(bigint, text)', 'revoke_session(bigint)'].flatMap((signature) => [
    `ALTER FUNCTION lading.${signature} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION lading.${signature} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION lading.${signature} TO lading_app`,
  ]),
  ...['account', 'role', 'role__grants'].flatMap((table) => [
    `DROP TRIGGER IF EXISTS rights_changed ON ${table}`,
    `CREATE TRIGGER rights_changed AFTER INSERT OR DELETE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION lading.rights_changed()`,
    `DROP TRIGGER IF EXISTS rights_edited ON ${table}`,
    `CREATE TRIGGER rights_edited AFTER UPDATE ON ${table}
       FOR EACH ROW ${table === 'account' ? whenActorDiffers : ''} EXECUTE FUNCTION lading.rights_changed()`,
  ]),
  // Members depend on their customer, and everyone on the tenant.
  `DROP TRIGGER IF EXISTS rights_changed ON customer`,
  `CREATE TRIGGER rights_changed AFTER UPDATE OF status ON customer
     FOR EACH ROW EXECUTE FUNCTION lading.rights_changed()`,
  `CREATE OR REPLACE FUNCTION lading.tenant_changed() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     PERFORM lading.renew_rights(NEW.id);
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION lading.tenant_changed() OWNER TO lading_system`,
  `DROP TRIGGER IF EXISTS tenant_changed ON tenant`,
  `CREATE TRIGGER tenant_changed AFTER UPDATE ON tenant
     FOR EACH ROW EXECUTE FUNCTION lading.tenant_changed()`,
  ...eraseStatements,
];
