import type { Catalog, Entity, ListQuery } from '../../engine/core/index.ts';
import { cells, conditions, orderBy, type ReadScope } from './list-sql.ts';
import { join, param, pieces, quote, type SqlFragment } from './sql.ts';

/** Ids of all exported records in list order, as a JSON list. */
export const exportIdsSql = (entity: Entity, lens: ReadScope, query: ListQuery): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(o.id::text), '[]')::text AS ids FROM (SELECT t.id FROM ${quote(entity.table)} t WHERE `,
    conditions(entity, lens, query),
    orderBy(query),
    ') o',
  );

/** These rows by id: the requested columns with titles, as far as the person may read them. */
export function exportSql(
  catalog: Catalog,
  entity: Entity,
  lens: ReadScope,
  query: ListQuery,
  asked: { columns: readonly string[]; ids: readonly string[] },
): SqlFragment {
  const shown = lens.fields.filter(({ field }) => asked.columns.includes(field.name));
  const row = [pieces('o.place AS _place'), ...shown.flatMap((access) => cells(catalog, entity, access))];
  return pieces(
    `SELECT coalesce(json_agg(row_to_json(_row) ORDER BY _row._place), '[]')::text AS rows FROM (SELECT `,
    join(row, ', '),
    ' FROM unnest(',
    param(asked.ids, 'bigint[]'),
    `) WITH ORDINALITY AS o(id, place) JOIN ${quote(entity.table)} t ON t.tenant_id = lading.tenant() AND t.id = o.id WHERE `,
    conditions(entity, lens, query),
    ') _row',
  );
}

/** Number of rows in an export, counted up to one above the limit. */
export const exportCountSql = (entity: Entity, lens: ReadScope, query: ListQuery, most: number): SqlFragment =>
  pieces(
    `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${quote(entity.table)} t WHERE `,
    conditions(entity, lens, query),
    ' LIMIT ',
    param(most + 1, 'bigint'),
    ') c',
  );
