import type { Catalog, Entity, ListQuery } from '../../engine/index.ts';
import { cells, conditions, type Lens } from './list-sql.ts';
import { join, param, pieces, quote, type Pieces } from './sql.ts';

/** The next rows of an export by id, `_id` and the asked columns with their titles, through the person's own lens. */
export function exportSql(
  catalog: Catalog,
  entity: Entity,
  lens: Lens,
  query: ListQuery,
  asked: { columns: readonly string[]; after: string; limit: number },
): Pieces {
  const shown = lens.fields.filter(({ field }) => asked.columns.includes(field.name));
  const row = [pieces('t.id::text AS _id'), ...shown.flatMap((access) => cells(catalog, entity, access))];
  return pieces(
    `SELECT coalesce(json_agg(row_to_json(r)), '[]')::text AS rows FROM (SELECT `,
    join(row, ', '),
    ` FROM ${quote(entity.table)} t WHERE `,
    conditions(entity, lens, query),
    ' AND t.id > ',
    param(asked.after, 'bigint'),
    ' ORDER BY t.id LIMIT ',
    param(asked.limit, 'bigint'),
    ') r',
  );
}

/** How many rows an export has, counted to one more than it may have. */
export const exportCountSql = (entity: Entity, lens: Lens, query: ListQuery, most: number): Pieces =>
  pieces(
    `SELECT count(*)::integer AS count FROM (SELECT 1 FROM ${quote(entity.table)} t WHERE `,
    conditions(entity, lens, query),
    ' LIMIT ',
    param(most + 1, 'bigint'),
    ') c',
  );
