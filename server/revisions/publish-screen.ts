import type { Catalog, Change, Conflict, Finding, Issue, ScreenDocument } from '../../engine/core/index.ts';
import { changesBetween, documentKey, issue, lintScreen, stillOpen } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { ChangeRun } from '../store/run-change.ts';
import type { Culture } from '../texts.ts';
import { problemBlockers, type Blocker } from './blockers.ts';
import { conflictIssues, openConflicts } from './drafts.ts';
import { reasonIn, type Body } from './input.ts';
import { enterMenu } from './menu-entry.ts';
import { lastRevision } from './plan.ts';
import { demandNothingStops, doneWith, switchOver, writeRevision, type Part } from './publish.ts';
import { draftOf, screenIssues, titleOf, type ScreenDrafts } from './screen-drafts.ts';

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

/** What publishing a screen would change, within the tenant's catalog or another one. */
export async function planScreen(
  on: ScreenDrafts,
  actor: Actor,
  document: ScreenDocument,
  among?: Catalog,
): Promise<ScreenPlan> {
  const issues = await screenIssues(on, actor, document, among);
  if (issues.length > 0) throw refused(...issues);
  const before = on.published(await on.catalogs.of(actor.tenant), documentKey(document)) ?? emptyOf(document);
  const lint = lintScreen(document);
  return { changes: changesBetween(before, document), lint, blockers: problemBlockers(lint, lintScreen(before)) };
}

/** A plan in the reader's language. */
export function planAnswer({ texts }: ScreenDrafts, { changes, lint, blockers }: ScreenPlan, culture: Culture) {
  const worded = (found: Issue) => ({ ...found, message: texts.issue(culture, found) });
  const none = { steps: [], permissions: [], settles: false, users: [] };
  const problems = blockers.map(worded);
  return { ...none, changes, lint: lint.map(worded), blockers: problems, problems };
}

/** The effects of publishing a draft. */
export async function planScreenDraft(on: ScreenDrafts, actor: Actor, key: string, culture: Culture) {
  const { texts } = on;
  const draft = await draftOf(on, actor, key);
  const told = planAnswer(on, await planScreen(on, actor, draft.document), culture);
  const open = conflictIssues(draft).map((found) => ({ ...found, message: texts.issue(culture, found) }));
  return {
    ...told,
    settles: draft.settled.length > 0,
    blockers: [...open.map((found) => ({ ...found, count: 1, records: [] })), ...told.blockers],
  };
}

/** One screen of a switch. */
export async function partOf(
  { system, catalogs, context, baseOf, liveOf }: ScreenDrafts,
  actor: Actor,
  wanted: Publication,
  { changes, blockers }: ScreenPlan,
): Promise<Part> {
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
}

export async function publishScreen(on: ScreenDrafts, actor: Actor, wanted: Publication): Promise<number> {
  const part = await partOf(on, actor, wanted, await planScreen(on, actor, wanted.document));
  await switchOver(on, actor, [part]);
  return part.revision;
}

export async function publishScreenDraft(on: ScreenDrafts, actor: Actor, key: string, input: Body) {
  const { catalogs, liveOf } = on;
  const draft = await draftOf(on, actor, key);
  const { stamp, document, baseRevision, conflicts, came } = draft;
  if (Number(input['stamp']) !== stamp)
    throw new AppError('schemaStale', { data: { stamp, document, conflicts, changes: came } });
  const undecided = conflictIssues(draft);
  if (undecided.length > 0) throw refused(...undecided);
  const live = liveOf(await catalogs.of(actor.tenant), key);
  const revision = await publishScreen(on, actor, {
    document,
    baseRevision,
    reason: reasonIn(input),
    acceptProblems: input['acceptProblems'] === true,
    fromDraft: stamp,
    settles: draft.settled.length > 0,
    open: openConflicts(draft, live?.conflicts ?? []),
  });
  return { revision };
}

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
