import { join } from 'node:path';
import type { Entity } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import { readJson } from '../catalog.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Actors } from '../access/actors.ts';
import { forEachTenant, type TenantSteps } from './each-tenant.ts';
import { insertOrFail } from './insert-or-fail.ts';

interface MenuItem {
  code: string;
  icon?: string;
  /** The entity whose screens it opens; with `page`, the entity whose readers see the page. */
  entity?: string;
  /** A page (`engine/app/pages`) by name. */
  page?: string;
  /** The right without which the page is of no use, as `entity:code` (`menus/page-needs.ts`). */
  needs?: string;
  children?: MenuItem[];
}

interface MenuEntry {
  code: string;
  parentCode: string | null;
  /** How many entries lie above it. */
  depth: number;
  input: Record<string, unknown>;
}

export interface ProvisioningDeps {
  context: Context;
  system: SystemDatabase;
  actors: Actors;
  texts: Texts;
  root: string;
}

/** The applications of a new tenant by kind; the first one is active. */
export const applicationsOf = { platform: ['platform', 'system'], tenant: ['business', 'system', 'member'] } as const;

/** The delivered menu (`schemas/menus`) for a kind of tenant, parents first, in one language. */
function deliveredMenu(
  { root, texts, context }: ProvisioningDeps,
  kind: 'platform' | 'tenant',
  culture: Culture,
): MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const application of applicationsOf[kind]) {
    const walk = (item: MenuItem, parentCode: string | null, depth: number) => {
      const entity = item.entity ? context.catalog.byName.get(item.entity) : undefined;
      // A screen may be in several applications, but menu codes are unique.
      const first = application === 'business' || application === 'platform' || !entity;
      const code = first ? item.code : `${application}.${item.code}`;
      entries.push({
        code,
        parentCode,
        depth,
        input: {
          name:
            entity && !item.page ? texts.entity(culture, entity).plural : (texts.menu(culture, item.code) ?? item.code),
          code,
          application,
          type: item.children ? '0' : '1',
          icon: item.icon ?? null,
          router: item.page ? `/${item.page}` : entity ? `/${entity.path}` : `/${item.code}`,
          component: item.page ?? null,
          entity: item.entity ?? null,
          openType: item.children ? '0' : '1',
          sort: (entries.length + 1) * 10,
        },
      });
      for (const child of item.children ?? []) walk(child, code, depth + 1);
      const above = { code, application, depth, place: entries.length };
      if (entity && !item.page) entries.push(...buttons(entity, above));
    };
    const { items } = readJson(join(root, `schemas/menus/${application}.json`)) as { items: MenuItem[] };
    for (const item of items) walk(item, null, 0);
  }
  return entries;
}

/** Adds the delivered menu to a new tenant. */
export const addMenus = (on: ProvisioningDeps, actor: Actor, culture: Culture): Promise<void> =>
  addEntries(on, actor, deliveredMenu(on, actor.platform ? 'platform' : 'tenant', culture));

/** Adds those of the entries that a tenant does not have. */
async function addEntries(on: ProvisioningDeps, actor: Actor, entries: readonly MenuEntry[]): Promise<void> {
  const codes = new Set(entries.flatMap(({ code, parentCode }) => (parentCode === null ? code : [code, parentCode])));
  const { rows } = await on.system.pool.query<{ id: string; code: string }>(
    'SELECT id, code FROM menu WHERE tenant_id = $1 AND code = ANY($2)',
    [actor.tenant, [...codes]],
  );
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  const fresh = entries.filter(({ code }) => !ids.has(code));
  for (const { code } of fresh) ids.set(code, on.context.newId());
  // Parents must exist before they are referenced.
  for (const depth of [0, 1, 2, 3]) {
    const level = fresh.filter((entry) => entry.depth === depth);
    const records = level.map(({ code, parentCode, input }) => ({
      given: { id: ids.get(code) ?? '' },
      input: { ...input, parent: parentCode ? (ids.get(parentCode) ?? null) : null },
    }));
    if (records.length > 0) await insertOrFail(on.context, actor, 'menu', records);
  }
}

/** Buttons of an entity's screen, each with the code that it grants. */
function buttons(
  entity: Entity,
  {
    code: parentCode,
    application,
    depth,
    place,
  }: Pick<MenuEntry, 'code' | 'depth'> & {
    application: string;
    place: number;
  },
): MenuEntry[] {
  return entity.codes
    .filter((code) => code !== 'read')
    .map((code, at) => ({
      code: `${parentCode}.${code}`,
      parentCode,
      depth: depth + 1,
      input: {
        name: code,
        code: `${parentCode}.${code}`,
        application,
        type: '2',
        permission: `${entity.path}:${code}`,
        openType: '0',
        sort: place * 10 + at + 1,
      },
    }));
}

/** Adds entries that are new in this release to every tenant. Entries that a tenant has deleted are not restored. */
export async function syncMenus(on: ProvisioningDeps & TenantSteps): Promise<void> {
  const { pool } = on.system;
  const codes = (['platform', 'tenant'] as const).flatMap((kind) =>
    deliveredMenu(on, kind, 'zh-CN').map(({ code }) => code),
  );
  const known = await pool.query<{ code: string }>('SELECT code FROM lading.known_menu');
  const before = new Set(known.rows.map(({ code }) => code));
  const added = new Set(codes.filter((code) => !before.has(code)));
  if (added.size === 0) return;
  // The same for all tenants of a kind and a language, of whom there may be thousands.
  const found = new Map<string, readonly MenuEntry[]>();
  const addedTo = (kind: 'platform' | 'tenant', culture: Culture) => {
    const key = `${kind} ${culture}`;
    const entries = found.get(key) ?? deliveredMenu(on, kind, culture).filter(({ code }) => added.has(code));
    found.set(key, entries);
    return entries;
  };
  await forEachTenant(on, 'provisioning.menus', (actor, culture) =>
    addEntries(on, actor, addedTo(actor.platform ? 'platform' : 'tenant', culture)),
  );
  await pool.query('INSERT INTO lading.known_menu SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [[...added]]);
}
