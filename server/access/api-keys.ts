import { BlockList, isIP } from 'node:net';
import { issue } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import { defineEffect, type KeyScope, type Handler } from '../modules/module.ts';
import type { ApiKey } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { count } from './limits.ts';

/** Prefix of every key, recognised by programs, people and secret scanners. */
export const keyMark = 'lad_';

/** $1 tenant, $2 key. */
const keySql = `SELECT k.id::text AS id, k.scopes, k.addresses, k."perMinute" FROM api_key k
  WHERE k.tenant_id = $1 AND k.id = $2 AND k.status = 'active'`;

/** The limits of a key; null once it is revoked. */
export async function loadKey({ pool }: SystemDatabase, tenant: string, id: string): Promise<ApiKey | null> {
  const { rows } = await pool.query<Omit<ApiKey, 'addresses'> & { addresses: string | null }>(keySql, [tenant, id]);
  const [row] = rows;
  return row ? { ...row, addresses: (row.addresses ?? '').split(/[\s,]+/).filter((each) => each !== '') } : null;
}

/** The parts of a request by which a key is checked. */
export interface KeyRequest {
  readonly method: string;
  /** Below `/api/`, as received, without the query. */
  readonly path: string;
  readonly ip: string;
}

/** Requests of a key in the current minute, for the rate-limit headers. */
export interface KeyMeter {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window resets. */
  readonly reset: number;
  readonly over: boolean;
}

export interface KeyGate {
  /** The body fields that a scope fixes for a call, or why this key may not make it. */
  admit(key: ApiKey, request: KeyRequest): { refusal: AppError | null; sets: Readonly<Record<string, unknown>> | null };
  /** Counts the request across all nodes. */
  meter(tenant: string, key: ApiKey, request: KeyRequest): Promise<KeyMeter>;
}

/** $1 tenant, $2 key, $3 address. Records the last use, at most once a minute. */
const usedSql = `UPDATE api_key SET "lastUsedAt" = now(), "lastUsedFrom" = $3 WHERE tenant_id = $1 AND id = $2`;

export function createKeyGate(system: SystemDatabase, scopes: readonly KeyScope[]): KeyGate {
  const calls = new Map<string, { scopes: Set<string>; sets: Readonly<Record<string, unknown>> | null }>();
  for (const { name, calls: opened } of scopes) {
    for (const { call, sets = null } of opened) {
      const known = calls.get(call.toLowerCase()) ?? { scopes: new Set<string>(), sets };
      known.scopes.add(name);
      calls.set(call.toLowerCase(), known);
    }
  }
  return {
    admit(key, { method, path, ip }) {
      if (!isFrom(key.addresses, ip)) return { refusal: new AppError('keyAddress', { params: { ip } }), sets: null };
      const found = calls.get(`${method} ${path}`.toLowerCase());
      if (found && key.scopes.some((scope) => found.scopes.has(scope))) return { refusal: null, sets: found.sets };
      const params = { scopes: found ? [...found.scopes].join(', ') : '–' };
      return { refusal: new AppError(found ? 'keyScope' : 'keyCall', { params }), sets: null };
    },
    async meter(tenant, { id, perMinute }, { ip }) {
      const asked = await count(system, `key:${tenant}:${id}`, 60);
      if (asked === 1) await system.pool.query(usedSql, [tenant, id, ip]);
      const reset = 60 - (Math.floor(Date.now() / 1000) % 60);
      return { limit: perMinute, remaining: Math.max(0, perMinute - asked), reset, over: asked > perMinute };
    },
  };
}

/** Whether an address is in one of these networks. */
export function isFrom(addresses: readonly string[], ip: string): boolean {
  if (addresses.length === 0) return true;
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', bits] = each.split('/');
    const family = familyOf(address);
    const most = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (!family || !Number.isInteger(prefix) || prefix < 0 || prefix > most) continue;
    list.addSubnet(address, prefix, family);
  }
  const plain = ip.replace(/^::ffff:(?=[0-9.]+$)/i, '');
  const family = familyOf(plain);
  return family !== null && list.check(plain, family);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | null => {
  const family = isIP(address);
  return family === 4 ? 'ipv4' : family === 6 ? 'ipv6' : null;
};

export const keyHandlers: readonly Handler[] = [
  /** Replaces the digest of the secret. The key acts as the account that made it. */
  defineEffect('identity.issue-key', async ({ record, input, transaction }) => {
    const [row] = await transaction.query('SELECT lading.issue_key($1, $2) AS issued', [record['id'], input['digest']]);
    return row?.['issued'] === true ? {} : { issues: [issue('key.makerGone', '')] };
  }),
];

/**
 * An API key is a long-lived session: the same code authenticates it, checks it on every request and ends it on all
 * nodes. Changes of its record apply from the commit on, by trigger.
 */
export const keyDdl: readonly string[] = [
  `ALTER TABLE lading.session_token ADD COLUMN IF NOT EXISTS is_key boolean NOT NULL DEFAULT false`,
  `CREATE INDEX IF NOT EXISTS session_token_session ON lading.session_token (tenant_id, session_id)`,
  `CREATE OR REPLACE FUNCTION lading.key_end(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
     SELECT CASE WHEN day IS NULL THEN now() + interval '100 years' ELSE (day + 1)::timestamp AT TIME ZONE zone END $$`,
  `CREATE OR REPLACE FUNCTION lading.issue_key(which bigint, digest text) RETURNS boolean
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
     DELETE FROM lading.session_token WHERE tenant_id = lading.tenant() AND session_id = which AND is_key;
     INSERT INTO lading.session_token (token_hash, tenant_id, session_id, account_id, member_id, time_zone, epoch, expires_at, is_key)
       SELECT decode(digest, 'hex'), k.tenant_id, k.id, a.id, a.customer, t."timeZone", 1,
              lading.key_end(k."expiresOn", t."timeZone"), true
         FROM public.api_key k JOIN public.tenant t ON t.id = k.tenant_id
         JOIN public.account a ON a.tenant_id = k.tenant_id AND a.id = k."createdBy"
        WHERE k.tenant_id = lading.tenant() AND k.id = which
          AND a."adminType" = '4' AND a.status = '0' AND a.customer = k.customer;
     RETURN FOUND;
   END $$`,
  `CREATE OR REPLACE FUNCTION lading.key_changed() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     IF TG_OP = 'DELETE' THEN
       UPDATE lading.session_token SET revoked_at = now()
         WHERE tenant_id = OLD.tenant_id AND session_id = OLD.id AND is_key AND revoked_at IS NULL;
       RETURN NULL;
     END IF;
     UPDATE lading.session_token s SET epoch = s.epoch + 1,
            revoked_at = CASE WHEN NEW.status = 'revoked' THEN coalesce(s.revoked_at, now()) ELSE s.revoked_at END,
            expires_at = lading.key_end(NEW."expiresOn", s.time_zone)
       WHERE s.tenant_id = NEW.tenant_id AND s.session_id = NEW.id AND s.is_key;
     RETURN NULL;
   END $$`,
  ...['issue_key(bigint, text)', 'key_changed()'].flatMap((signature) => [
    `ALTER FUNCTION lading.${signature} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION lading.${signature} FROM PUBLIC`,
  ]),
  `GRANT EXECUTE ON FUNCTION lading.issue_key(bigint, text) TO lading_app`,
  `DROP TRIGGER IF EXISTS key_changed ON api_key`,
  `CREATE TRIGGER key_changed AFTER UPDATE ON api_key FOR EACH ROW
     WHEN ((OLD.scopes, OLD.addresses, OLD."perMinute", OLD."expiresOn", OLD.status)
       IS DISTINCT FROM (NEW.scopes, NEW.addresses, NEW."perMinute", NEW."expiresOn", NEW.status))
     EXECUTE FUNCTION lading.key_changed()`,
  `DROP TRIGGER IF EXISTS key_removed ON api_key`,
  `CREATE TRIGGER key_removed AFTER DELETE ON api_key FOR EACH ROW EXECUTE FUNCTION lading.key_changed()`,
  // Disabling an account revokes its keys with its sessions, and marks their records.
  `CREATE OR REPLACE FUNCTION lading.key_ended() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     UPDATE public.api_key SET status = 'revoked', "revokedAt" = now()
       WHERE tenant_id = NEW.tenant_id AND id = NEW.session_id AND status <> 'revoked';
     RETURN NULL;
   END $$`,
  `ALTER FUNCTION lading.key_ended() OWNER TO lading_system`,
  `DROP TRIGGER IF EXISTS key_ended ON lading.session_token`,
  `CREATE TRIGGER key_ended AFTER UPDATE OF revoked_at ON lading.session_token FOR EACH ROW
     WHEN (NEW.is_key AND NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION lading.key_ended()`,
];
