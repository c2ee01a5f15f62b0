import { can } from '../../engine/index.ts';
import { AppError } from '../errors.ts';
import { listAll } from '../operations/list-records.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import { codeWord } from './role-summary.ts';
import { codeOfMenu } from './roles.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;

interface Row {
  id: string;
  parent: string | null;
  code: string;
  name: string;
  type: string;
  application: string;
  entity: string | null;
  permission: string | null;
  component: string | null;
  sort: number;
}

interface Rooms {
  context: Context;
  system: SystemDatabase;
  texts: Texts;
}

/** The menu as a nested list, as its own administration reads it: `[{id, pid, name, ..., children}]`. */
export async function menuList({ context }: Rooms, actor: Actor, query: Query): Promise<unknown[]> {
  const rows = JSON.parse(await listAll(context, actor, menuEntity(context), query)) as Record<string, unknown>[];
  return nest(rows.map((row) => ({ ...row, id: String(row['id']), pid: String(row['parent'] ?? '0') })));
}

/** Where an entry may stand: directories and screens, of one application if it is named. */
export async function menuTree({ context }: Rooms, actor: Actor, query: Query): Promise<unknown[]> {
  const rows = JSON.parse(
    await listAll(context, actor, menuEntity(context), only(query, ['application'])),
  ) as unknown as Row[];
  return nest(
    rows
      .filter(({ type }) => type !== '2')
      .map(({ id, parent, name, sort }) => node(String(id), parent ? String(parent) : null, name, sort)),
  );
}

/**
 * What can be given to a role: every entry with its buttons for administrators; for others what their own roles have. An
 * entry whose code the asker does not hold is left out, for it could not be handed on.
 */
export async function menuTreeForGrant(
  { context, system, texts }: Rooms,
  actor: Actor,
  query: Query,
  culture: Culture,
): Promise<unknown[]> {
  const roles = context.catalog.byName.get('role');
  if (!roles || !can(actor.rightsOn(roles), 'read')) {
    throw new AppError('forbidden', { params: { code: 'sysMenu:treeForGrant' } });
  }
  const { rows } = await system.pool.query<Row>(
    `SELECT id::text, parent::text, code, name, type, application, entity, permission, component, sort
       FROM menu WHERE tenant_id = $1 AND ($2::text IS NULL OR application = $2) ORDER BY sort, id`,
    [actor.tenant, typeof query['application'] === 'string' && query['application'] ? query['application'] : null],
  );
  const { catalog } = context;
  const open = rows.filter((row) => {
    const given = codeOfMenu(catalog, row);
    const entity = given && catalog.byName.get(given.entity);
    if (row.type !== '0' && actor.menus && !actor.menus.has(row.id)) return false;
    return !entity || can(actor.rightsOn(entity), given.code);
  });
  return nest(
    open.map((row) => ({
      ...node(row.id, row.parent, title(texts, culture, context, row), row.sort),
      type: row.type,
      application: row.application,
    })),
    ({ type, children }) => type !== '0' || children.length > 0,
  );
}

function title(texts: Texts, culture: Culture, context: Context, row: Row): string {
  const given = row.type === '2' ? codeOfMenu(context.catalog, row) : null;
  if (given && row.code.endsWith(`.${given.code}`)) {
    return codeWord(texts, culture, context.catalog, given.entity, given.code);
  }
  const delivered = row.entity && !row.component ? texts.entity(culture, row.entity).plural : undefined;
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

/** Flat rows as a tree; a row whose parent is not among them stands at the top. */
function nest<T extends { id: string; pid: string }>(
  rows: readonly T[],
  keep: (node: T & { children: unknown[] }) => boolean = () => true,
): (T & { children: unknown[] })[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = new Map<string, T[]>();
  for (const row of rows) {
    const above = known.has(row.pid) ? row.pid : '0';
    below.set(above, [...(below.get(above) ?? []), row]);
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
