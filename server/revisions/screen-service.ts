import type { Catalog, ScreenDocument } from '../../engine/core/index.ts';
import { documentKey, isScreen, issue, type SchemaDocument } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import type { Brought } from './bundle.ts';
import { createHistory } from './history.ts';
import { reasonIn, type Body } from './input.ts';
import {
  partOf,
  planAnswer,
  planScreen,
  planScreenDraft,
  publishScreen,
  publishScreenDraft,
} from './publish-screen.ts';
import { createScreenDrafts, type ScreenDrafts, type ScreenServiceDeps } from './screen-drafts.ts';
import { createScreen, listScreens, readScreen } from './screen-list.ts';

/**
 * Drafts, publishes and history of a tenant's screens, as for entities, under the key `screen:<name>`. What a person
 * sees of a screen depends on their rights, whatever its blocks declare.
 */
export function createScreenService(deps: ScreenServiceDeps) {
  const on = createScreenDrafts(deps);
  const { catalogs, drafts, beginning } = on;
  return {
    screens: (actor: Actor, culture: Culture) => listScreens(on, actor, culture),
    read: (actor: Actor, key: string, culture: Culture) => readScreen(on, actor, key, culture),
    create: (actor: Actor, document: ScreenDocument) => createScreen(on, actor, document),

    commands: (actor: Actor, key: string, input: Body, idempotency: string | null) =>
      drafts.run(actor, key, input, idempotency, beginning(actor, key)),
    undo: (actor: Actor, key: string, input: Body) =>
      drafts.move(actor, key, input['stamp'], 'undo', beginning(actor, key)),
    redo: (actor: Actor, key: string, input: Body) =>
      drafts.move(actor, key, input['stamp'], 'redo', beginning(actor, key)),

    settle: (actor: Actor, key: string, input: Body) => drafts.settle(actor, key, input, beginning(actor, key)),

    plan: (actor: Actor, key: string, culture: Culture) => planScreenDraft(on, actor, key, culture),
    publish: (actor: Actor, key: string, input: Body) => publishScreenDraft(on, actor, key, input),
    ...historyOf(on).endpoints,

    /** The tenant's own screens and changes, for another deployment. */
    async bundle(actor: Actor) {
      return [...(await catalogs.of(actor.tenant)).screens.values()]
        .filter(({ state }) => state === 'live')
        .map(({ screen, origin, document }) => ({ screen, origin, document }));
    },
    /** Plans the screens of a bundle within the catalog of its entities. */
    planBundle: (actor: Actor, screens: unknown, input: Body, catalog: Catalog) =>
      planScreens(on, actor, screens, { input, catalog }),
  };
}

export type ScreenService = ReturnType<typeof createScreenService>;

const historyOf = (on: ScreenDrafts) =>
  createHistory<ScreenDocument>({
    system: on.system,
    drafts: on.drafts,
    base: on.baseOf,
    beginning: on.beginning,
    liveRevision: async (actor, key) => on.liveOf(await on.catalogs.of(actor.tenant), key)?.revision ?? 0,
    publish: (actor, wanted) => publishScreen(on, actor, { ...wanted, whole: true }),
    plan: async (actor, _key, { document }, culture) => planAnswer(on, await planScreen(on, actor, document), culture),
    texts: on.texts,
  });

async function planScreens(
  on: ScreenDrafts,
  actor: Actor,
  screens: unknown,
  { input, catalog }: { readonly input: Body; readonly catalog: Catalog },
): Promise<Brought[]> {
  if (screens === undefined) return [];
  if (!Array.isArray(screens) || !screens.every(holdsScreen)) throw refused(issue('json.invalid', 'bundle'));
  const brought: Brought[] = [];
  for (const { document } of screens) {
    const key = documentKey(document);
    const planned = await planScreen(on, actor, document, catalog);
    const live = on.liveOf(await on.catalogs.of(actor.tenant), key);
    const wanted = {
      ...{ document, baseRevision: live?.revision ?? 0, reason: reasonIn(input), open: live?.conflicts },
      acceptProblems: input['acceptProblems'] === true,
    };
    const isIdle = input['dryRun'] === true || planned.changes.length === 0;
    brought.push({
      ...{ entity: key, changes: planned.changes, blockers: planned.blockers },
      part: isIdle ? null : await partOf(on, actor, wanted, planned),
    });
  }
  return brought;
}

function holdsScreen(item: unknown): item is { document: ScreenDocument } {
  const document = (item as { document?: SchemaDocument } | null)?.document;
  return typeof document?.meta === 'object' && document.meta !== null && isScreen(document);
}
