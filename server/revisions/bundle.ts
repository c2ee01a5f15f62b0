import type { Catalog, Change, EntityDocument } from '../../engine/core/index.ts';
import { checkDocument, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Blocker } from './blockers.ts';
import type { TenantSchema } from './catalogs.ts';
import { limits } from './guard.ts';
import { givenIn, reasonIn, type Body } from './input.ts';
import { planTogether, type Plan, type PublishDeps } from './plan.ts';
import { demandNothingStops, partOf, switchOver, type Part, type Publication } from './publish.ts';
import { ownInUse } from './retire.ts';

interface Rooms {
  readonly deps: PublishDeps & { readonly texts: Texts };
  published(schema: TenantSchema, entity: string): EntityDocument | undefined;
  /** Adds a new entity to the menu. */
  entering(actor: Actor, document: EntityDocument): Part['enter'];
}

/** An entity or screen of a bundle, as it would be published here; without a part if nothing changes. */
export interface Brought {
  readonly entity: string;
  readonly changes: readonly Change[];
  readonly blockers: readonly Blocker[];
  readonly part: Part | null;
}

/** Not exported, because it names people and roles of one tenant. */
const leftBehind = ['menuOrder', 'roleGrants'];

/** Exports a tenant's schema for another deployment, where it is planned and published completely or not at all. */
export function createBundles({ deps, published, entering }: Rooms) {
  const { catalogs, texts } = deps;

  return {
    /** The tenant's own entities and changes without records or secrets. */
    async bundle(actor: Actor) {
      const schema = await catalogs.of(actor.tenant);
      const entities = [...schema.live.values()]
        .filter(({ state }) => state === 'live')
        .map(({ entity, origin, document }) => ({ entity, origin, document }));
      return { bundle: { lading: 1, entities, leftBehind } };
    },

    /** `given`: values for existing records, by entity. All parts are planned together and published in one switch. */
    async applyBundle(
      actor: Actor,
      input: Body,
      culture: Culture,
      screens: (catalog: Catalog) => Promise<readonly Brought[]>,
    ) {
      const wanted = await readBundle({ deps, published, entering }, actor, input);
      const schema = await catalogs.of(actor.tenant);
      const plans = await planTogether(deps, actor, wanted);
      const isDry = input['dryRun'] === true;
      if (!isDry) demandAll(wanted, plans);
      const brought: Brought[] = [];
      for (const [at, plan] of plans.entries()) {
        const one = wanted[at];
        if (!one) continue;
        const { entity } = one.document.meta;
        const accepted = isDry ? [] : demandNothingStops(plan.blockers, one);
        const planned = { ...plan.shape, changes: plan.changes.length, accepted };
        const isNew = !schema.live.has(entity) && !catalogs.base.byName.has(entity);
        const enter = isNew ? entering(actor, one.document) : undefined;
        brought.push({
          ...{ entity, changes: plan.changes, blockers: plan.blockers },
          part: isDry || plan.changes.length === 0 ? null : await partOf(deps, actor, one, planned, enter),
        });
      }
      brought.push(...(await screens(plans[0]?.shape.catalog ?? schema.catalog)));
      const parts = brought.flatMap(({ part }) => part ?? []);
      if (parts.length > 0) await switchOver(deps, actor, parts);
      return {
        entities: brought.map(({ entity, changes, blockers, part }) => ({
          ...{ entity, changes, revision: part?.revision ?? null },
          blockers: blockers.map((found) => ({ ...found, message: texts.issue(culture, found) })),
        })),
        leftBehind,
      };
    },
  };
}

/** What a bundle wants to publish, each part as this tenant would have it. */
async function readBundle({ deps: { catalogs }, published }: Rooms, actor: Actor, input: Body): Promise<Publication[]> {
  const bundle = input['bundle'] as { entities?: { entity: string; document: EntityDocument }[] } | undefined;
  if (!Array.isArray(bundle?.entities)) throw refused(issue('json.invalid', 'bundle'));
  const schema = await catalogs.of(actor.tenant);
  const given = (typeof input['given'] === 'object' ? input['given'] : null) as Record<string, Body> | null;
  const wanted = bundle.entities.map(({ entity, document }): Publication => {
    const issues = checkDocument(document);
    if (issues.length > 0) throw refused(...issues.map((found) => ({ ...found, path: `${entity}: ${found.path}` })));
    const live = schema.live.get(entity);
    return {
      document: inColumnsOf(document, published(schema, entity)),
      baseRevision: live?.state === 'live' ? live.revision : 0,
      reason: reasonIn(input),
      open: live?.conflicts ?? [],
      acceptProblems: input['acceptProblems'] === true,
      ...givenIn(given?.[entity] ?? {}),
    };
  });
  const names = wanted.map(({ document }) => document.meta.entity);
  const added = names.filter((name) => !catalogs.base.byName.has(name) && schema.live.get(name)?.state !== 'live');
  if (new Set(names).size < names.length) throw refused(issue('json.invalid', 'bundle'));
  if (ownInUse(schema) + added.length > limits.entities)
    throw refused(issue('schema.limit', 'entity', { max: limits.entities }));
  return wanted;
}

/** Throws every issue that blocks any of them, prefixed with its entity, before anything is changed. */
function demandAll(wanted: readonly Publication[], plans: readonly Plan[]): void {
  const refusals = plans.flatMap(({ blockers }, at) => {
    const one = wanted[at];
    try {
      if (one) demandNothingStops(blockers, one);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const lead = one?.document.meta.entity ?? '';
      return (error.details.issues ?? []).map((found) => ({ ...found, path: `${lead}: ${found.path}` }));
    }
  });
  if (refusals.length > 0) throw new AppError('refused', { issues: refusals });
}

/** Column names are local to a deployment: a field takes the existing column of its name here, or gets a new one. */
function inColumnsOf(document: EntityDocument, here: EntityDocument | undefined): EntityDocument {
  const fields = Object.fromEntries(
    Object.entries(document.meta.fields).map(([name, { id, ...rest }]) => {
      const column = here?.meta.fields[name]?.id ?? (id !== undefined && /^x\d+$/.test(id) ? undefined : id);
      return [name, column === undefined ? rest : { ...rest, id: column }];
    }),
  );
  return { ...document, meta: { ...document.meta, fields } };
}
