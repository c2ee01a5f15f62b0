import { actorId, param, pieces, type SqlFragment } from './sql.ts';

const own = (key: string): SqlFragment =>
  pieces('tenant_id = lading.tenant() AND account_id = ', actorId, ' AND key = ', param(key, 'text'));

/** A person's stored preference for a key, as JSON text. */
export const preferenceSql = (key: string): SqlFragment =>
  pieces('SELECT value::text AS value FROM lading.preference WHERE ', own(key));

export const keepPreferenceSql = (key: string, value: string): SqlFragment =>
  pieces(
    'INSERT INTO lading.preference (tenant_id, account_id, key, value) VALUES (lading.tenant(), ',
    actorId,
    ', ',
    param(key, 'text'),
    ', ',
    param(value, 'json'),
    ') ON CONFLICT (tenant_id, account_id, key) DO UPDATE SET value = excluded.value',
  );

export const dropPreferenceSql = (key: string): SqlFragment => pieces('DELETE FROM lading.preference WHERE ', own(key));

export const countPreferencesSql = (): SqlFragment =>
  pieces(
    'SELECT count(*)::integer AS count FROM lading.preference WHERE tenant_id = lading.tenant() AND account_id = ',
    actorId,
  );
