import type { Catalog, Entity, Issue } from '../../../engine/core/index.ts';
import type { Actor } from '../../operations/context.ts';
import type { Query } from '../../operations/read/list-records.ts';
import type { readTree } from '../../operations/read/pick.ts';
import { withoutEmployee } from './accounts.ts';
import { formOf, namesOf, root, wordsOf } from './forms.ts';
import { drawnBy } from './modules.ts';
import { docOfHtml, isHtml } from './rich-html.ts';

type Body = Readonly<Record<string, unknown>>;

/** Reads an entity's tree as the actor. */
type TreeOf = (entity: Entity) => ReturnType<typeof readTree>;

/** Converts a body into the entity's own names and values; invalid values are returned as issues. */
export function bodyInOwnWords(entity: Entity, given: Body): { body: Body; issues: Issue[] } {
  const { body, issues } = entity.name === 'account' ? withoutEmployee(given) : { body: given, issues: [] };
  const present = new Set(Object.keys(body).map((name) => name.toLowerCase()));
  const own: Record<string, unknown> = { ...body };
  for (const [alias, field] of Object.entries(namesOf(entity))) {
    if (!(alias in body) || present.has(field.toLowerCase()) || entity.byName.get(field)?.system) continue;
    own[field] = field === entity.tree && String(body[alias]) === root ? null : body[alias];
    // Read, so it is not named as ignored.
    if (!entity.byName.has(alias)) delete own[alias];
  }
  for (const field of entity.fields) {
    const value = own[field.name];
    if (field.meta.type === 'richText' && typeof value === 'string' && isHtml(value))
      own[field.name] = docOfHtml(value);
  }
  if (entity.name === 'menu' && typeof body['component'] === 'string') Object.assign(own, drawn(body));
  return { body: own, issues };
}

/** Converts the component of a posted menu form; an explicit entity takes precedence over the component's. */
function drawn(body: Body): Body {
  const { component, entity } = drawnBy(String(body['component']).trim(), knownEntities);
  return { component, ...(entity && !body['entity'] ? { entity } : {}) };
}

let knownEntities: readonly string[] = [];

/** Registers the delivered entities, by which components are recognised. */
export function knowEntities(names: readonly string[]): void {
  knownEntities = names;
}

/**
 * A deletion only uses the `id`: a posted whole row does not prove which version its sender saw. A version counts if it
 * comes alone with the id, or as `If-Match`.
 */
export function deletionOf(body: unknown, ifMatch: string | undefined): unknown {
  if (Array.isArray(body)) return body.map((row: unknown) => deletionOf(row, undefined));
  if (typeof body !== 'object' || body === null) return body;
  const { version: _seen, ...rest } = body as Body;
  const stated = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(ifMatch ?? '')?.[1];
  if (stated !== undefined) return { ...rest, version: Number(stated) };
  const alone = Object.keys(rest).every((key) => key === 'id' || key === 'ids');
  return alone ? body : rest;
}

/** Converts a list's query into the entity's own names and values. */
export async function queryInOwnWords(
  { catalog }: Pick<Actor, 'catalog'>,
  entity: Entity,
  query: Query,
  treeOf: TreeOf,
): Promise<Query> {
  const form = formOf(entity);
  const names = namesOf(entity);
  const own: Record<string, string | string[] | undefined> = {};
  for (const [key, value] of Object.entries(query)) {
    const [name = '', ...operator] = key.split('.');
    const field = Object.hasOwn(names, name) && name !== 'pid' ? (names[name] ?? name) : name;
    if (field !== name && entity.byName.has(name) === false && field in query) continue;
    own[[field, ...operator].join('.')] = value;
  }
  for (const name of form.contains ?? []) {
    if (own[name] === undefined) continue;
    own[`${name}.contains`] = own[name];
    own[name] = undefined;
  }
  for (const [name, codes] of Object.entries(form.codes ?? {})) {
    const asked = [own[name] ?? []].flat();
    if (asked.length === 0) continue;
    own[name] = asked.flatMap((text) => wordsOf(codes, text));
  }
  if (form.times) moveTimes(own, form.times);
  if (form.view && own['view'] === undefined) own['view'] = form.view;
  if (own['sortField'] && typeof own['sortField'] === 'string' && Object.hasOwn(names, own['sortField'])) {
    own['sortField'] = names[own['sortField']];
  }
  await standBelow(own, { catalog, treeOf }, entity, query);
  return own;
}

function moveTimes(own: Record<string, string | string[] | undefined>, field: string): void {
  for (const [key, operator] of [
    ['searchBeginTime', 'gte'],
    ['searchEndTime', 'lte'],
  ] as const) {
    if (!own[key]) continue;
    own[`${field}.${operator}`] = own[key];
    own[key] = undefined;
  }
}

/**
 * `pid` and `parentId` of a tree select a record with all its visible descendants, as does the organisation of people;
 * `0` selects everything.
 */
async function standBelow(
  own: Record<string, string | string[] | undefined>,
  { catalog, treeOf }: { catalog: Catalog; treeOf: TreeOf },
  entity: Entity,
  query: Query,
): Promise<void> {
  const first = (...keys: string[]) => {
    const key = keys.find((each) => query[each] !== undefined);
    return key === undefined ? '' : ([query[key] ?? ''].flat()[0]?.trim() ?? '');
  };
  if (entity.tree !== null) {
    const top = first('pid', 'parentId');
    own['pid'] = own['parentId'] = undefined;
    if (top !== '' && top !== root) own['id.in'] = withAllBelow(await treeOf(entity), top).join(',');
    return;
  }
  const place = 'sysEmpParam.orgId';
  const org = catalog.byName.get('org');
  if (entity.name !== 'account' || !org || query[place] === undefined) return;
  const top = first(place);
  own[place] = undefined;
  if (top !== '' && top !== root) own['org.in'] = withAllBelow(await treeOf(org), top).join(',');
}

type Node = Awaited<ReturnType<typeof readTree>>[number];

/** Falls back to the id itself if it is not in the tree. */
function withAllBelow(nodes: readonly Node[], id: string): string[] {
  const all = ({ id: own, children }: Node): string[] => [own, ...children.flatMap(all)];
  const find = (some: readonly Node[]): Node | undefined => {
    for (const node of some) {
      const found = node.id === id ? node : find(node.children);
      if (found) return found;
    }
    return undefined;
  };
  const node = find(nodes);
  return node ? all(node) : [id];
}
