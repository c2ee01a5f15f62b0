import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import type { Actor, Context } from '../operations/context.ts';
import { insertMany, type NewRecord } from '../operations/insert-many.ts';
import { readJson } from '../catalog.ts';
import { AppError } from '../errors.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Actors } from './actors.ts';

interface MenuItem {
  code: string;
  icon?: string;
  entity?: string;
  children?: MenuItem[];
}

/** What a tenant is made from. */
export interface NewTenant {
  name: string;
  code: string;
  host: string;
  kind: 'platform' | 'tenant';
  adminName: string;
  email: string;
  timeZone: string;
  locale: Culture;
  /** The first account: a super administrator on the platform, an administrator elsewhere. */
  admin: { account: string; password: string };
}

export interface Provisioning {
  context: Context;
  system: SystemDatabase;
  actors: Actors;
  texts: Texts;
  root: string;
}

/** Roles that every tenant starts with, by template. */
const startingRoles = { tenant: ['admin', 'finance', 'clerk', 'member'], platform: ['superAdmin', 'admin'] } as const;

/**
 * Makes a tenant that works at once: its record, a root organisation, roles, dictionaries, menus and an administrator.
 * Answers the system actor of the tenant, for whatever shall be added to it, with the ids of organisation and roles.
 */
export async function provisionTenant(on: Provisioning, tenant: NewTenant, platform: string | null) {
  const { context, system, texts } = on;
  const id = context.newId();
  const home = platform ?? id;
  await system.pool.query(
    `INSERT INTO tenant (tenant_id, id, name, code, kind, host, "adminName", email, "timeZone", currency, "defaultLocale", status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'USD', $10, 'active')`,
    [
      home,
      id,
      tenant.name,
      tenant.code,
      tenant.kind,
      tenant.host,
      tenant.adminName,
      tenant.email,
      tenant.timeZone,
      tenant.locale,
    ],
  );
  const actor = on.actors.system({
    id,
    name: tenant.name,
    timeZone: tenant.timeZone,
    currency: 'USD',
    platform: tenant.kind === 'platform',
  });
  const add = (entity: string, records: readonly NewRecord[]) => addAll(context, actor, entity, records);
  const word = (culture: Culture, code: string) => texts.menu(culture, code) ?? code;

  await addDictionaries(on, tenant.locale, add);
  const [org = ''] = await add('org', [{ input: { name: tenant.name, code: 'root', orgType: '1', sort: 1 } }]);
  const templates = startingRoles[tenant.kind];
  const roleIds = await add(
    'role',
    templates.map((template, at) => ({
      input: {
        name: roleName(texts, tenant.locale, template),
        code: template,
        roleType: '0',
        template,
        dataScopeType: template === 'member' || template === 'clerk' ? '2' : '1',
        sort: at + 1,
      },
    })),
  );
  const roles = Object.fromEntries(templates.map((template, at) => [template, roleIds[at] ?? '']));
  await addMenus(on, tenant, word, add);
  await add('account', [
    {
      input: {
        account: tenant.admin.account,
        password: tenant.admin.password,
        name: tenant.adminName,
        email: tenant.email,
        org,
        roles: [roles[templates[0]]],
        adminType: tenant.kind === 'platform' ? '1' : '2',
      },
    },
  ]);
  return { id, actor, org, roles };
}

/** Adds records that must all be good; a refusal here is our own mistake, told with its reasons. */
export async function addAll(
  context: Context,
  actor: Actor,
  name: string,
  records: readonly NewRecord[],
): Promise<string[]> {
  const entity = context.catalog.byName.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  const { ids, refused } = await insertMany(context, actor, entity, records, { verb: 'add', key: null });
  const [first] = refused;
  if (first)
    throw new AppError('refused', {
      issues: first[1].map((found) => ({ ...found, path: `${name}[${first[0]}].${found.path}` })),
    });
  return ids.map(String);
}

async function addDictionaries(
  { root, texts }: Provisioning,
  locale: Culture,
  add: (entity: string, records: NewRecord[]) => Promise<string[]>,
) {
  const dir = join(root, 'schemas/dictionaries');
  const all = readdirSync(dir)
    .sort()
    .map((file) => readJson(join(dir, file)) as { code: string; entries: string[] });
  const types = await add(
    'dict-type',
    all.map(({ code }, at) => ({ input: { name: texts.dictionary(locale, code)?.name ?? code, code, sort: at + 1 } })),
  );
  await add(
    'dict-data',
    all.flatMap(({ code, entries }, at) =>
      entries.map((entry, sort) => ({
        input: {
          type: types[at],
          code: entry,
          value: texts.dictionary(locale, code)?.entries[entry] ?? entry,
          sort: sort + 1,
        },
      })),
    ),
  );
}

async function addMenus(
  { root, texts, context }: Provisioning,
  tenant: NewTenant,
  word: (culture: Culture, code: string) => string,
  add: (entity: string, records: NewRecord[]) => Promise<string[]>,
) {
  const applications = tenant.kind === 'platform' ? ['platform', 'system'] : ['business', 'system', 'member'];
  let sort = 0;
  for (const application of applications) {
    const { items } = readJson(join(root, `schemas/menus/${application}.json`)) as { items: MenuItem[] };
    const records: NewRecord[] = [];
    const walk = (item: MenuItem, parent: string | null) => {
      const id = context.newId();
      sort += 10;
      const entity = item.entity ? context.catalog.byName.get(item.entity) : undefined;
      const name = entity ? String(texts.entity(tenant.locale, entity.name)['plural']) : word(tenant.locale, item.code);
      // The same screen may stand in several applications; a code is one menu entry's alone.
      const code =
        application === 'business' || application === 'platform' || !entity ? item.code : `${application}.${item.code}`;
      records.push({
        given: { id },
        input: {
          name,
          code,
          parent,
          application,
          type: item.children ? '0' : '1',
          icon: item.icon ?? null,
          router: entity ? `/${entity.path}` : `/${item.code}`,
          entity: item.entity ?? null,
          openType: item.children ? '0' : '1',
          sort,
        },
      });
      for (const child of item.children ?? []) walk(child, id);
    };
    for (const item of items) walk(item, null);
    // Parents before children: a parent must stand before it is pointed at.
    for (const level of [
      records.filter((each) => each.input['parent'] === null),
      records.filter((each) => each.input['parent'] !== null),
    ]) {
      if (level.length > 0) await add('menu', level);
    }
  }
}

const roleName = (texts: Texts, locale: Culture, template: string): string => {
  const options = texts.entity(locale, 'role')['options'] as Record<string, Record<string, string>> | undefined;
  return options?.['template']?.[template] ?? template;
};
