import type { EntityDocument } from '../../engine/core/index.ts';
import { changesBetween, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { ChangeRun } from '../store/run-change.ts';
import type { Culture } from '../texts.ts';
import { conflictIssues, openConflicts, type Draft } from './drafts.ts';
import type { EntityDrafts, SchemaServiceDeps } from './entity-drafts.ts';
import { menuEntry } from './guard-document.ts';
import { givenIn, reasonIn, type Body } from './input.ts';
import { enterMenu } from './menu-entry.ts';
import { rowCounts } from './plan-facts.ts';
import { demandPublishable, publish } from './publish.ts';
import { demandIdle, filledAtOnce, orderPublish, type PublishRequest } from './publish-job.ts';

interface Publishing extends EntityDrafts {
  /** A revision as it was published. */
  readonly asPublished: (actor: Actor, entity: string, revision: number) => Promise<EntityDocument>;
}

/** Publishes a draft, or orders it as a job if many rows must be filled. */
export async function publishDraft(on: Publishing, actor: Actor, entity: string, input: Body, culture: Culture) {
  const { system, catalogs, drafts, context } = on;
  const draft = await drafts.current(actor, entity);
  if (!draft || Number(input['stamp']) !== draft.stamp) throw await outrun(on, { actor, entity, input }, draft);
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
    const { steps } = await demandPublishable(on, actor, wanted);
    const slow = steps.filter(({ batches, sql }) => batches || sql.includes('CONCURRENTLY'));
    const counts = await rowCounts(system, actor.tenant, [...new Set(slow.flatMap(({ touches }) => touches ?? []))]);
    // Reading a row for an index costs a twentieth of writing it.
    const rows = slow.reduce((sum, { batches, touches = '' }) => {
      return sum + (counts.get(touches) ?? 0) / (batches ? 1 : 20);
    }, 0);
    if (rows > filledAtOnce) return await orderPublish(context, actor, wanted);
    return { revision: await publishNow(on, actor, wanted) };
  } catch (error) {
    const isStale = error instanceof AppError && error.kind === 'schemaStale';
    throw isStale ? await outrun(on, { actor, entity, input }, await drafts.current(actor, entity)) : error;
  }
}

/** Publishes within the request or the job. */
export async function publishNow(
  deps: SchemaServiceDeps,
  actor: Actor,
  wanted: PublishRequest,
  going: Parameters<typeof publish>[3] = {},
): Promise<number> {
  const enter = wanted.isNew ? entering(deps, actor, wanted.document) : undefined;
  return publish(deps, actor, wanted, enter ? { ...going, enter } : going);
}

/** 409 for a publish that lost the race, with the current document and the changes since. */
async function outrun(
  { catalogs, asPublished }: Publishing,
  { actor, entity, input }: { readonly actor: Actor; readonly entity: string; readonly input: Body },
  draft: Draft | null,
): Promise<AppError> {
  const live = (await catalogs.of(actor.tenant)).live.get(entity);
  if (draft) {
    const { stamp, document, conflicts, came } = draft;
    return new AppError('schemaStale', { data: { stamp, document, conflicts, changes: came } });
  }
  if (!live || !(Number(input['stamp']) > 0)) return refused(issue('schema.nothingToPublish', ''));
  const known = Number(input['baseRevision'] ?? live.revision - 1);
  const { revision, document } = live;
  const before = await asPublished(actor, entity, known).catch(() => document);
  return new AppError('schemaStale', {
    data: { stamp: 0, revision, document, conflicts: [], changes: changesBetween(before, document) },
  });
}

/** Adds a new entity to the menu during the switch. */
export const entering =
  ({ context }: SchemaServiceDeps, actor: Actor, document: EntityDocument): ChangeRun['within'] =>
  (client) =>
    enterMenu(context, actor, client, menuEntry(actor, document));
