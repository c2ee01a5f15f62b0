import type { Catalog, Change, Conflict, Finding, Issue, ScreenDocument } from '../../engine/core/index.ts';
import {
  changesBetween,
  checkDocument,
  checkScreen,
  documentKey,
  embeddable,
  isScreen,
  issue,
  lintScreen,
  screenKey,
  screenOf,
  stillOpen,
  type SchemaDocument,
} from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { ChangeRun } from '../store/run-change.ts';
import type { Culture, Texts } from '../texts.ts';
import { openDrafts, editorsOf, pickable, rolesOf } from './presence.ts';
import type { Brought } from './bundle.ts';
import type { TenantSchema } from './catalogs.ts';
import { conflictIssues, createDrafts, openConflicts, type DraftBase } from './drafts.ts';
import { limits } from './guard.ts';
import { reasonIn, type Body } from './input.ts';
import { enterMenu } from './menu-entry.ts';
import { createHistory } from './history.ts';
import { problemBlockers, type Blocker } from './blockers.ts';
import { lastRevision, type PublishDeps } from './plan.ts';
import { demandNothingStops, doneWith, switchOver, writeRevision, type Part } from './publish.ts';

export interface ScreenServiceDeps extends PublishDeps {
  readonly context: Context;
  readonly texts: Texts;
  /** Hosts that pages may be embedded from. */
  readonly embedHosts: readonly string[];
}

interface Publication {
  readonly document: ScreenDocument;
  readonly baseRevision: number;
  readonly reason: string;
  /** As in the `Publication` of entities. */
  readonly fromDraft?: number;
  readonly settles?: boolean;
  readonly open?: readonly Conflict[];
  readonly acceptProblems?: boolean;
  readonly whole?: boolean;
}

/** The effects of publishing a screen, which has neither tables nor permissions. */
export interface ScreenPlan {
  readonly changes: readonly Change[];
  readonly lint: readonly Finding[];
  /** Missing translations: the only problem of a screen that fits its entities. */
  readonly blockers: readonly Blocker[];
}

/**
 * Drafts, publishes and history of a tenant's screens, as for entities, under the key `screen:<name>`. What a person
 * sees of a screen depends on their rights, whatever its blocks declare.
 */
export function createScreenService(deps: ScreenServiceDeps) {
  const { system, catalogs, context, texts, embedHosts } = deps;

  const check = async (actor: Actor, document: ScreenDocument, among?: Catalog): Promise<Issue[]> => {
    const alone = checkDocument(document);
    if (alone.length > 0) return alone;
    return [
      ...checkScreen(among ?? (await catalogs.of(actor.tenant)).catalog, document.meta),
      ...document.meta.blocks.flatMap(({ url }, at) =>
        url === undefined || embeddable(url, embedHosts) ? [] : [issue('embed.host', `blocks[${at}].url`)],
      ),
    ];
  };
  const baseOf = (key: string): ScreenDocument | undefined => catalogs.baseScreen(screenOf(key) ?? '');
  const liveOf = (schema: TenantSchema, key: string) => schema.screens.get(screenOf(key) ?? '');
  const published = (schema: TenantSchema, key: string): ScreenDocument | undefined =>
    liveOf(schema, key)?.document ?? baseOf(key);
  const beginning = (actor: Actor, key: string) => async (): Promise<DraftBase<ScreenDocument>> => {
    const schema = await catalogs.of(actor.tenant);
    const document = published(schema, key);
    if (!document) throw new AppError('notFound');
    const live = liveOf(schema, key);
    return { document, revision: live?.revision ?? 0, conflicts: live?.conflicts ?? [] };
  };
  const groundOf = async (actor: Actor, key: string): Promise<DraftBase<ScreenDocument> | null> => {
    const schema = await catalogs.of(actor.tenant);
    const inUse = liveOf(schema, key)?.state !== 'retired' && published(schema, key);
    return inUse ? beginning(actor, key)() : null;
  };
  const drafts = createDrafts<ScreenDocument>(system, check, groundOf);
  const draftOf = async (actor: Actor, key: string) => {
    const draft = await drafts.current(actor, key);
    if (!draft) throw refused(issue('schema.nothingToPublish', ''));
    return draft;
  };

  const plan = async (actor: Actor, document: ScreenDocument, among?: Catalog): Promise<ScreenPlan> => {
    const issues = await check(actor, document, among);
    if (issues.length > 0) throw refused(...issues);
    const before = published(await catalogs.of(actor.tenant), documentKey(document)) ?? emptyOf(document);
    const lint = lintScreen(document);
    return { changes: changesBetween(before, document), lint, blockers: problemBlockers(lint, lintScreen(before)) };
  };

  const planAnswer = ({ changes, lint, blockers }: ScreenPlan, culture: Culture) => {
    const worded = (found: Issue) => ({ ...found, message: texts.issue(culture, found) });
    const none = { steps: [], permissions: [], settles: false, users: [] };
    const problems = blockers.map(worded);
    return { ...none, changes, lint: lint.map(worded), blockers: problems, problems };
  };

  const partOf = async (actor: Actor, wanted: Publication, { changes, blockers }: ScreenPlan): Promise<Part> => {
    const { document, baseRevision, reason } = wanted;
    const accepted = demandNothingStops(blockers, wanted);
    if (changes.length === 0 && !wanted.settles) throw refused(issue('schema.nothingToPublish', ''));
    const key = documentKey(document);
    const base = baseOf(key) ?? null;
    const live = liveOf(await catalogs.of(actor.tenant), key);
    const open = stillOpen(wanted.open ?? [], live?.document, document);
    const revision = (await lastRevision(system, actor.tenant, key)) + 1;
    const within: ChangeRun['within'] = async (client) => {
      const written = { key, revision, baseRevision, document, base, open, table: null, accepted, reason };
      await writeRevision(client, actor, { ...written, changes: changes.length });
      await doneWith(client, actor, key, wanted.fromDraft);
    };
    if (base || live) return { key, revision, baseRevision, steps: [], within };
    const entry = menuEntry(actor, document, titleOf(document, 'zh-CN'));
    return {
      ...{ key, revision, baseRevision, steps: [], within },
      enter: (client) => enterMenu(context, actor, client, entry),
    };
  };

  const publish = async (actor: Actor, wanted: Publication): Promise<number> => {
    const part = await partOf(actor, wanted, await plan(actor, wanted.document));
    await switchOver(deps, actor, [part]);
    return part.revision;
  };

  return {
    /** Every screen that can be designed, with its draft and publish state. */
    async screens(actor: Actor, culture: Culture) {
      const schema = await catalogs.of(actor.tenant);
      const byKey = await openDrafts<ScreenDocument>(system, actor, 'screens');
      const keys = new Set([...[...catalogs.screenNames, ...schema.screens.keys()].map(screenKey), ...byKey.keys()]);
      return [...keys].map((key) => {
        const live = liveOf(schema, key);
        const draft = byKey.get(key);
        const document = published(schema, key) ?? draft?.document;
        const isBase = baseOf(key) !== undefined;
        return {
          entity: key,
          path: screenOf(key) ?? '',
          name: document ? titleOf(document, culture) : key,
          origin: isBase ? 'base' : 'own',
          revision: live?.revision ?? 0,
          changed: isBase && live !== undefined,
          conflicts: live?.conflicts.length ?? 0,
          draft: draft ? { by: draft.by, at: draft.at } : null,
          state: live?.state ?? (isBase ? 'live' : 'draft'),
        };
      });
    },

    async read(actor: Actor, key: string, culture: Culture) {
      const schema = await catalogs.of(actor.tenant);
      const [live, base] = [liveOf(schema, key), baseOf(key) ?? null];
      const draft = await drafts.current(actor, key);
      if (!base && !live && !draft) throw new AppError('notFound');
      return {
        entity: key,
        origin: base ? 'base' : 'own',
        base,
        published: live?.state === 'retired' ? null : (live?.document ?? base),
        revision: live?.revision ?? 0,
        state: live?.state ?? (base ? 'live' : 'draft'),
        draft,
        others: pickable(schema.catalog, actor, texts, culture),
        roles: await rolesOf(system, actor),
        sockets: { effects: [], jobs: [], values: [] },
        conflicts: openConflicts(draft, live?.conflicts ?? []),
        issues: [],
        people: await editorsOf(system, actor, key),
        limits,
      };
    },

    async create(actor: Actor, document: ScreenDocument) {
      const issues = await check(actor, document);
      if (issues.length > 0) throw refused(...issues);
      const key = documentKey(document);
      const schema = await catalogs.of(actor.tenant);
      const known = liveOf(schema, key);
      const taken = () => refused(issue('schema.ownPath', 'screen', { name: document.meta.screen }));
      if (baseOf(key) || known?.state === 'live') throw taken();
      const own = [...schema.screens.values()].filter(({ origin }) => origin === 'added').length;
      if (own >= limits.screens) throw refused(issue('schema.limit', 'screen', { max: limits.screens }));
      const { rowCount } = await system.pool.query(
        `INSERT INTO lading.draft (tenant_id, entity, stamp, base_revision, document, by) VALUES ($1, $2, 1, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [actor.tenant, key, known?.revision ?? 0, JSON.stringify(document), actor.facts.id],
      );
      if (!rowCount) throw taken();
      return { entity: key, stamp: 1 };
    },

    commands: (actor: Actor, key: string, input: Body, idempotency: string | null) =>
      drafts.run(actor, key, input, idempotency, beginning(actor, key)),
    undo: (actor: Actor, key: string, input: Body) =>
      drafts.move(actor, key, input['stamp'], 'undo', beginning(actor, key)),
    redo: (actor: Actor, key: string, input: Body) =>
      drafts.move(actor, key, input['stamp'], 'redo', beginning(actor, key)),

    settle: (actor: Actor, key: string, input: Body) => drafts.settle(actor, key, input, beginning(actor, key)),

    async plan(actor: Actor, key: string, culture: Culture) {
      const draft = await draftOf(actor, key);
      const told = planAnswer(await plan(actor, draft.document), culture);
      const open = conflictIssues(draft).map((found) => ({ ...found, message: texts.issue(culture, found) }));
      return {
        ...told,
        settles: draft.settled.length > 0,
        blockers: [...open.map((found) => ({ ...found, count: 1, records: [] })), ...told.blockers],
      };
    },

    async publish(actor: Actor, key: string, input: Body) {
      const draft = await draftOf(actor, key);
      const { stamp, document, baseRevision, conflicts, came } = draft;
      if (Number(input['stamp']) !== stamp)
        throw new AppError('schemaStale', { data: { stamp, document, conflicts, changes: came } });
      const undecided = conflictIssues(draft);
      if (undecided.length > 0) throw refused(...undecided);
      const live = liveOf(await catalogs.of(actor.tenant), key);
      const revision = await publish(actor, {
        document,
        baseRevision,
        reason: reasonIn(input),
        acceptProblems: input['acceptProblems'] === true,
        fromDraft: stamp,
        settles: draft.settled.length > 0,
        open: openConflicts(draft, live?.conflicts ?? []),
      });
      return { revision };
    },

    ...createHistory<ScreenDocument>({
      system,
      drafts,
      base: baseOf,
      beginning,
      liveRevision: async (actor, key) => liveOf(await catalogs.of(actor.tenant), key)?.revision ?? 0,
      publish: (actor, wanted) => publish(actor, { ...wanted, whole: true }),
      plan: async (actor, _key, { document }, culture) => planAnswer(await plan(actor, document), culture),
      texts,
    }).endpoints,

    /** The tenant's own screens and changes, for another deployment. */
    async bundle(actor: Actor) {
      return [...(await catalogs.of(actor.tenant)).screens.values()]
        .filter(({ state }) => state === 'live')
        .map(({ screen, origin, document }) => ({ screen, origin, document }));
    },
    /** Plans the screens of a bundle within the catalog of its entities. */
    async planBundle(actor: Actor, screens: unknown, input: Body, catalog: Catalog): Promise<Brought[]> {
      if (screens === undefined) return [];
      if (!Array.isArray(screens) || !screens.every(holdsScreen)) throw refused(issue('json.invalid', 'bundle'));
      const brought: Brought[] = [];
      for (const { document } of screens) {
        const key = documentKey(document);
        const planned = await plan(actor, document, catalog);
        const live = liveOf(await catalogs.of(actor.tenant), key);
        const wanted = {
          ...{ document, baseRevision: live?.revision ?? 0, reason: reasonIn(input), open: live?.conflicts },
          acceptProblems: input['acceptProblems'] === true,
        };
        const isIdle = input['dryRun'] === true || planned.changes.length === 0;
        brought.push({
          ...{ entity: key, changes: planned.changes, blockers: planned.blockers },
          part: isIdle ? null : await partOf(actor, wanted, planned),
        });
      }
      return brought;
    },
  };
}

export type ScreenService = ReturnType<typeof createScreenService>;

function holdsScreen(item: unknown): item is { document: ScreenDocument } {
  const document = (item as { document?: SchemaDocument } | null)?.document;
  return typeof document?.meta === 'object' && document.meta !== null && isScreen(document);
}

const titleOf = ({ meta, texts }: ScreenDocument, culture: Culture): string => {
  const word = (texts[culture] ?? Object.values(texts)[0])?.['title'];
  return typeof word === 'string' && word !== '' ? word : meta.screen;
};

/** The screen before its first revision: only its name. */
const emptyOf = ({ meta }: ScreenDocument): ScreenDocument => ({
  meta: { screen: meta.screen, blocks: [] },
  texts: {},
});

/** The menu entry for a newly published screen, at the end of the business menu. */
const menuEntry = (actor: Actor, { meta }: ScreenDocument, title: string) => ({
  name: title,
  code: `board-${meta.screen}`,
  application: actor.platform ? 'platform' : 'business',
  type: '1',
  icon: 'dashboard',
  router: `/board/${meta.screen}`,
  component: 'board',
  entity: null,
  openType: '1',
  sort: 9000,
});
