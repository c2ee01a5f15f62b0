import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownOf } from '../../engine/core/index.ts';
import { readJson } from '../catalog.ts';
import type { Actor } from '../operations/context.ts';
import type { NewRecord } from '../operations/write/insert-many.ts';
import type { Culture, Texts } from '../texts.ts';
import { readDeliveredRoles } from './delivered-roles.ts';
import { insertOrFail } from './insert-or-fail.ts';
import { addStartingRecords } from './starting-records.ts';
import { addMenus, type ProvisioningDeps } from './default-menus.ts';
import { addDefaultRecords } from './default-records.ts';

/** The input for a new tenant. */
export interface NewTenant {
  name: string;
  code: string;
  host: string;
  kind: 'platform' | 'tenant';
  adminName: string;
  email: string;
  timeZone: string;
  locale: Culture;
  /** The first account: a super administrator on the platform, otherwise an administrator. */
  admin: { account: string; password: string; mustChange?: boolean };
}

export type Provisioning = ProvisioningDeps;

/** Roles of a new tenant by template. */
const startingRoles = {
  tenant: ['admin', 'finance', 'clerk', 'member', 'sales'],
  platform: ['superAdmin', 'admin'],
} as const;

/**
 * Creates a complete tenant: its record, a root organisation, roles, dictionaries, menus and an administrator. Answers
 * the tenant's system actor, and the ids of organisation and roles.
 */
export async function provisionTenant(on: Provisioning, tenant: NewTenant, platform: string | null) {
  const { context, system } = on;
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
  const actor = on.actors.system({ ...tenant, id, currency: 'USD', platform: tenant.kind === 'platform' });
  return { id, actor, ...(await bootstrapTenant(on, actor, tenant)) };
}

/**
 * Adds all default records to an empty tenant; the administrator's account comes last. `starting`: also the records that
 * modules give a new business.
 */
export async function bootstrapTenant(
  on: Provisioning,
  actor: Actor,
  tenant: Pick<NewTenant, 'name' | 'kind' | 'adminName' | 'email' | 'locale' | 'admin'> & { starting?: boolean },
) {
  const { context, texts } = on;
  const add = (entity: string, records: readonly NewRecord[]) => insertOrFail(context, actor, entity, records);

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
  if (tenant.kind === 'tenant') await addDeliveredRoles(on, tenant.locale, add);
  await addMenus(on, actor, tenant.locale);
  await addDefaultRecords(on, actor, tenant.locale);
  if (tenant.starting) await addStartingRecords(on, actor, tenant.locale);
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
      given: { locked: { mustChange: tenant.admin.mustChange === true } },
    },
  ]);
  return { org, roles };
}

async function addDeliveredRoles(
  { root, texts }: Provisioning,
  locale: Culture,
  add: (entity: string, records: NewRecord[]) => Promise<string[]>,
) {
  const records = readDeliveredRoles(root).map(({ code, within, grants }, at) => ({
    input: {
      ...{ name: texts.engine(locale, `role.delivered.${code}`), code, roleType: '0', template: 'none', within },
      ...{ dataScopeType: within === 'clerk' ? '2' : '1', sort: 20 + at },
      grants: Object.entries(grants).map(([entity, codes]) => ({ entity, codes, rows: 'all' })),
    },
  }));
  await add('role', records);
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
          value: ownOf(texts.dictionary(locale, code)?.entries, entry) ?? entry,
          sort: sort + 1,
        },
      })),
    ),
  );
}

const roleName = (texts: Texts, locale: Culture, template: string): string => {
  const options = texts.entity(locale, 'role')['options'] as Record<string, Record<string, string>> | undefined;
  return ownOf(options?.['template'], template) ?? template;
};
