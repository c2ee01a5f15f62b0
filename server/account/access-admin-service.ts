import { randomInt } from 'node:crypto';
import { can, type Entity } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { readPlain } from '../operations/read/read-record.ts';
import { runAction } from '../operations/write/run-action.ts';
import { forEach, type RowResult } from '../operations/write/run-bulk.ts';
import { updateRecord } from '../operations/write/edit.ts';
import type { WriteRequest } from '../operations/write/write.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Actors } from '../access/actors.ts';
import { explainFor, type Explanation } from '../access/explain-for.ts';
import { menuList, menuTree, menuTreeForGrant, roleMenu, tenantMenuTree, tenantOwnMenu } from '../menus/menu-trees.ts';
import { endPreview, startPreview } from '../access/preview.ts';
import { passwordLength } from '../settings/settings.ts';
import { grantable, roleSummary, type SummaryLine } from '../access/role-summary.ts';

type Body = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A write without its entity, which the service adds. */
type Asking = Omit<WriteRequest, 'entity'>;

/** Administration calls for roles, menus and accounts, beside the calls of every entity. */
export interface AccessAdminService {
  menuList(actor: Actor, query: Query): Promise<unknown[]>;
  menuTree(actor: Actor, query: Query): Promise<unknown[]>;
  menuTreeForGrant(actor: Actor, query: Query, culture: Culture): Promise<unknown[]>;
  /** The menu of another tenant, and the ids of the entries that the platform grants it. */
  tenantMenuTree(actor: Actor, id: unknown, culture: Culture): Promise<unknown[]>;
  tenantOwnMenu(actor: Actor, id: unknown): Promise<string[]>;
  /** Reads and sets the ids of a role's menu entries. */
  roleMenu(actor: Actor, id: unknown): Promise<string[]>;
  grantMenu(request: Asking, input: Body): Promise<unknown>;
  /** The ids in a field of a record: the organisations of a role, the roles of an account. */
  owned(actor: Actor, entity: string, field: string, id: unknown): Promise<string[]>;
  /** Replaces such a field through the normal edit pipeline. */
  grant(request: Asking, entity: string, input: Body): Promise<unknown>;
  summary(actor: Actor, id: unknown, culture: Culture): Promise<SummaryLine[]>;
  grantable(actor: Actor, culture: Culture): ReturnType<typeof grantable>;
  startPreview(actor: Actor, input: Body): Promise<{ token: string; role: string }>;
  endPreview(actor: Actor): Promise<void>;
  explainFor(actor: Actor, query: Query): Promise<Explanation>;
  /** Sets an account's password: a given one, or a generated one that is answered once. Ends all its sessions. */
  resetPassword(request: Asking, input: Body): Promise<unknown>;
  /** Sets one given password for many accounts; generated ones are only for single resets. */
  resetPasswords(request: Asking, ids: readonly unknown[], input: Body): Promise<RowResult[]>;
  /** Selectable people: id and name. */
  selector(actor: Actor, name: unknown): Promise<{ id: string; name: string }[]>;
}

interface AccessAdminSettings {
  context: Context;
  system: SystemDatabase;
  texts: Texts;
  actors: Actors;
}

/** If all entries that a role shows anyway are granted, it stays unrestricted: a list would freeze it. */
function grantsAll({ menus, narrowed }: Awaited<ReturnType<typeof roleMenu>>, granted: unknown): boolean {
  const given = new Set(Array.isArray(granted) ? granted.map(String) : []);
  return !narrowed && given.size === menus.length && menus.every((id) => given.has(id));
}

export function createAccessAdminService(on: AccessAdminSettings): AccessAdminService {
  const { context, system } = on;
  const entityOf = (name: string): Entity => {
    const found = context.catalog.byName.get(name);
    if (!found) throw new AppError('noRoute');
    return found;
  };
  const reset = async (request: Asking, input: Body) => {
    const entity = entityOf('account');
    const action = entity.actions.get('resetPwd');
    if (!action) throw new AppError('noRoute');
    return runAction(context, { ...request, entity }, action, input);
  };
  return {
    menuList: (actor, query) => menuList(on, actor, query),
    menuTree: (actor, query) => menuTree(on, actor, query),
    menuTreeForGrant: (actor, query, culture) => menuTreeForGrant(on, actor, query, culture),

    tenantMenuTree: (actor, id, culture) => tenantMenuTree(on, actor, id, culture),
    tenantOwnMenu: (actor, id) => tenantOwnMenu(on, actor, id),

    roleMenu: async (actor, id) => (await roleMenu(on, actor, id)).menus,

    async grantMenu(request, input) {
      const role = entityOf('role');
      const mayRead = can(request.actor.rightsOn(role), 'read');
      const keepsAll = mayRead && grantsAll(await roleMenu(on, request.actor, input['id']), input['menus']);
      return updateRecord(context, { ...request, entity: role }, keepsAll ? { ...input, menus: [] } : input);
    },

    async owned(actor, name, field, id) {
      const record = JSON.parse(await readPlain(context, actor, entityOf(name), id)) as Body;
      return Array.isArray(record[field]) ? record[field].map(String) : [];
    },

    async grant(request, name, input) {
      const entity = entityOf(name);
      return updateRecord(context, { ...request, entity }, input);
    },

    summary: (actor, id, culture) => roleSummary(on, actor, id, culture),
    grantable: (actor, culture) => grantable(on, actor, culture),
    startPreview: (actor, input) => startPreview(context, system, actor, input),
    endPreview: (actor) => endPreview(context, system, actor),

    explainFor: (actor, query) => explainFor(on, actor, questionIn(actor, query)),

    async resetPassword(request, input) {
      if (input['password'] || input['confirm']) return reset(request, input);
      const password = madeUp(await passwordLength(system, request.actor.tenant));
      // Without idempotency: a repeated call generates another password, and the last one answered is valid.
      const done = await reset({ ...request, key: null }, { ...input, password, confirm: password });
      return { ...done, password };
    },

    resetPasswords: (request, ids, input) =>
      forEach(ids, { ...request, entity: entityOf('account') }, (each, id) => reset(each, { ...input, id })),

    async selector(actor, name) {
      if (actor.member || !can(actor.rightsOn(entityOf('account')), 'read'))
        throw new AppError('forbidden', { params: { code: 'sysUser:selector' } });
      const { rows } = await system.pool.query<{ id: string; name: string }>(selectableSql, [
        actor.tenant,
        typeof name === 'string' ? name.trim().slice(0, 100) : '',
      ]);
      return rows;
    },
  };
}

/** Whose access to what a query asks about. */
function questionIn(actor: Actor, query: Query) {
  const one = (name: string) => String([query[name] ?? ''].flat()[0] ?? '');
  const entity = actor.catalog.byPath.get(one('path').toLowerCase());
  if (!entity) throw new AppError('notFound');
  return { account: one('account'), entity, record: one('id'), code: one('code') || 'read' };
}

/** $1 tenant, $2 part of the name. */
const selectableSql = `SELECT id::text, name FROM account
  WHERE tenant_id = $1 AND "adminType" <> '1' AND status = '0'
    AND ($2 = '' OR strpos(lower(name), lower($2)) > 0) ORDER BY name, id LIMIT 200`;

/** Unambiguous alphabet for generated passwords. */
const letters = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679';

const madeUp = (min: number): string =>
  Array.from({ length: Math.max(3, Math.ceil((min + 1) / 5)) }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');
