import type { Entity, Field } from '../../engine/core/index.ts';
import { quote, param, pieces, type SqlFragment } from './sql.ts';
import { wireValue } from './columns.ts';
import { escapeLike, spellings, type ReadScope } from './list-sql.ts';
import { titleOf } from './predicates.ts';
import type { Catalog } from '../../engine/core/index.ts';
import { titledTarget } from './columns.ts';

/** Facts in the second line of a choice. */
const maxFacts = 2;

/**
 * Id (or what the field `key` holds), title and a second line of selectable records, by title, numbered ones newest first; narrowed by a text, by ids, or
 * by a picker's filter. The second line has the first `facts` that a record holds, and is searched too.
 */
export function dropDownSql(
  catalog: Catalog,
  entity: Entity,
  where: SqlFragment,
  narrow: {
    search: string;
    alsoSearch?: readonly string[];
    ids: readonly string[];
    filter: SqlFragment | null;
    facts?: readonly Field[];
    key?: Field | undefined;
  },
): SqlFragment {
  const target = titledTarget(entity, entity.title);
  const column = `t.${quote(entity.title.id)}`;
  const title = target ? titleOf(catalog, target, column) : `${wireValue(entity.title, 't')}::text`;
  const values = (narrow.facts ?? []).map((field) => `NULLIF(t.${quote(field.id)}::text, '')`);
  const subtitle =
    values.length > 0
      ? `array_to_string((array_remove(ARRAY[${values.join(', ')}], NULL))[1:${maxFacts}], ' · ')`
      : `''`;
  const all = pieces(
    `SELECT coalesce(json_agg(CASE WHEN o.subtitle = '' THEN json_build_object('code', o.id, 'value', o.title)
              ELSE json_build_object('code', o.id, 'value', o.title, 'subtitle', o.subtitle) END), '[]')::text AS rows FROM (
      SELECT t.${quote(narrow.key?.id ?? 'id')}::text AS id, ${title} AS title, ${subtitle} AS subtitle FROM ${quote(entity.table)} t WHERE `,
    where,
  );
  if (narrow.ids.length > 0) all.add(' AND t.id = ANY(', param(narrow.ids, 'bigint[]'), ')');
  if (narrow.search) {
    const wanted = [...spellings(narrow.search), ...(narrow.alsoSearch ?? [])].map(
      (text) => `%${escapeLike(text.toLowerCase())}%`,
    );
    const said = values.length > 0 ? `concat_ws(' ', ${title}, ${values.join(', ')})` : title;
    all.add(` AND lower(${said}) LIKE ANY(`, param(wanted, 'text[]'), ')');
  }
  if (narrow.filter) all.add(' AND (', narrow.filter, ') IS TRUE');
  return all.add(
    entity.title.meta.type === 'sequence' ? ' ORDER BY t.id DESC LIMIT 50) o' : ' ORDER BY title, t.id LIMIT 50) o',
  );
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
