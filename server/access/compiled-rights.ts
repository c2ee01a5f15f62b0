import type { Catalog, Entity, Rights } from '../../engine/core/index.ts';
import { createLens, type ReadScope } from '../store/list-sql.ts';
import { rightsKey, rightsOf, type HeldRole, type Person } from './rights.ts';

/** The rights of a set of roles in one catalog, compiled lazily. */
export interface CompiledRights {
  readonly catalog: Catalog;
  rightsOn(entity: Entity): Rights;
  lensOn(entity: Entity): ReadScope;
}

/** Cached sets of roles per node; the least recently used are evicted. */
const maxCached = 500;

/** Compiles rights once per set of roles. The cache is bounded, because every publish creates a new catalog. */
export function createCompiledRights(max = maxCached) {
  const kept = new Map<string, CompiledRights>();

  return {
    of(catalog: Catalog, roles: readonly HeldRole[], person: Person): CompiledRights {
      const key = `${catalog.hash} ${rightsKey(roles, person)}`;
      const compiled = kept.get(key) ?? compile(catalog, roles, person);
      kept.delete(key);
      kept.set(key, compiled);
      const oldest = kept.size > max ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return compiled;
    },
    size: () => kept.size,
  };
}

function compile(catalog: Catalog, roles: readonly HeldRole[], person: Person): CompiledRights {
  const rightsByEntity = new Map<Entity, Rights>();
  const lenses = new Map<Entity, ReadScope>();
  const rightsOn = (entity: Entity): Rights => {
    const rights = rightsByEntity.get(entity) ?? rightsOf(entity, roles, person);
    rightsByEntity.set(entity, rights);
    return rights;
  };
  const lensOn = (entity: Entity): ReadScope => {
    const lens = lenses.get(entity) ?? createLens(catalog, entity, rightsOn(entity), person.member);
    lenses.set(entity, lens);
    return lens;
  };
  return { catalog, rightsOn, lensOn };
}
