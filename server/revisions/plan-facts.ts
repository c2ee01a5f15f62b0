import type { Entity } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { quote } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Blocker } from './blockers.ts';

/** The tenant's row counts by table. */
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

/** Owners of saved views that use a removed or renamed field. */
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

/** Records that later publishes moved out of a revision's states: a rollback leaves them where they are. */
export async function statesThatStay(
  system: SystemDatabase,
  tenant: string,
  { name, states }: Entity,
  revision: number,
): Promise<Blocker[]> {
  const { rows } = await system.pool.query<{ from: string; to: string; count: number }>(
    `SELECT c->>'before' AS "from", c->>'after' AS "to", count(DISTINCT a.record_id)::int AS count
       FROM lading.audit a CROSS JOIN json_array_elements(a.changes) c
      WHERE a.tenant_id = $1 AND a.entity = $2 AND a.verb = 'publish' AND c->>'field' = 'status' AND (c->>'revision')::int > $3
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [tenant, name, revision],
  );
  return rows
    .filter(({ from }) => from in states)
    .map(({ from, to, count }) => ({
      ...issue('schema.statesStay', `workflow.states.${from}`, { from, to, count }),
      ...{ count, records: [], warns: true },
    }));
}
