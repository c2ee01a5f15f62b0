import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { can } from '../../engine/core/index.ts';
import { projectRoot, readJson } from '../catalog.ts';
import type { Actor } from '../operations/context.ts';

/*
 * Reading its entity is not enough for some pages: everything on them would be refused. The delivered menus
 * (`schemas/menus`) say by page which right it needs; entries of older tenants are matched by their page.
 */

interface MenuItem {
  page?: string;
  /** `entity:code`. */
  needs?: string;
  children?: MenuItem[];
}

function load(): ReadonlyMap<string, string> {
  const folder = join(projectRoot(), 'schemas/menus');
  const needs = new Map<string, string>();
  const walk = (item: MenuItem) => {
    if (item.page && item.needs) needs.set(item.page, item.needs);
    item.children?.forEach(walk);
  };
  for (const file of readdirSync(folder).sort())
    (readJson(join(folder, file)) as { items: MenuItem[] }).items.forEach(walk);
  return needs;
}

let known: ReadonlyMap<string, string> | undefined;

/** What each page needs, by its name. */
export const pageNeeds = (): ReadonlyMap<string, string> => (known ??= load());

/** Whether a person has the right that a page needs; the name is the `component` of its menu entry. */
export function canUsePage(actor: Actor, page: string | null): boolean {
  const needed = page === null ? undefined : pageNeeds().get(page);
  if (needed === undefined) return true;
  const [name = '', code = ''] = needed.split(':');
  const entity = actor.catalog.byName.get(name);
  return entity !== undefined && can(actor.rightsOn(entity), code);
}
