import type { Entity, EntityDocument, Issue } from '../../engine/core/index.ts';
import { changesBetween, checkDocument, extendCatalog, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { isAdministrator } from '../access/escalation-role.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { JobRow } from '../store/job-sql.ts';
import type { ChangeRun } from '../store/run-change.ts';
import type { Culture, Texts } from '../texts.ts';
import { openDrafts, editorsOf, pickable, rolesOf } from './presence.ts';
import { createBundles } from './bundle.ts';
import { called } from './called.ts';
import { ownMeta, type TenantSchema } from './catalogs.ts';
import { conflictIssues, createDrafts, openConflicts, type DraftBase, type Draft } from './drafts.ts';
import { keepingOf } from './purged-data.ts';
import { createComments } from './comments.ts';
import { prunePurged, type PurgedColumn } from './prune.ts';
import { demandOwn, limits } from './guard.ts';
import { guardDocument, menuEntry, nameOf } from './guard-document.ts';
import { givenIn, reasonIn, type Body } from './input.ts';
import { enterMenu, mayEnterMenu } from './menu-entry.ts';
import { createHistory } from './history.ts';
import { rowCounts, statesThatStay, usersOf } from './plan-facts.ts';
import { planDocument, type Plan, type PublishDeps } from './plan.ts';
import { demandPublishable, publish } from './publish.ts';
import { bringingBack, removedFields } from './removed.ts';
import { ownInUse, setState } from './retire.ts';
import { sentencesOf } from './sentences.ts';
import { demandIdle, filledAtOnce, orderPublish, publishing, runPublish, type PublishRequest } from './publish-job.ts';

export interface SchemaServiceDeps extends PublishDeps {
  readonly context: Context;
  readonly texts: Texts;
}

/**
 * Drafts, publishes and history of a tenant's schema, for its administrators; the designer and scripts use the same
 * calls.
 */
export function createSchemaService(deps: SchemaServiceDeps) {
  const { system, catalogs, context, texts } = deps;

  /** Every issue of a document within the tenant's catalog. */
  const check = async (actor: Actor, document: EntityDocument): Promise<Issue[]> => {
    demandOwn(catalogs.base, actor, document.meta.entity);
    const alone = checkDocument(document);
    if (alone.length > 0) return alone;
    const schema = await catalogs.of(actor.tenant);
    const base = catalogs.baseDocument(document.meta.entity);
    const live = schema.live.get(document.meta.entity);
    const guarded = guardDocument(deps, actor, document);
    // Issues published under an older guard may be removed one by one in a draft; a publish must be free of all.
    const standing = live ? guardDocument(deps, actor, live.document) : [];
    const fresh = guarded.filter(
      ({ code, path }) => !standing.some((each) => each.code === code && each.path === path),
    );
    if (fresh.length > 0) return fresh;
    const at = { origin: base ? ('changed' as const) : ('added' as const), table: live?.table ?? 'own', revision: 0 };
    const linked = extendCatalog(schema.catalog, [ownMeta({ ...at, document, words: {} }, base?.meta)]);
    return linked.ok
      ? []
      : linked.issues.map((found) => ({ ...found, path: found.path.replace(`${document.meta.entity}: `, '') }));
  };
  const beginning = (actor: Actor, entity: string) => async (): Promise<DraftBase> => {
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
  const drafts = createDrafts(system, check, groundOf);
  const past = createHistory<EntityDocument>({
    system,
    drafts,
    texts,
    base: catalogs.baseDocument,
    beginning,
    liveRevision: async (actor, entity) => (await catalogs.of(actor.tenant)).live.get(entity)?.revision ?? 0,
    publish: (actor, wanted) => publish(deps, actor, { ...wanted, whole: true }),
    async plan(actor, entity, { document, to, ...wanted }, culture) {
      const plan = await planDocument(deps, actor, document, wanted);
      const stay = await statesThatStay(system, actor.tenant, plan.shape.after, to);
      return planAnswer(actor, { ...plan, blockers: [...plan.blockers, ...stay] }, document, culture);
    },
    keeping: async (actor, entity) => {
      const own = (await catalogs.of(actor.tenant)).live.get(entity)?.table;
      const table = own ?? catalogs.base.byName.get(entity)?.table;
      // The table may be missing: this is also called for the history of a screen.
      return table === undefined ? new Map() : keepingOf(system, actor, entity, table);
    },
  });
  const published = (schema: TenantSchema, entity: string): EntityDocument | undefined =>
    schema.live.get(entity)?.document ?? catalogs.baseDocument(entity);
  const draftOf = async (actor: Actor, entity: string) => {
    const draft = await drafts.current(actor, entity);
    if (!draft) throw refused(issue('schema.nothingToPublish', ''));
    return draft;
  };

  return {
    async entities(actor: Actor, culture: Culture) {
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
      const drafts = await newDrafts(actor);
      const fields = Math.max(0, ...entities.filter(({ origin }) => origin === 'base').map((each) => each.fields.used));
      const { entities: most, fields: mostFields, fieldsOfOwn } = limits;
      const used = { entities: ownInUse(schema) + drafts, fields, drafts };
      return { entities, limits: { entities: most, fields: mostFields, fieldsOfOwn, used } };
    },

    async read(actor: Actor, entity: string, culture: Culture) {
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
        issues: [...(live?.issues ?? []), ...(live?.state === 'live' ? guardDocument(deps, actor, live.document) : [])],
        people,
        publishing: await publishing(system, actor.tenant, entity),
        limits,
      };
    },

    async create(actor: Actor, input: Body) {
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
      const own = ownInUse(schema) + (await newDrafts(actor));
      if (own >= limits.entities) throw refused(issue('schema.limit', 'entity', { max: limits.entities }));
      const { rowCount } = await system.pool.query(
        `INSERT INTO lading.draft (tenant_id, entity, stamp, base_revision, document, by) VALUES ($1, $2, 1, 0, $3, $4)
         ON CONFLICT DO NOTHING`,
        [actor.tenant, meta.entity, JSON.stringify(document), actor.facts.id],
      );
      if (!rowCount) throw refused(issue('schema.ownPath', 'entity', { name: meta.entity }));
      return { entity: meta.entity, stamp: 1 };
    },

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

    async plan(actor: Actor, entity: string, culture: Culture, input: Body = {}) {
      const draft = await draftOf(actor, entity);
      const { document, baseRevision } = draft;
      const given = { ...givenIn(input), baseRevision };
      const plan = await planDocument(deps, actor, document, given);
      const told = await planAnswer(actor, plan, document, culture);
      const open = conflictIssues(draft).map((found) => ({ ...found, message: texts.issue(culture, found) }));
      const blockers = [...open.map((found) => ({ ...found, count: 1, records: [] })), ...told.blockers];
      return { ...told, settles: draft.settled.length > 0, blockers };
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

    async publish(actor: Actor, entity: string, input: Body, culture: Culture) {
      const draft = await drafts.current(actor, entity);
      if (!draft || Number(input['stamp']) !== draft.stamp) throw await outrun(actor, entity, input, draft);
      const schema = await catalogs.of(actor.tenant);
      const live = schema.live.get(entity);
      const open = conflictIssues(draft);
      if (open.length > 0) throw refused(...open);
      await demandIdle(system, actor.tenant, entity);
      const wanted: PublishRequest = {
        ...{ entity, culture, document: draft.document, baseRevision: draft.baseRevision, reason: reasonIn(input) },
        fromDraft: draft.stamp,
        settles: draft.settled.length > 0,
        open: openConflicts(draft, live?.conflicts ?? []),
        isNew: !live && !catalogs.base.byName.has(entity),
        acceptProblems: input['acceptProblems'] === true,
        ...givenIn(input),
      };
      try {
        const { steps } = await demandPublishable(deps, actor, wanted);
        const slow = steps.filter(({ batches, sql }) => batches || sql.includes('CONCURRENTLY'));
        const counts = await rowCounts(system, actor.tenant, [
          ...new Set(slow.flatMap(({ touches }) => touches ?? [])),
        ]);
        // Reading a row for an index costs a twentieth of writing it.
        const rows = slow.reduce((sum, { batches, touches = '' }) => {
          return sum + (counts.get(touches) ?? 0) / (batches ? 1 : 20);
        }, 0);
        if (rows > filledAtOnce) return await orderPublish(context, actor, wanted);
        return { revision: await publishNow(actor, wanted) };
      } catch (error) {
        const isStale = error instanceof AppError && error.kind === 'schemaStale';
        throw isStale ? await outrun(actor, entity, input, await drafts.current(actor, entity)) : error;
      }
    },
    /** Runs an ordered publish; `signal` stops it where it can be restarted. */
    runPublish: (actor: Actor, job: Pick<JobRow, 'id' | 'request'>, signal: AbortSignal) =>
      runPublish(context, actor, job, (wanted, onProgress) => publishNow(actor, wanted, { onProgress, signal })),

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
    ...createBundles({ deps, published, entering }),
  };

  /** Drafts of entities that do not exist yet, which count towards the limit. */
  async function newDrafts(actor: Actor): Promise<number> {
    const schema = await catalogs.of(actor.tenant);
    const open = await openDrafts<EntityDocument>(system, actor, 'entities');
    return [...open.keys()].filter((name) => !catalogs.base.byName.has(name) && schema.live.get(name)?.state !== 'live')
      .length;
  }

  /** A plan in the reader's language. Tenants read what the statements do, not the SQL. */
  async function planAnswer(actor: Actor, plan: Plan, document: EntityDocument, culture: Culture) {
    // Removed fields are labelled from the live document.
    const live = published(await catalogs.of(actor.tenant), document.meta.entity);
    const documents = live ? [document, live] : [document];
    const message = (found: Issue) => texts.issue(culture, called(found, documents, culture), plan.shape.catalog);
    const worded = <T extends Issue>(found: T) => ({ ...found, message: message(found) });
    const { steps, after } = plan.shape;
    const counts = await rowCounts(system, actor.tenant, [...new Set(steps.flatMap(({ touches }) => touches ?? []))]);
    const warnings: Issue[] = plan.blockers.filter(({ warns }) => warns);
    if (!plan.shape.before && !mayEnterMenu(actor)) warnings.push(issue('schema.notInMenu', ''));
    const told = steps.map(({ sql, lock, touches, time, reversible }) => ({
      ...{ sql, lock, online: time === 'online', reversible },
      rows: touches === undefined ? 0 : (counts.get(touches) ?? 0),
    }));
    return {
      changes: plan.changes,
      lint: [...plan.lint, ...warnings.map((found) => ({ ...found, severity: 'hint' as const }))].map(worded),
      sentences: sentencesOf(plan, document.meta, counts).map(worded),
      steps: actor.platform ? told : [],
      permissions: plan.permissions,
      settles: false,
      blockers: plan.blockers.filter(({ warns }) => !warns).map(worded),
      problems: plan.blockers.filter(({ accepts }) => accepts).map(worded),
      users: await usersOf(system, actor.tenant, plan.changes, after),
    };
  }

  async function publishNow(actor: Actor, wanted: PublishRequest, going: Parameters<typeof publish>[3] = {}) {
    const enter = wanted.isNew ? entering(actor, wanted.document) : undefined;
    return publish(deps, actor, wanted, enter ? { ...going, enter } : going);
  }

  /** 409 for a publish that lost the race, with the current document and the changes since. */
  async function outrun(actor: Actor, entity: string, input: Body, draft: Draft | null): Promise<AppError> {
    const live = (await catalogs.of(actor.tenant)).live.get(entity);
    if (draft) {
      const { stamp, document, conflicts, came } = draft;
      return new AppError('schemaStale', { data: { stamp, document, conflicts, changes: came } });
    }
    if (!live || !(Number(input['stamp']) > 0)) return refused(issue('schema.nothingToPublish', ''));
    const known = Number(input['baseRevision'] ?? live.revision - 1);
    const { revision, document } = live;
    const before = await past.asPublished(actor, entity, known).catch(() => document);
    return new AppError('schemaStale', {
      data: { stamp: 0, revision, document, conflicts: [], changes: changesBetween(before, document) },
    });
  }

  /** Adds a new entity to the menu during the switch. */
  function entering(actor: Actor, document: EntityDocument): ChangeRun['within'] {
    return (client) => enterMenu(context, actor, client, menuEntry(actor, document));
  }
}

export type SchemaService = ReturnType<typeof createSchemaService>;

/** Throws `forbidden` unless the actor is an administrator of the tenant. */
export function demandDesigner(actor: Actor): void {
  if (!isAdministrator(actor.facts.type)) throw new AppError('forbidden', { params: { code: 'schema:design' } });
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
