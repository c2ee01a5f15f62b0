import type { Catalog, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { codeOfMenu } from './roles.ts';

/** A tenant's menu entry as the platform grants it. */
export interface TenantMenuRow {
  id: string;
  parent: string | null;
  code: string;
  type: string;
  entity: string | null;
  permission: string | null;
}

/**
 * What the platform withholds from a tenant: menu entries by code, and rights (`entity:code`) that only such entries
 * grant. By code, so that deleting and recreating an entry does not lift the restriction.
 */
export interface Withheld {
  menus: readonly string[];
  rights: readonly string[];
}

/** Nothing is withheld from tenants without a granted list. */
export const nothingWithheld: Withheld = { menus: [], rights: [] };

/** Parses the tenant record's value. */
export const withheldIn = (kept: unknown): Withheld => (kept ? (kept as Withheld) : nothingWithheld);

/** Ids of a tenant's entries: screens and buttons not withheld from it, and their directories. */
export function ownMenu(rows: readonly TenantMenuRow[], withheld: Withheld): string[] {
  const shut = new Set(withheld.menus);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const open = new Set<string>();
  for (const row of rows) {
    if (row.type === '0' || shut.has(row.code)) continue;
    for (let at: TenantMenuRow | undefined = row; at && !open.has(at.id); at = byId.get(at.parent ?? ''))
      open.add(at.id);
  }
  return rows.flatMap(({ id }) => (open.has(id) ? [id] : []));
}

/**
 * What to withhold from a tenant that is granted only these entries. Directories follow their content. A right stays as
 * long as one granted entry gives it, and a withheld one stays withheld if the tenant has deleted its entries. Issues:
 * `json.invalid` if it is no list, `reference.missing` for unknown entries.
 */
export function withhold(
  catalog: Catalog,
  rows: readonly TenantMenuRow[],
  given: unknown,
  before: Withheld,
): { kept: Withheld | null; issues: Issue[] } {
  const path = 'grantMenuIdList';
  if (!Array.isArray(given)) return { kept: null, issues: [issue('json.invalid', path)] };
  const ids = new Set(given.map(String));
  const known = new Set(rows.map(({ id }) => id));
  if ([...ids].some((id) => !known.has(id))) return { kept: null, issues: [issue('reference.missing', path)] };

  const leaves = rows.filter(({ type }) => type !== '0');
  const rightsOf = (some: readonly TenantMenuRow[]) =>
    new Set(
      some.flatMap((row) => {
        const found = codeOfMenu(catalog, row);
        return found ? [`${found.entity}:${found.code}`] : [];
      }),
    );
  const shut = leaves.filter(({ id }) => !ids.has(id));
  if (shut.length === 0) return { kept: null, issues: [] };
  const open = rightsOf(leaves.filter(({ id }) => ids.has(id)));
  const all = rightsOf(leaves);
  const lost = before.rights.filter((right) => !all.has(right));
  const rights = [...rightsOf(shut), ...lost].filter((right) => !open.has(right));
  return { kept: { menus: shut.map(({ code }) => code), rights: [...new Set(rights)].sort() }, issues: [] };
}
