import type { Entity, EntityDocument, EntityMeta, Issue } from '../../engine/core/index.ts';
import { issue, pageSegments } from '../../engine/core/index.ts';

/** Names that the application's routes use, in lower case; collected when the routes are registered. */
export interface TakenNames {
  /** First path segments of the API and the browser. */
  readonly paths: Set<string>;
  /** Path segments after an entity's path. */
  readonly verbs: Set<string>;
}

export const takenNames = (): TakenNames => ({ paths: new Set(pageSegments), verbs: new Set() });

/** Records the names that a route uses: `/api/job/list` uses `api` and `job`, `/api/:path/export` the verb. */
export function noteRoute({ paths, verbs }: TakenNames, url: string): void {
  const [first = '', second = '', third = ''] = url.toLowerCase().split('/').slice(1);
  const isName = (segment: string) => /^[a-z]/.test(segment);
  if (isName(first)) paths.add(first);
  if (first !== 'api') return;
  if (isName(second)) paths.add(second);
  else if (isName(third)) verbs.add(third);
}

/** Issues for actions that would be unreachable, because another route has their path. */
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

/** Issues for a tenant's own entity whose path is taken or whose name does not fit into the menu. */
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
