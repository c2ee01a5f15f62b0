import type { Catalog, Entity } from '../../engine/core/index.ts';
import { wireValue } from './columns.ts';
import { conditions, spellings, type ReadScope } from './list-sql.ts';
import { besideOf } from './predicates.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';

/** Most results per entity. */
export const maxFound = 5;

/** The text, the numbers that it contains in another form, and stored names whose translations contain it. */
interface Searched {
  readonly text: string;
  readonly numbers: readonly string[];
  readonly names: readonly string[];
}

/**
 * The records of one entity that match a text, exact numbers or names first: `id`, `title` (null if hidden), `exact`,
 * and to tell them apart `status`, the title of `owner`, and `at`, the creation time. Null if this person can search
 * nothing.
 */
export function foundSql(
  catalog: Catalog,
  entity: Entity,
  lens: ReadScope,
  { text, numbers, names }: Searched,
): SqlFragment | null {
  const searched = (entity.meta.list.search ?? []).flatMap((name) => lens.everywhere.get(name) ?? []);
  if (!lens.where || searched.length === 0) return null;
  const title = lens.everywhere.has(entity.title.name) ? `t.${quote(entity.title.id)}::text` : 'NULL::text';
  const shown = (name: string | undefined) => lens.everywhere.get(name ?? '');
  const [status, owner, made] = [shown('status'), shown(entity.meta.owner), shown('createdAt')];
  const beside = [
    `${status ? `t.${quote(status.id)}::text` : 'NULL::text'} AS status`,
    `${(owner && besideOf(catalog, entity, owner, 't')) ?? 'NULL'}::text AS owner`,
    `${made ? wireValue(made, 't') : 'NULL'}::text AS at`,
  ].join(', ');
  const where = conditions(entity, lens, { filters: [], search: text, alsoSearch: [...names, ...numbers], view: null });
  const inEveryCase = [...spellings(text), ...numbers].flatMap((each) => [
    each,
    each.toUpperCase(),
    each.toLowerCase(),
  ]);
  const wanted = param([...new Set(inEveryCase)], 'text[]');
  const bears = join(
    searched.map((field) => pieces(`t.${quote(field.id)}::text = ANY(`, wanted, ')')),
    ' OR ',
  );
  const some = (exact: boolean): SqlFragment =>
    pieces(
      `(SELECT t.id, ${title} AS title, ${beside}, ${exact} AS exact FROM ${quote(entity.table)} t WHERE `,
      where,
      ...(exact ? [' AND (', bears, ')'] : []),
      ` LIMIT ${maxFound})`,
    );
  return pieces(
    `SELECT f.id::text AS id, max(f.title) AS title, max(f.status) AS status, max(f.owner) AS owner, max(f.at) AS at, bool_or(f.exact) AS exact FROM (`,
    some(true),
    ' UNION ALL ',
    some(false),
    `) f GROUP BY f.id ORDER BY bool_or(f.exact) DESC, f.id DESC LIMIT ${maxFound}`,
  );
}
