import type { Catalog, Entity, Field, Rights } from '../../engine/core/index.ts';
import { walls } from './predicates.ts';
import { pointableRows } from './readable-rows.ts';
import { param, pieces, quote, type SqlFragment } from './sql.ts';

/**
 * The records that texts of an imported file may mean: by id, by title, or by a field `code`. One row per record and
 * kind of match; only what this person may reference.
 */
export function meantSql(
  catalog: Catalog,
  target: Entity,
  rights: Rights,
  member: boolean,
  texts: readonly string[],
): SqlFragment {
  const ids = texts.filter((text) => /^[1-9]\d{0,17}$/.test(text));
  const named = [target.title, target.byName.get('code')].flatMap((field) =>
    field && field.type.column(field.meta)?.type === 'text' ? [field] : [],
  );
  const from = (text: string) =>
    pieces(
      `SELECT ${text} AS text, t.id::text AS id FROM ${quote(target.table)} t WHERE `,
      walls(target, member),
      ' AND (',
      pointableRows(catalog, target, rights),
      ') AND ',
    );
  const all = from('t.id::text').add('t.id = ANY(', param(ids, 'bigint[]'), ')');
  for (const field of new Set(named)) {
    const column = `t.${quote(field.id)}`;
    all.add(' UNION ', from(column), `${column} = ANY(`, param(texts, 'text[]'), ')');
  }
  return all;
}

/** The codes of records that texts name by title or code, as `text` and `id`; a code needs no right of its reader. */
export function codedSql(target: Entity, texts: readonly string[]): SqlFragment {
  const code = target.byName.get('code');
  const by = (field: Field) =>
    pieces(
      `SELECT t.${quote(field.id)} AS text, t.${quote((code ?? field).id)} AS id FROM ${quote(target.table)} t WHERE `,
      walls(target, false),
      ` AND t.${quote(field.id)} = ANY(`,
      param(texts, 'text[]'),
      ')',
    );
  return code && code !== target.title ? by(target.title).add(' UNION ').add(by(code)) : by(target.title);
}
