import type { EntityDocument } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import { isAdministrator } from '../access/escalation-role.ts';
import type { Actor } from '../operations/context.ts';
import type { JobRow } from '../store/job-sql.ts';
import type { Culture } from '../texts.ts';
import { createBundles } from './bundle.ts';
import { createComments } from './comments.ts';
import { createEntityDrafts, type EntityDrafts, type SchemaServiceDeps } from './entity-drafts.ts';
import { createEntity, listEntities, readEntity } from './entity-list.ts';
import { createHistory } from './history.ts';
import type { Body } from './input.ts';
import { statesThatStay } from './plan-facts.ts';
import { planAnswer, planDraft } from './plan-answer.ts';
import { planDocument } from './plan.ts';
import { prunePurged, type PurgedColumn } from './prune.ts';
import { publish } from './publish.ts';
import { entering, publishDraft, publishNow } from './publish-draft.ts';
import { runPublish } from './publish-job.ts';
import { keepingOf } from './purged-data.ts';
import { bringingBack, removedFields } from './removed.ts';
import { setState } from './retire.ts';

/**
 * Drafts, publishes and history of a tenant's schema, for its administrators; the designer and scripts use the same
 * calls.
 */
export function createSchemaService(deps: SchemaServiceDeps) {
  const on = createEntityDrafts(deps);
  const past = historyOf(on);
  const { system, catalogs, context } = deps;
  return {
    entities: (actor: Actor, culture: Culture) => listEntities(on, actor, culture),
    read: (actor: Actor, entity: string, culture: Culture) => readEntity(on, actor, entity, culture),
    create: (actor: Actor, input: Body) => createEntity(on, actor, input),
    ...draftCalls(on),
    plan: (actor: Actor, entity: string, culture: Culture, input: Body = {}) =>
      planDraft(on, actor, entity, culture, input),
    publish: (actor: Actor, entity: string, input: Body, culture: Culture) =>
      publishDraft({ ...on, asPublished: past.asPublished }, actor, entity, input, culture),
    /** Runs an ordered publish; `signal` stops it where it can be restarted. */
    runPublish: (actor: Actor, job: Pick<JobRow, 'id' | 'request'>, signal: AbortSignal) =>
      runPublish(context, actor, job, (wanted, onProgress) => publishNow(deps, actor, wanted, { onProgress, signal })),

    /** Drops retired tables and columns past the tenants' retention period; answers how many. */
    contract: (note: (gone: PurgedColumn) => void) =>
      prunePurged({ ownerUrl: deps.ownerUrl, system, base: catalogs.base, clock: context.clock }, note),

    ...past.endpoints,

    async retire(actor: Actor, entity: string) {
      await setState(deps, actor, entity, 'retired');
      return null;
    },
    async revive(actor: Actor, entity: string) {
      await setState(deps, actor, entity, 'live');
      return null;
    },

    ...createComments(deps),
    ...createBundles({
      deps,
      published: on.published,
      entering: (actor, document) => entering(deps, actor, document),
    }),
  };
}

export type SchemaService = ReturnType<typeof createSchemaService>;

/** What is done to a draft. */
function draftCalls({ system, drafts, beginning }: EntityDrafts) {
  return {
    commands: (actor: Actor, entity: string, input: Body, key: string | null) =>
      drafts.run(actor, entity, input, key, beginning(actor, entity)),
    undo: (actor: Actor, entity: string, input: Body) =>
      drafts.move(actor, entity, input['stamp'], 'undo', beginning(actor, entity)),
    redo: (actor: Actor, entity: string, input: Body) =>
      drafts.move(actor, entity, input['stamp'], 'redo', beginning(actor, entity)),
    settle: (actor: Actor, entity: string, input: Body) =>
      drafts.settle(actor, entity, input, beginning(actor, entity)),
    async discard(actor: Actor, entity: string) {
      await drafts.discard(actor, entity);
      return null;
    },

    /** What was removed and can be restored into the draft, with its values. */
    removed: async (actor: Actor, entity: string) => ({ fields: await removedFields(system, actor, entity) }),
    async bringBack(actor: Actor, entity: string, input: Body, key: string | null) {
      const begin = beginning(actor, entity);
      const { document } = (await drafts.current(actor, entity)) ?? (await begin());
      const field = String(input['field']);
      const commands = await bringingBack(system, actor, entity, field, document);
      return drafts.run(actor, entity, { ...input, name: `bring back ${field}`, commands }, key, begin);
    },
  };
}

function historyOf(on: EntityDrafts) {
  const { system, catalogs, texts, drafts, beginning } = on;
  return createHistory<EntityDocument>({
    system,
    drafts,
    texts,
    base: catalogs.baseDocument,
    beginning,
    liveRevision: async (actor, entity) => (await catalogs.of(actor.tenant)).live.get(entity)?.revision ?? 0,
    publish: (actor, wanted) => publish(on, actor, { ...wanted, whole: true }),
    async plan(actor, entity, { document, to, ...wanted }, culture) {
      const plan = await planDocument(on, actor, document, wanted);
      const stay = await statesThatStay(system, actor.tenant, plan.shape.after, to);
      return planAnswer(on, actor, {
        plan: { ...plan, blockers: [...plan.blockers, ...stay] },
        ...{ document, culture },
      });
    },
    keeping: async (actor, entity) => {
      const own = (await catalogs.of(actor.tenant)).live.get(entity)?.table;
      const table = own ?? catalogs.base.byName.get(entity)?.table;
      // The table may be missing: this is also called for the history of a screen.
      return table === undefined ? new Map() : keepingOf(system, actor, entity, table);
    },
  });
}

/** Throws `forbidden` unless the actor is an administrator of the tenant. */
export function demandDesigner(actor: Actor): void {
  if (!isAdministrator(actor.facts.type)) throw new AppError('forbidden', { params: { code: 'schema:design' } });
}
