import type { Catalog } from '../../engine/core/index.ts';
import { tablesOf } from './tables.ts';

/**
 * The fields of every key of the catalog's tables, comma-separated, by constraint name. Postgres does not name the
 * columns of a violated key if row-level security hides the conflicting row.
 */
export function constraintFields(catalog: Catalog): ReadonlyMap<string, string> {
  const names = new Map(
    catalog.entities.map(({ table, fields }) => [table, new Map(fields.map(({ id, name }) => [id, name]))]),
  );
  return new Map(
    tablesOf(catalog).flatMap((table) =>
      [...table.constraints, ...table.indexes].flatMap(({ name, create }) => {
        const columns = /(?:UNIQUE|FOREIGN KEY|UNIQUE INDEX [^(]*) ?\(tenant_id, ([^)]*)\)/.exec(create)?.[1];
        if (!columns) return [];
        const ids = columns.split(', ').map((column) => column.replaceAll('"', ''));
        return [[name, ids.map((id) => names.get(table.name)?.get(id) ?? id).join(',')] as const];
      }),
    ),
  );
}
