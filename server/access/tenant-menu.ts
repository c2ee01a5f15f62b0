import type { Catalog, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { codeOfMenu } from './roles.ts';

/** An entry of a tenant's menu as the platform grants it. */
export interface TenantMenuRow {
  id: string;
  parent: string | null;
  code: string;
  type: string;
  entity: string | null;
  permission: string | null;
}

/**
 * What the platform keeps from a tenant: codes of menu entries, and rights (`entity:code`) that only such entries give.
 * By code, so that an entry which the tenant deletes and makes anew comes back no wider.
 */
export interface Withheld {
  menus: readonly string[];
  rights: readonly string[];
}

/** Nothing is kept from a tenant that the platform never granted anything by list. */
export const nothingWithheld: Withheld = { menus: [], rights: [] };

/** As it stands in the tenant's record. */
export const withheldIn = (kept: unknown): Withheld => (kept ? (kept as Withheld) : nothingWithheld);

/** The ids of the entries that a tenant has: screens and buttons that are not kept from it, and what they stand in. */
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
 * What is kept from a tenant that is given these entries and no others. Directories follow what stands in them. A right
 * stays open while one given entry gives it, and one that was shut stays shut where the tenant has deleted the entries
 * that could be given back. Issues: `json.invalid` where it is no list, `reference.missing` for an entry of nobody's.
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
