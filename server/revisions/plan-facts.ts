import type { Entity } from '../../engine/index.ts';
import { quote } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** How many rows of the tenant stand in each table. */
export async function rowCounts(
  system: SystemDatabase,
  tenant: string,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const counts = await Promise.all(
    tables.map(async (table): Promise<[string, number]> => {
      const { rows } = await system.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${quote(table)} WHERE tenant_id = $1`,
        [tenant],
      );
      return [table, rows[0]?.count ?? 0];
    }),
  );
  return new Map(counts);
}

/** Whose saved views speak of a field that goes or is renamed. */
export async function usersOf(
  system: SystemDatabase,
  tenant: string,
  changes: readonly { kind: string; thing: string; name: string; from?: unknown }[],
  entity: Entity,
) {
  const names = changes.flatMap(({ kind, thing, name, from }) =>
    thing === 'field' && (kind === 'removed' || kind === 'renamed') ? [kind === 'renamed' ? String(from) : name] : [],
  );
  if (names.length === 0) return [];
  const { rows } = await system.pool.query<{ name: string; field: string }>(
    `SELECT v.name, f.field FROM lading.saved_view v CROSS JOIN unnest($3::text[]) f(field)
      WHERE v.tenant_id = $1 AND lower(v.path) = lower($2) AND v.state::text ~ ('\\m' || f.field || '\\M')`,
    [tenant, entity.path, names],
  );
  return rows.map(({ name, field }) => ({ place: field, what: name }));
}
