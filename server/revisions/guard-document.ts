import type { EntityDocument, Issue } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import type { TenantCatalogs } from './catalogs.ts';
import { guardChanges, guardOwn } from './guard.ts';
import { guardActions, guardPlace, type TakenNames } from './guard-names.ts';

/** Issues for everything in a document that a tenant may not declare, in a delivered entity or its own. */
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

/** An entity's label in a language, or else in any. */
export function nameOf(document: EntityDocument, culture: string): string {
  const word = (document.texts[culture] ?? Object.values(document.texts)[0])?.['name'];
  return typeof word === 'string' ? word : document.meta.entity;
}

/** The menu entry for a newly published entity, at the end of the business menu. */
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
