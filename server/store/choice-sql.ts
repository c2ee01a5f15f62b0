import type { Entity } from '../../engine/core/index.ts';
import { quote, param, pieces, type SqlFragment } from './sql.ts';
import { wireValue } from './columns.ts';
import { escapeLike, spellings, type ReadScope } from './list-sql.ts';
import { titleOf } from './predicates.ts';
import type { Catalog } from '../../engine/core/index.ts';
import { titledTarget } from './columns.ts';

/** Id and title of selectable records, by title; narrowed by a text, by ids, or by a picker's filter. */
export function dropDownSql(
  catalog: Catalog,
  entity: Entity,
  where: SqlFragment,
  narrow: { search: string; alsoSearch?: readonly string[]; ids: readonly string[]; filter: SqlFragment | null },
): SqlFragment {
  const target = titledTarget(entity, entity.title);
  const column = `t.${quote(entity.title.id)}`;
  const title = target ? titleOf(catalog, target, column) : `${wireValue(entity.title, 't')}::text`;
  const all = pieces(
    `SELECT coalesce(json_agg(json_build_object('code', o.id, 'value', o.title)), '[]')::text AS rows FROM (
      SELECT t.id::text AS id, ${title} AS title FROM ${quote(entity.table)} t WHERE `,
    where,
  );
  if (narrow.ids.length > 0) all.add(' AND t.id = ANY(', param(narrow.ids, 'bigint[]'), ')');
  if (narrow.search) {
    const wanted = [...spellings(narrow.search), ...(narrow.alsoSearch ?? [])].map(
      (text) => `%${escapeLike(text.toLowerCase())}%`,
    );
    all.add(` AND lower(${title}) LIKE ANY(`, param(wanted, 'text[]'), ')');
  }
  if (narrow.filter) all.add(' AND (', narrow.filter, ') IS TRUE');
  return all.add(' ORDER BY title, t.id LIMIT 50) o');
}

/** Every node of a tree, parents before children, in sort order. */
export function treeSql(entity: Entity, lens: ReadScope): SqlFragment {
  const parent = entity.byName.get(entity.tree ?? '')?.id ?? 'id';
  const weight = entity.byName.get('sort');
  const sort = weight?.meta.type === 'integer' ? `coalesce(t.${quote(weight.id)}, 0)` : '0';
  return pieces(
    `SELECT t.id::text AS id, t.${quote(parent)}::text AS pid, t.${quote(entity.title.id)} AS title, ${sort}::int AS weight FROM ${quote(entity.table)} t WHERE `,
    lens.where ?? 'false',
    ` ORDER BY ${sort}, t.id LIMIT 5000`,
  );
}
