import type { Catalog, Issue } from '../../engine/core/index.ts';
import { checkScreen, extendCatalog, issue } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import { ownMeta, type TenantCatalogs } from './catalogs.ts';

/**
 * Everything that depends on an entity: other entities, and blocks of screens. Found by compiling the catalog without
 * it, so that no kind of link can be forgotten.
 */
export async function usersOfEntity(catalogs: TenantCatalogs, actor: Actor, entity: string): Promise<Issue[]> {
  const { base } = catalogs;
  const schema = await catalogs.of(actor.tenant);
  const others = [...schema.live.values()].filter(
    ({ entity: other, state, issues }) => other !== entity && state === 'live' && issues.length === 0,
  );
  const outcome = extendCatalog(
    base,
    others.map((each) => ownMeta(each, base.byName.get(each.entity)?.meta)),
  );
  const places = outcome.ok ? [] : outcome.issues.map(({ path }) => path);
  const without = withoutEntity(schema.catalog, entity);
  const screens = new Map(
    catalogs.screenNames.flatMap((name) => {
      const document = catalogs.baseScreen(name);
      return document ? [[name, document]] : [];
    }),
  );
  for (const { screen, state, document } of schema.screens.values())
    if (state === 'live') screens.set(screen, document);
  const blocks = [...screens].flatMap(([name, { meta }]) => {
    const known = new Set(checkScreen(schema.catalog, meta).map(({ path }) => path));
    return checkScreen(without, meta).flatMap(({ path }) => (known.has(path) ? [] : [`screen:${name}: ${path}`]));
  });
  return [...new Set([...places, ...blocks])].map((path) => {
    const [by = '', place = ''] = path.split(': ');
    return issue('schema.entityUsed', path, { by, place });
  });
}

const withoutEntity = (catalog: Catalog, name: string): Catalog => ({
  ...catalog,
  entities: catalog.entities.filter((entity) => entity.name !== name),
  byName: new Map([...catalog.byName].filter(([each]) => each !== name)),
  byPath: new Map([...catalog.byPath].filter(([, entity]) => entity.name !== name)),
});
