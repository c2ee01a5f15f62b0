import { param, pieces, type SqlFragment } from './sql.ts';

/** The enabled entries of a dictionary in order: code and label. */
export const dictionarySql = (code: string): SqlFragment =>
  pieces(
    `SELECT d.code, d.value FROM dict_data d JOIN dict_type t ON t.tenant_id = d.tenant_id AND t.id = d.type
      WHERE d.tenant_id = lading.tenant() AND t.status = '0' AND d.status = '0' AND t.code = `,
    param(code, 'text'),
    ' ORDER BY d.sort, d.id',
  );

/** Every dictionary with its entries. */
export const dictionaryTreeSql = (): SqlFragment =>
  pieces(
    `SELECT t.id::text AS id, t.code, t.name,
            coalesce((SELECT json_agg(json_build_object('id', d.id::text, 'pid', t.id::text, 'code', d.code, 'name', d.value, 'children', '[]'::json) ORDER BY d.sort, d.id)
               FROM dict_data d WHERE d.tenant_id = t.tenant_id AND d.type = t.id AND d.status = '0'), '[]'::json) AS children
       FROM dict_type t WHERE t.tenant_id = lading.tenant() AND t.status = '0' ORDER BY t.sort, t.id`,
  );

/** Which of these (dictionary, entry) pairs exist. */
export const knownEntriesSql = (pairs: readonly (readonly [string, string])[]): SqlFragment =>
  pieces(
    `SELECT t.code AS dictionary, d.code AS entry FROM dict_data d
       JOIN dict_type t ON t.tenant_id = d.tenant_id AND t.id = d.type
       JOIN unnest(`,
    param(
      pairs.map(([dictionary]) => dictionary),
      'text[]',
    ),
    ', ',
    param(
      pairs.map(([, entry]) => entry),
      'text[]',
    ),
    `) AS a(dictionary, entry) ON a.dictionary = t.code AND a.entry = d.code WHERE d.tenant_id = lading.tenant()`,
  );
