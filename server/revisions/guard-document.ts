import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { TenantCatalogs } from './catalogs.ts';
import { guardChanges, guardOwn } from './guard.ts';
import { guardActions, guardPlace, type TakenNames } from './guard-names.ts';

/** Everything in a document that a tenant may not say, be it of a delivered entity or of one of its own. */
export function guardDocument(
  { catalogs, taken }: { catalogs: TenantCatalogs; taken: TakenNames },
  actor: Actor,
  document: EntityDocument,
): Issue[] {
  const base = catalogs.baseDocument(document.meta.entity);
  const actions = guardActions(taken, document.meta, base?.meta);
  if (base) return [...guardChanges(base, document), ...actions];
  const menu = catalogs.base.byName.get('menu');
  return [...guardOwn(document), ...actions, ...guardPlace(taken, menu, document, menuEntry(actor, document))];
}

/** What an entity is called in a language, or in any that somebody wrote. */
export function nameOf(document: EntityDocument, culture: string): string {
  const word = (document.texts[culture] ?? Object.values(document.texts)[0])?.['name'];
  return typeof word === 'string' ? word : document.meta.entity;
}

/** The entry under which people find an entity that was just published: at the end of the business menu. */
export const menuEntry = (actor: Actor, document: EntityDocument) => ({
  name: nameOf(document, 'zh-CN'),
  code: document.meta.entity,
  application: actor.platform ? 'platform' : 'business',
  type: '1',
  icon: null,
  router: `/${document.meta.path}`,
  component: null,
  entity: document.meta.entity,
  openType: '1',
  sort: 9000,
});
