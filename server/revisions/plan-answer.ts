import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import { called } from './called.ts';
import { conflictIssues } from './drafts.ts';
import { draftOf, type EntityDrafts } from './entity-drafts.ts';
import { givenIn, type Body } from './input.ts';
import { mayEnterMenu } from './menu-entry.ts';
import { planDocument, type Plan } from './plan.ts';
import { rowCounts, usersOf } from './plan-facts.ts';
import { sentencesOf } from './sentences.ts';

/** The effects of publishing a draft. */
export async function planDraft(on: EntityDrafts, actor: Actor, entity: string, culture: Culture, input: Body) {
  const { texts } = on;
  const draft = await draftOf(on, actor, entity);
  const { document, baseRevision } = draft;
  const given = { ...givenIn(input), baseRevision };
  const plan = await planDocument(on, actor, document, given);
  const told = await planAnswer(on, actor, { plan, document, culture });
  const open = conflictIssues(draft).map((found) => ({ ...found, message: texts.issue(culture, found) }));
  const blockers = [...open.map((found) => ({ ...found, count: 1, records: [] })), ...told.blockers];
  return { ...told, settles: draft.settled.length > 0, blockers };
}

/** What a plan is of, and the reader's language. */
interface Planned {
  readonly plan: Plan;
  readonly document: EntityDocument;
  readonly culture: Culture;
}

/** A plan in the reader's language. Tenants read what the statements do, not the SQL. */
export async function planAnswer(on: EntityDrafts, actor: Actor, { plan, document, culture }: Planned) {
  const { system, catalogs, texts, published } = on;
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
