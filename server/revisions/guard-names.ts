import type { Entity, EntityDocument, EntityMeta, Issue } from '../../engine/core/index.ts';
import { issue, pageSegments } from '../../engine/core/index.ts';

/** Names that addresses of the application have already, in lower case; they are noted as its routes are made. */
export interface TakenNames {
  /** First segments, of the API and of the browser. */
  readonly paths: Set<string>;
  /** What follows the path of any entity. */
  readonly verbs: Set<string>;
}

export const takenNames = (): TakenNames => ({ paths: new Set(pageSegments), verbs: new Set() });

/** Notes what the address of a route takes: `/api/job/list` takes `api` and `job`, `/api/:path/export` takes the verb. */
export function noteRoute({ paths, verbs }: TakenNames, url: string): void {
  const [first = '', second = '', third = ''] = url.toLowerCase().split('/').slice(1);
  const isName = (segment: string) => /^[a-z]/.test(segment);
  if (isName(first)) paths.add(first);
  if (first !== 'api') return;
  if (isName(second)) paths.add(second);
  else if (isName(third)) verbs.add(third);
}

/** Steps and actions that nobody could reach, since the wire has something else at their address. */
export function guardActions({ verbs }: TakenNames, meta: EntityMeta, base?: EntityMeta): Issue[] {
  const places = [
    ['workflow.transitions', meta.workflow?.transitions, base?.workflow?.transitions],
    ['actions', meta.actions, base?.actions],
  ] as const;
  return places.flatMap(([at, mine = {}, delivered = {}]) =>
    Object.keys(mine)
      .filter((name) => verbs.has(name.toLowerCase()) && !Object.hasOwn(delivered, name))
      .map((name) => issue('schema.reservedName', `${at}.${name}`, { name })),
  );
}

/** Whether an entity of a tenant's own could be reached at its address and stand in the menu, which bounds its names. */
export function guardPlace(
  taken: TakenNames,
  menu: Entity | undefined,
  { meta }: EntityDocument,
  entry: Readonly<Record<string, unknown>>,
): Issue[] {
  const reserved = taken.paths.has(meta.path.toLowerCase())
    ? [issue('schema.reservedName', 'path', { name: meta.path })]
    : [];
  const places: Readonly<Record<string, string>> = {
    name: 'texts.name',
    code: 'entity',
    entity: 'entity',
    router: 'path',
  };
  const unfit = Object.entries(entry).flatMap(([name, value]) => {
    const field = menu?.byName.get(name);
    const read = field && value !== null ? field.type.parse(value, field.meta) : null;
    return read && !read.ok ? read.issues.map((found) => ({ ...found, path: places[name] ?? name })) : [];
  });
  return [...reserved, ...unfit.filter((found, at) => unfit.findIndex(({ path }) => path === found.path) === at)];
}
