import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import { checkDocument, extendCatalog, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Texts } from '../texts.ts';
import { ownMeta, type TenantSchema } from './catalogs.ts';
import { createDrafts, type Draft, type DraftBase, type Drafts } from './drafts.ts';
import { demandOwn } from './guard.ts';
import { guardDocument } from './guard-document.ts';
import type { PublishDeps } from './plan.ts';
import { openDrafts } from './presence.ts';

export interface SchemaServiceDeps extends PublishDeps {
  readonly context: Context;
  readonly texts: Texts;
}

/** The drafts of a tenant's entities, and what they begin with. */
export interface EntityDrafts extends SchemaServiceDeps {
  readonly drafts: Drafts;
  readonly published: (schema: TenantSchema, entity: string) => EntityDocument | undefined;
  readonly beginning: (actor: Actor, entity: string) => () => Promise<DraftBase>;
  readonly check: (actor: Actor, document: EntityDocument) => Promise<Issue[]>;
}

export function createEntityDrafts(deps: SchemaServiceDeps): EntityDrafts {
  const { catalogs } = deps;
  const published: EntityDrafts['published'] = (schema, entity) =>
    schema.live.get(entity)?.document ?? catalogs.baseDocument(entity);
  const check: EntityDrafts['check'] = (actor, document) => issuesOf(deps, actor, document);
  const beginning: EntityDrafts['beginning'] = (actor, entity) => async () => {
    demandOwn(catalogs.base, actor, entity);
    const schema = await catalogs.of(actor.tenant);
    const document = published(schema, entity);
    if (!document) throw new AppError('notFound');
    const live = schema.live.get(entity);
    return { document, revision: live?.revision ?? 0, conflicts: live?.conflicts ?? [] };
  };
  /** The base of a draft; null for an entity that is not in use. */
  const groundOf = async (actor: Actor, entity: string): Promise<DraftBase | null> => {
    const schema = await catalogs.of(actor.tenant);
    const inUse = schema.live.get(entity)?.state !== 'retired' && published(schema, entity);
    return inUse ? beginning(actor, entity)() : null;
  };
  return { ...deps, published, check, beginning, drafts: createDrafts(deps.system, check, groundOf) };
}

/** Every issue of a document within the tenant's catalog. */
async function issuesOf(deps: PublishDeps, actor: Actor, document: EntityDocument): Promise<Issue[]> {
  const { catalogs } = deps;
  demandOwn(catalogs.base, actor, document.meta.entity);
  const alone = checkDocument(document);
  if (alone.length > 0) return alone;
  const schema = await catalogs.of(actor.tenant);
  const base = catalogs.baseDocument(document.meta.entity);
  const live = schema.live.get(document.meta.entity);
  const guarded = guardDocument(deps, actor, document);
  // Issues published under an older guard may be removed one by one in a draft; a publish must be free of all.
  const standing = live ? guardDocument(deps, actor, live.document) : [];
  const fresh = guarded.filter(({ code, path }) => !standing.some((each) => each.code === code && each.path === path));
  if (fresh.length > 0) return fresh;
  const at = { origin: base ? ('changed' as const) : ('added' as const), table: live?.table ?? 'own', revision: 0 };
  const linked = extendCatalog(schema.catalog, [ownMeta({ ...at, document, words: {} }, base?.meta)]);
  return linked.ok
    ? []
    : linked.issues.map((found) => ({ ...found, path: found.path.replace(`${document.meta.entity}: `, '') }));
}

/** The draft of an entity; there must be one. */
export async function draftOf({ drafts }: EntityDrafts, actor: Actor, entity: string): Promise<Draft> {
  const draft = await drafts.current(actor, entity);
  if (!draft) throw refused(issue('schema.nothingToPublish', ''));
  return draft;
}

/** Drafts of entities that do not exist yet, which count towards the limit. */
export async function newDrafts({ catalogs, system }: EntityDrafts, actor: Actor): Promise<number> {
  const schema = await catalogs.of(actor.tenant);
  const open = await openDrafts<EntityDocument>(system, actor, 'entities');
  return [...open.keys()].filter((name) => !catalogs.base.byName.has(name) && schema.live.get(name)?.state !== 'live')
    .length;
}
