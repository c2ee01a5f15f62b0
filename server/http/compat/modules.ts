import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, readJson } from '../../catalog.ts';

/*
 * A client that brings its own pages maps the `component` of a menu entry to a module of its own by path. The delivered
 * menus (`schemas/menus`) say which: by entity for the screens of one, by page for a page of its own.
 */

interface MenuItem {
  entity?: string;
  page?: string;
  module?: string;
  children?: MenuItem[];
}

interface Modules {
  byEntity: ReadonlyMap<string, string>;
  byPage: ReadonlyMap<string, string>;
}

function load(): Modules {
  const folder = join(projectRoot(), 'schemas/menus');
  const byEntity = new Map<string, string>();
  const byPage = new Map<string, string>();
  const walk = ({ entity, page, module, children = [] }: MenuItem) => {
    if (module && page) byPage.set(page, module);
    else if (module && entity) byEntity.set(entity, module);
    children.forEach(walk);
  };
  for (const file of readdirSync(folder).sort())
    (readJson(join(folder, file)) as { items: MenuItem[] }).items.forEach(walk);
  return { byEntity, byPage };
}

let known: Modules | undefined;
const modules = (): Modules => (known ??= load());

/** Layouts that these clients draw themselves: frames, and pages without a component. */
const layouts: ReadonlySet<string> = new Set(['BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'Iframe']);

/** The properties of a menu entry that select its component. */
export interface Drawn {
  type?: unknown;
  openType?: unknown;
  entity?: unknown;
  component?: unknown;
}

/** The component of a menu entry for these clients. */
export function moduleOf({ type, openType, entity, component }: Drawn): string {
  const page = typeof component === 'string' ? component : '';
  if (String(type) === '2') return '';
  if (String(openType) === '2') return 'Iframe';
  if (page !== '' && page !== 'entity') return modules().byPage.get(page) ?? page;
  if (typeof entity === 'string' && entity !== '')
    return modules().byEntity.get(entity) ?? `main/${camel(entity)}/index`;
  return String(type) === '0' ? 'PageView' : page;
}

/** Converts a posted component into our terms: nothing, an entity's screens, or a page. */
export function drawnBy(module: string, entities: Iterable<string>): { component: string | null; entity?: string } {
  if (layouts.has(module) || module === '') return { component: null };
  for (const [page, path] of modules().byPage) if (path === module) return { component: page };
  for (const entity of entities) if (moduleOf({ type: '1', entity }) === module) return { component: null, entity };
  return { component: module };
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, next: string) => next.toUpperCase());
