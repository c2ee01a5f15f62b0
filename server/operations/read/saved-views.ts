import {
  can,
  issue,
  storedViewIssues,
  readStoredView,
  visibleFields,
  withoutDirections,
  type Entity,
  type Issue,
  type StoredView,
} from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { prepared } from '../../store/database.ts';
import {
  addSavedViewSql,
  changeSavedViewSql,
  countSavedViewsSql,
  dropSavedViewSql,
  roleThereSql,
  savedViewsSql,
  yieldPreferenceSql,
  type SavedViewRow,
  type Sharing,
} from '../../store/saved-view-sql.ts';
import type { Actor, Context } from '../context.ts';

const maxViews = 200;
const maxBytes = 32_768;
const maxName = 60;
const sharings: readonly Sharing[] = ['mine', 'team', 'role'];

/**
 * The saved views of a list that this person sees, as JSON text: `[{id, name, share, role, pinned, preferred, state,
 * withheld, own, mayChange}]`. Hidden fields in a view are only counted (`withheld`); the `state` of an unreadable view
 * is null.
 */
export async function readSavedViews(context: Context, actor: Actor, path: unknown): Promise<string> {
  const entity = listOf(context, actor, path);
  const [found] = await context.database.read(
    actor.entrance,
    prepared(savedViewsSql(entity.path, managesRoles(context, actor)), actor),
  );
  const views = JSON.parse(String(found?.[0]?.['views'] ?? '[]')) as { state: unknown }[];
  const shown = new Set(visibleFields(entity, actor.rightsOn(entity)).map(({ field }) => field.id));
  return JSON.stringify(views.map((view) => ({ ...view, ...stateFor(entity, shown, view.state) })));
}

/** A saved view's state for a person who sees these fields. A removed field is named without its filter value. */
function stateFor(
  entity: Entity,
  shown: ReadonlySet<string>,
  kept: unknown,
): { state: StoredView | null; withheld: number } {
  const view = readStoredView(kept);
  if (!view) return { state: null, withheld: 0 };
  const known = new Set(entity.fields.map(({ id }) => id));
  const withheld = new Set<string>();
  const open = <T extends { id: string }>(parts: readonly T[] | undefined) =>
    parts?.filter(({ id }) => {
      if (shown.has(id) || !known.has(id)) return true;
      withheld.add(id);
      return false;
    });
  const state: StoredView = {
    ...view,
    ...(view.sort ? { sort: open(view.sort) ?? [] } : {}),
    ...(view.columns ? { columns: open(view.columns) ?? [] } : {}),
    ...(view.filters
      ? { filters: (open(view.filters) ?? []).map((term) => (known.has(term.id) ? term : { ...term, value: '' })) }
      : {}),
  };
  return { state, withheld: withheld.size };
}

/** Stores a new view, or changes an existing one by `id`. Sharing with a role needs the right to edit roles. */
export async function keepSavedView(
  context: Context,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const entity = listOf(context, actor, body['path']);
  const manager = managesRoles(context, actor);
  const isNew = body['id'] === undefined || body['id'] === null;
  const view = readView(context, entity, body);
  if (view.share === 'role' && !manager) throw new AppError('forbidden', { params: { code: roleCode(context) } });
  if (view.share === 'team' && !actor.facts.member && !actor.facts.org)
    throw refused(issue('savedView.noTeam', 'share'));
  await context.database.write(actor.entrance, async (transaction) => {
    if (view.role) {
      const [roles] = await transaction.run(prepared(roleThereSql(view.role), actor));
      if (!roles?.length) throw refused(issue('savedView.role', 'role'));
    }
    if (isNew) {
      const [counted] = await transaction.run(prepared(countSavedViewsSql(), actor));
      if (Number(counted?.[0]?.['count']) >= maxViews) throw refused(issue('savedView.tooMany', '', { max: maxViews }));
      await transaction.run(prepared(addSavedViewSql(view), actor));
    } else {
      const [changed] = await transaction.run(prepared(changeSavedViewSql(view, manager), actor));
      if (!changed?.length) throw new AppError('notFound');
    }
    if (view.preferred) await transaction.run(prepared(yieldPreferenceSql(view), actor));
  });
  return { id: view.id };
}

export async function dropSavedView(context: Context, actor: Actor, id: unknown): Promise<void> {
  const wanted = readId(id);
  const manager = managesRoles(context, actor);
  await context.database.write(actor.entrance, async (transaction) => {
    const [dropped] = await transaction.run(prepared(dropSavedViewSql(wanted, manager), actor));
    if (!dropped?.length) throw new AppError('notFound');
  });
}

function readView(context: Context, entity: Entity, body: Readonly<Record<string, unknown>>): SavedViewRow {
  const { id, name, share = 'mine', role = null, pinned = false, preferred = false, state } = body;
  const issues: Issue[] = [];
  const title = typeof name === 'string' ? withoutDirections(name).trim() : '';
  if (title === '') issues.push(issue('required', 'name'));
  else if ([...title].length > maxName) issues.push(issue('savedView.name', 'name', { max: maxName }));
  const sharing = sharings.find((one) => one === share);
  if (!sharing) issues.push(issue('savedView.share', 'share'));
  if (sharing === 'role' && !isId(role)) issues.push(issue('required', 'role'));
  if (typeof pinned !== 'boolean') issues.push(issue('savedView.flag', 'pinned'));
  if (typeof preferred !== 'boolean') issues.push(issue('savedView.flag', 'preferred'));
  if (sharing === 'team' && preferred === true) issues.push(issue('savedView.preferredTeam', 'preferred'));
  const text = typeof state === 'object' && state !== null && !Array.isArray(state) ? JSON.stringify(state) : null;
  if (text === null) issues.push(issue('required', 'state'));
  else issues.push(...storedViewIssues(state, 'state'));
  if (text !== null && Buffer.byteLength(text) > maxBytes)
    issues.push(issue('preference.tooLarge', 'state', { max: 32 }));
  if (issues.length > 0) throw refused(...issues);
  return {
    id: id === undefined || id === null ? context.newId() : readId(id),
    path: entity.path,
    name: title,
    share: sharing ?? 'mine',
    role: sharing === 'role' ? String(role) : null,
    pinned: pinned === true,
    preferred: preferred === true,
    state: text ?? '{}',
  };
}

function listOf(context: Context, actor: Actor, path: unknown): Entity {
  const entity = typeof path === 'string' ? actor.catalog.byPath.get(path.toLowerCase()) : undefined;
  if (!entity) throw refused(issue('savedView.path', 'path'));
  if (!can(actor.rightsOn(entity), 'read')) {
    throw new AppError('forbidden', { params: { code: `${entity.path}:page` } });
  }
  return entity;
}

/** Editors of roles may manage the roles' views. */
function managesRoles(context: Context, actor: Actor): boolean {
  const role = actor.catalog.byName.get('role');
  return role !== undefined && can(actor.rightsOn(role), 'edit');
}

const roleCode = (context: Context): string => `${context.catalog.byName.get('role')?.path ?? 'role'}:edit`;

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value);

function readId(value: unknown): string {
  if (isId(value)) return value;
  throw new AppError('notFound');
}
