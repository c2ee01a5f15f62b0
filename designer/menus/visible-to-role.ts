import { pageNeeds } from '../../schemas/generated/page-needs.js';
import type { MenuRow } from './menu-rows.ts';

/** Why an entry is missing in a menu. */
export type HiddenReason =
  | 'applicationOff'
  | 'otherSide'
  | 'withheld'
  | 'notChosen'
  | 'noRight'
  | 'hidden'
  | 'aboveHidden'
  | 'opensNothing'
  | 'empty';

/** What the role of the menu opens, as the server answers it. */
export interface RoleLook {
  readonly member: boolean;
  /** The entries that the role was given; null where it was given none, and shows all that its rights open. */
  readonly chosen: ReadonlySet<string> | null;
  /** What it may do, as `entity:code`. */
  readonly rights: ReadonlySet<string>;
}

/** What goes for everybody of the tenant. */
export interface MenuCatalog {
  /** Applications that are switched off. */
  readonly off: ReadonlySet<string>;
  /** Entries that the platform keeps from the tenant. */
  readonly withheld: ReadonlySet<string>;
}

/** Names of pages that only hold others. */
const holders: ReadonlySet<string> = new Set(['group', 'BasicLayout', 'BlankLayout', 'PageView', 'RouteView']);

/**
 * Why each hidden entry is hidden, by id. The rule of `server/menus/login-user.ts` and the shell's menu, with reasons;
 * without a role, only what applies to everybody.
 */
export function hiddenReasons(
  rows: readonly MenuRow[],
  deps: MenuCatalog,
  role: RoleLook | null,
): ReadonlyMap<string, HiddenReason> {
  const found = new Map<string, HiddenReason>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const below = new Map<string, MenuRow[]>();
  for (const row of rows) if (row.parent) below.set(row.parent, [...(below.get(row.parent) ?? []), row]);
  for (const row of rows) {
    const why = refused(row, deps, role) ?? (hiddenAbove(row, byId) ? 'aboveHidden' : null);
    if (why) found.set(row.id, why);
  }
  const permits = (row: MenuRow): boolean =>
    (below.get(row.id) ?? []).some((each) => !found.has(each.id) && (each.type !== '0' || permits(each)));
  for (const row of rows) if (row.type === '0' && !found.has(row.id) && !permits(row)) found.set(row.id, 'empty');
  return found;
}

function refused(row: MenuRow, { off, withheld }: MenuCatalog, role: RoleLook | null): HiddenReason | null {
  if (off.has(row.application)) return 'applicationOff';
  if (role && role.member !== (row.application === 'member')) return 'otherSide';
  if (withheld.has(row.id)) return 'withheld';
  const isPage = row.type !== '0';
  if (isPage && role?.chosen && !role.chosen.has(row.id)) return 'notChosen';
  if (role && neededRights(row).some((right) => !role.rights.has(right))) return 'noRight';
  if (!row.visible) return 'hidden';
  return isPage && !opens(row) ? 'opensNothing' : null;
}

/** The records that it shows are read, and some pages are of no use without a further right. */
function neededRights({ entity, component }: MenuRow): string[] {
  const needed = component === null ? undefined : pageNeeds[component];
  return [...(entity === null ? [] : [`${entity}:read`]), ...(needed === undefined ? [] : [needed])];
}

/** Whether pressing it leads anywhere. */
function opens({ openType, link, router, entity, component }: MenuRow): boolean {
  if (openType === '3') return /^https?:\/\//i.test(link ?? '');
  if (openType === '2') return Boolean(router);
  if (component) return Boolean(router) && !holders.has(component);
  return entity !== null;
}

function hiddenAbove(row: MenuRow, byId: ReadonlyMap<string, MenuRow>): boolean {
  const above = row.parent ? byId.get(row.parent) : undefined;
  return above !== undefined && (!above.visible || hiddenAbove(above, byId));
}
