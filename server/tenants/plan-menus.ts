import type { Catalog } from '../../engine/core/index.ts';
import { nothingWithheld, withhold, type TenantMenuRow, type Withheld } from '../access/tenant-menu.ts';

/** What a plan without these menu entries, and everything below them, withholds from a tenant; null: nothing. */
export function withheldByPlan(
  catalog: Catalog,
  rows: readonly TenantMenuRow[],
  codes: readonly string[],
): Withheld | null {
  const shut = new Set(codes);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isShut = (row: TenantMenuRow): boolean => {
    const above = byId.get(row.parent ?? '');
    return shut.has(row.code) || (above !== undefined && isShut(above));
  };
  const open = rows.filter((row) => !isShut(row)).map(({ id }) => id);
  return withhold(catalog, rows, open, nothingWithheld).kept;
}
