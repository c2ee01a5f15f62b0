import type { Entity, EntityDocument } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import { openConflicts } from './drafts.ts';
import { newDrafts, type EntityDrafts } from './entity-drafts.ts';
import { demandOwn, limits } from './guard.ts';
import { guardDocument, nameOf } from './guard-document.ts';
import type { Body } from './input.ts';
import { editorsOf, openDrafts, pickable, rolesOf } from './presence.ts';
import { publishing } from './publish-job.ts';
import { ownInUse } from './retire.ts';

/** Every entity that can be designed, with its draft and publish state, and how much of the limits is used. */
export async function listEntities(on: EntityDrafts, actor: Actor, culture: Culture) {
  const { system, catalogs, published } = on;
  const schema = await catalogs.of(actor.tenant);
  const byName = await openDrafts<EntityDocument>(system, actor, 'entities');
  const delivered = catalogs.base.entities.filter(({ tenancy }) => tenancy === 'tenant' || actor.platform);
  const names = new Set([...delivered.map((entity) => entity.name), ...schema.live.keys(), ...byName.keys()]);
  const entities = [...names].map((entity) => {
    const live = schema.live.get(entity);
    const draft = byName.get(entity);
    const document = published(schema, entity) ?? draft?.document;
    const base = catalogs.baseDocument(entity);
    const isBase = base !== undefined;
    return {
      entity,
      path: document?.meta.path ?? '',
      name: document ? nameOf(document, culture) : entity,
      origin: isBase ? 'base' : 'own',
      revision: live?.revision ?? 0,
      changed: isBase && live !== undefined,
      conflicts: (live?.conflicts.length ?? 0) + (live?.issues.length ?? 0),
      draft: draft ? { by: draft.by, at: draft.at } : null,
      state: live?.state ?? (isBase ? 'live' : 'draft'),
      // Counts a delivered entity's added fields, or all fields of an own one; usage shows the largest entity.
      fields: {
        used: Object.keys(document?.meta.fields ?? {}).length - Object.keys(base?.meta.fields ?? {}).length,
        most: isBase ? limits.fields : limits.fieldsOfOwn,
      },
    };
  });
  const drafts = await newDrafts(on, actor);
  const fields = Math.max(0, ...entities.filter(({ origin }) => origin === 'base').map((each) => each.fields.used));
  const { entities: most, fields: mostFields, fieldsOfOwn } = limits;
  const used = { entities: ownInUse(schema) + drafts, fields, drafts };
  return { entities, limits: { entities: most, fields: mostFields, fieldsOfOwn, used } };
}

/** An entity for the designer. */
export async function readEntity(on: EntityDrafts, actor: Actor, entity: string, culture: Culture) {
  const { system, catalogs, texts, drafts } = on;
  demandOwn(catalogs.base, actor, entity);
  const schema = await catalogs.of(actor.tenant);
  const live = schema.live.get(entity);
  const base = catalogs.baseDocument(entity) ?? null;
  const draft = await drafts.current(actor, entity);
  if (!base && !live && !draft) throw new AppError('notFound');
  const people = await editorsOf(system, actor, entity);
  const roles = await rolesOf(system, actor);
  const usable = base ? deliveredSockets(catalogs.base.byName.get(entity)) : { effects: [], jobs: [], values: [] };
  return {
    entity,
    origin: base ? 'base' : 'own',
    base,
    published: live?.state === 'retired' ? null : (live?.document ?? base),
    revision: live?.revision ?? 0,
    state: live?.state ?? (base ? 'live' : 'draft'),
    draft,
    others: pickable(schema.catalog, actor, texts, culture),
    roles,
    sockets: usable,
    conflicts: openConflicts(draft, live?.conflicts ?? []),
    issues: [...(live?.issues ?? []), ...(live?.state === 'live' ? guardDocument(on, actor, live.document) : [])],
    people,
    publishing: await publishing(system, actor.tenant, entity),
    limits,
  };
}

/** Begins a draft of a new entity. */
export async function createEntity(on: EntityDrafts, actor: Actor, input: Body) {
  const { system, catalogs, check } = on;
  const document = input['document'] as EntityDocument | undefined;
  if (!document || typeof document !== 'object') throw refused(issue('json.invalid', 'document'));
  const issues = await check(actor, document);
  if (issues.length > 0) throw refused(...issues);
  const { meta } = document;
  const schema = await catalogs.of(actor.tenant);
  const known = schema.live.get(meta.entity);
  if (catalogs.base.byName.has(meta.entity) || known?.state === 'live') {
    throw refused(issue('schema.ownPath', 'entity', { name: meta.entity }));
  }
  const own = ownInUse(schema) + (await newDrafts(on, actor));
  if (own >= limits.entities) throw refused(issue('schema.limit', 'entity', { max: limits.entities }));
  const { rowCount } = await system.pool.query(
    `INSERT INTO lading.draft (tenant_id, entity, stamp, base_revision, document, by) VALUES ($1, $2, 1, 0, $3, $4)
       ON CONFLICT DO NOTHING`,
    [actor.tenant, meta.entity, JSON.stringify(document), actor.facts.id],
  );
  if (!rowCount) throw refused(issue('schema.ownPath', 'entity', { name: meta.entity }));
  return { entity: meta.entity, stamp: 1 };
}

function deliveredSockets(entity: Entity | undefined) {
  const actions = [...(entity?.actions.values() ?? [])].map(({ meta }) => meta);
  const all = (names: readonly string[]) => [...new Set(names)].sort();
  return {
    effects: all(actions.flatMap(({ effects = [] }) => effects)),
    jobs: all(actions.flatMap(({ jobs = [] }) => jobs)),
    values: [],
  };
}
