import type { Catalog } from '../../engine/core/index.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { HeldRole } from './rights.ts';

/** A role with everything that determines rights, and its menu entries (empty: not restricted). */
export interface LoadedRole extends HeldRole {
  name: string;
  orgs: readonly string[];
  menus: readonly string[];
}

/** The roles of a tenant with these ids, in no particular order; unknown ids are ignored. */
export async function loadRoles(
  { db, pool }: SystemDatabase,
  catalog: Catalog,
  tenant: string,
  ids: readonly string[],
): Promise<LoadedRole[]> {
  if (ids.length === 0) return [];
  const [roles, lines, entries] = await Promise.all([
    db.selectFrom('role').selectAll().where('tenant_id', '=', tenant).where('id', 'in', ids).execute(),
    db.selectFrom('role__grants').selectAll().where('tenant_id', '=', tenant).where('parent_id', 'in', ids).execute(),
    pool.query<MenuOfRole>(
      `SELECT r.id::text AS role, m.id::text AS menu, m.type, m.entity, m.permission
         FROM role r JOIN menu m ON m.tenant_id = r.tenant_id AND m.id = ANY (r."menus")
        WHERE r.tenant_id = $1 AND r.id = ANY ($2::bigint[]) ORDER BY m.id`,
      [tenant, ids],
    ),
  ]);
  return roles.map(({ id, code, name, template, within, dataScopeType, orgs }) => {
    const own = entries.rows.filter(({ role }) => role === id);
    return {
      id,
      code,
      name,
      template,
      within,
      dataScopeType,
      orgs: orgs ?? [],
      menus: own.map(({ menu }) => menu),
      menuCodes: own.flatMap((entry) => codeOfMenu(catalog, entry) ?? []),
      grants: lines
        .filter((line) => line.parent_id === id)
        .map(({ entity, codes, rows, hide }) => ({ entity, codes, rows, hide })),
    };
  });
}

interface MenuOfRole {
  role: string;
  menu: string;
  type: string;
  entity: string | null;
  permission: string | null;
}

/** API verbs that are covered by the one right to read. */
const reading: ReadonlySet<string> = new Set(['page', 'list', 'detail', 'dropdown', 'tree', 'history', 'aggregate']);

/** The right that a menu entry grants: a screen the right to read, a button its code. */
export function codeOfMenu(
  catalog: Catalog,
  entry: { type: string; entity: string | null; permission: string | null },
): { entity: string; code: string } | null {
  if (entry.type === '1' && entry.entity && catalog.byName.has(entry.entity))
    return { entity: entry.entity, code: 'read' };
  if (entry.type !== '2' || !entry.permission) return null;
  const [path = '', verb = ''] = entry.permission.split(':');
  const entity = catalog.byPath.get(path.toLowerCase());
  if (!entity) return null;
  const code = reading.has(verb.toLowerCase()) ? 'read' : verb;
  return entity.codes.includes(code) ? { entity: entity.name, code } : null;
}
