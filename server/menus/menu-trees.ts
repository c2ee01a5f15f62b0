import type { Catalog } from '../../engine/core/index.ts';
import { can } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import { ownMenu, withheldIn } from '../access/tenant-menu.ts';
import { readPlain } from '../operations/read/read-record.ts';
import { menuParentsSql, readTenantMenu, type TenantMenuEntry } from '../store/menu-sql.ts';
import { readerOf, rowsInReadersWords } from '../operations/read/delivered-names.ts';
import { listFirst, open } from '../operations/read/list-records.ts';
import { onlyRow, prepared } from '../store/database.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import { codeWord } from '../operations/read/held-grants.ts';
import { isMemberRole, rightsOf } from '../access/rights.ts';
import { codeOfMenu, loadRoles } from '../access/roles.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;

interface Rooms {
  context: Context;
  system: SystemDatabase;
  texts: Texts;
}

/** Row limit above any menu's size: a truncated tree would lose branches. */
const wholeMenu = 50_000;

/** The menu as a nested list for its administration, delivered names translated: `[{id, pid, name, ..., children}]`. */
export async function menuList({ context, texts }: Rooms, actor: Actor, query: Query): Promise<unknown[]> {
  const entity = menuEntity(context);
  const reader = readerOf(actor, texts, texts.culture(query['culture']));
  const found = await listFirst(context, actor, entity, query, { most: wholeMenu });
  const rows = rowsInReadersWords(reader, entity, found);
  return nest(rows.map((row) => ({ ...row, id: String(row['id']), pid: String(row['parent'] ?? '0') })));
}

/** Possible parents of an entry: directories and screens, of one application if named. */
export async function menuTree({ context, texts }: Rooms, actor: Actor, query: Query): Promise<unknown[]> {
  const entity = menuEntity(context);
  const { lens, read } = open(actor, entity, only(query, ['application']));
  const [found] = await context.database.read(
    actor.entrance,
    prepared(menuParentsSql(entity, { catalog: actor.catalog, lens, query: read }), actor),
  );
  const { rows } = onlyRow<{ rows: string }>(found);
  const reader = readerOf(actor, texts, texts.culture(query['culture']));
  const worded = rowsInReadersWords(reader, entity, rows) as unknown as TenantMenuEntry[];
  return nest(worded.map(({ id, parent, name, sort }) => node(id, parent, name, sort)));
}

/**
 * Entries that may be granted to a role: all with buttons for administrators, else those of one's own roles. Entries
 * whose code the caller lacks are left out, because granting them would be refused.
 */
export async function menuTreeForGrant(
  { system, texts }: Rooms,
  actor: Actor,
  query: Query,
  culture: Culture,
): Promise<unknown[]> {
  const roles = actor.catalog.byName.get('role');
  if (!roles || !can(actor.rightsOn(roles), 'read')) {
    throw new AppError('forbidden', { params: { code: 'sysMenu:treeForGrant' } });
  }
  const application = typeof query['application'] === 'string' && query['application'] ? query['application'] : null;
  const rows = await readTenantMenu(system, actor.tenant, application);
  const { catalog } = actor;
  const open = rows.filter((row) => {
    const given = codeOfMenu(catalog, row);
    const entity = given && catalog.byName.get(given.entity);
    if (actor.withheld?.has(row.code)) return false;
    if (row.type !== '0' && actor.menus && !actor.menus.has(row.id)) return false;
    return !entity || can(actor.rightsOn(entity), given.code);
  });
  return grantTree({ catalog, texts }, open, culture);
}

/**
 * Ids of a role's menu entries: the granted ones, or all that its rights open if it is not restricted. Needs the right
 * to read the role. `narrowed`: it is restricted.
 */
export async function roleMenu(
  { context, system }: Pick<Rooms, 'context' | 'system'>,
  actor: Actor,
  id: unknown,
): Promise<{ menus: string[]; narrowed: boolean }> {
  const { catalog, tenant } = actor;
  const entity = catalog.byName.get('role');
  if (!entity) throw new AppError('noRoute');
  const record = JSON.parse(await readPlain(context, actor, entity, id)) as { id: string; menus?: unknown };
  const given = Array.isArray(record.menus) ? record.menus.map(String) : [];
  if (given.length > 0) return { menus: given, narrowed: true };
  const [role] = await loadRoles(system, catalog, tenant, [String(record.id)]);
  if (!role) return { menus: [], narrowed: false };
  const member = isMemberRole(role);
  const person = { platform: actor.platform, member, closed: actor.closed };
  const rows = await readTenantMenu(system, tenant);
  const shut = rows.filter((row) => {
    if (row.type === '0') return false;
    if (member !== (row.application === 'member') || actor.withheld?.has(row.code)) return true;
    const opens = codeOfMenu(catalog, row);
    const target = opens && catalog.byName.get(opens.entity);
    // A page without a permission is open to all; a button or screen without a target is not.
    if (!opens || !target) return row.type === '2' || row.entity !== null;
    return !can(rightsOf(target, [role], person), opens.code);
  });
  return { menus: ownMenu(rows, { menus: shut.map(({ code }) => code), rights: [] }), narrowed: false };
}

/** Entries that may be granted to another tenant: its whole menu, with the right to read the tenant. */
export async function tenantMenuTree(
  { context, system, texts }: Rooms,
  actor: Actor,
  id: unknown,
  culture: Culture,
): Promise<unknown[]> {
  const tenant = await readTenant(context, actor, id);
  return grantTree({ catalog: context.catalog, texts }, await readTenantMenu(system, tenant.id), culture);
}

/** Ids of another tenant's menu entries, with the right to read the tenant. */
export async function tenantOwnMenu({ context, system }: Rooms, actor: Actor, id: unknown): Promise<string[]> {
  const tenant = await readTenant(context, actor, id);
  return ownMenu(await readTenantMenu(system, tenant.id), withheldIn(tenant.withheld));
}

async function readTenant(context: Context, actor: Actor, id: unknown): Promise<{ id: string; withheld?: unknown }> {
  const entity = actor.catalog.byName.get('tenant');
  if (!entity) throw new AppError('noRoute');
  return JSON.parse(await readPlain(context, actor, entity, id)) as { id: string; withheld?: unknown };
}

/** The parts of a menu entry's label. */
interface Worded {
  catalog: Catalog;
  texts: Texts;
}

const grantTree = ({ catalog, texts }: Worded, rows: readonly TenantMenuEntry[], culture: Culture) =>
  nest(
    rows.map((row) => ({
      ...node(row.id, row.parent, title({ catalog, texts }, culture, row), row.sort),
      type: row.type,
      application: row.application,
    })),
    ({ type, children }) => type !== '0' || children.length > 0,
  );

function title({ catalog, texts }: Worded, culture: Culture, row: TenantMenuEntry): string {
  const given = row.type === '2' ? codeOfMenu(catalog, row) : null;
  if (given && row.code.endsWith(`.${given.code}`)) {
    return codeWord(texts, culture, catalog, given.entity, given.code);
  }
  const delivered =
    row.entity && !row.component
      ? texts.entity(culture, catalog.byName.get(row.entity) ?? row.entity).plural
      : undefined;
  return texts.menu(culture, row.code) ?? (row.type === '1' && delivered ? delivered : row.name);
}

const node = (id: string, parent: string | null, text: string, weight: number) => ({
  id,
  parentId: parent ?? '0',
  pid: parent ?? '0',
  title: text,
  value: id,
  weight,
});

/** Nests flat rows; a row without its parent becomes a root. */
function nest<T extends { id: string; pid: string }>(
  rows: readonly T[],
  keep: (node: T & { children: unknown[] }) => boolean = () => true,
): (T & { children: unknown[] })[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = new Map<string, T[]>();
  for (const row of rows) {
    const above = known.has(row.pid) ? row.pid : '0';
    const siblings = below.get(above);
    if (siblings) siblings.push(row);
    else below.set(above, [row]);
  }
  const walk = (pid: string): (T & { children: unknown[] })[] =>
    (below.get(pid) ?? []).map((row) => ({ ...row, children: walk(row.id) })).filter(keep);
  return walk('0');
}

const only = (query: Query, names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));

function menuEntity(context: Context) {
  const entity = context.catalog.byName.get('menu');
  if (!entity) throw new AppError('noRoute');
  return entity;
}
