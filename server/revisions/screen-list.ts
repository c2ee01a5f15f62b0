import { documentKey, issue, screenKey, screenOf, type ScreenDocument } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { Culture } from '../texts.ts';
import { openConflicts } from './drafts.ts';
import { limits } from './guard.ts';
import { editorsOf, openDrafts, pickable, rolesOf } from './presence.ts';
import { screenIssues, titleOf, type ScreenDrafts } from './screen-drafts.ts';

/** Every screen that can be designed, with its draft and publish state. */
export async function listScreens(on: ScreenDrafts, actor: Actor, culture: Culture) {
  const { system, catalogs, baseOf, liveOf, published } = on;
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
}

/** A screen for the designer. */
export async function readScreen(on: ScreenDrafts, actor: Actor, key: string, culture: Culture) {
  const { system, catalogs, texts, drafts, baseOf, liveOf } = on;
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
}

/** Begins a draft of a new screen. */
export async function createScreen(on: ScreenDrafts, actor: Actor, document: ScreenDocument) {
  const { system, catalogs, baseOf, liveOf } = on;
  const issues = await screenIssues(on, actor, document);
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
}
