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
  system: SystemDatabase,
  catalog: Catalog,
  tenant: string,
  ids: readonly string[],
): Promise<LoadedRole[]> {
  if (ids.length === 0) return [];
  const { db, pool } = system;
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
  const bounds = await boundsOf(system, catalog, tenant, [...new Set(roles.flatMap(({ customer }) => customer ?? []))]);
  return roles.map(({ id, code, name, template, within, dataScopeType, orgs, customer }) => {
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
      ...(customer === null ? {} : limitedBy(bounds.get(customer) ?? [])),
      menuCodes: own.flatMap((entry) => codeOfMenu(catalog, entry) ?? []),
      grants: lines
        .filter((line) => line.parent_id === id)
        .map(({ entity, codes, rows, hide }) => ({ entity, codes, rows, hide })),
    };
  });
}

/** A customer's own role shows no more of the menu, either, than the roles that the customer was given. */
const limitedBy = (bounds: readonly LoadedRole[]): Pick<LoadedRole, 'bounds' | 'menus'> => ({
  bounds,
  menus: bounds.some(({ menus }) => menus.length === 0) ? [] : bounds.flatMap(({ menus }) => menus),
});

/**
 * What customers were given: the roles of the tenant that their people have now. Their own roles are bounded by these
 * whenever rights are read, so what is taken from a customer is gone from its roles at once.
 */
async function boundsOf(
  system: SystemDatabase,
  catalog: Catalog,
  tenant: string,
  customers: readonly string[],
): Promise<ReadonlyMap<string, readonly LoadedRole[]>> {
  if (customers.length === 0) return new Map();
  const { rows } = await system.pool.query<{ customer: string; role: string }>(
    `SELECT DISTINCT a.customer::text AS customer, r.id::text AS role
       FROM account a JOIN role r ON r.tenant_id = a.tenant_id AND r.id = ANY (a.roles)
      WHERE a.tenant_id = $1 AND a.customer = ANY ($2::bigint[]) AND a."adminType" = '4' AND a.status = '0'
        AND r.customer IS NULL AND (r.template = 'member' OR r.within = 'member')`,
    [tenant, customers],
  );
  const roles = await loadRoles(system, catalog, tenant, [...new Set(rows.map(({ role }) => role))]);
  const given = (customer: string) => rows.flatMap((row) => (row.customer === customer ? row.role : []));
  return new Map(customers.map((customer) => [customer, roles.filter(({ id }) => given(customer).includes(id))]));
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
