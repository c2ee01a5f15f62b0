import { can, type Catalog } from '../../engine/core/index.ts';
import type { AppError } from '../errors.ts';
import type { Actor, ApiKey } from '../operations/context.ts';
import type { KeyScope, StationCall } from '../modules/module.ts';
import type { CountedDatabase } from '../store/count-entries.ts';
import { liveSessionSql, type LiveSession } from '../store/session-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { translateError } from '../store/translate-error.ts';
import { createKeyGate, loadKey, type KeyGate } from './api-keys.ts';
import { createStationGate, type StationCommand, type StationGate } from './stations.ts';
import { createCompiledRights } from './compiled-rights.ts';
import { withheldIn } from './tenant-menu.ts';
import { previewActor } from './preview-actor.ts';
import type { HeldRole } from './rights.ts';
import { loadRoles } from './roles.ts';
import { hashToken, memberEnabled } from './sessions.ts';
import { settingIsOn } from '../settings/settings.ts';
import { sessionEndReason } from './session-end-reason.ts';

export interface Actors {
  /** Enforces the limits of API keys. */
  readonly keys: KeyGate;
  /** Limits sessions of shared stations. */
  readonly stations: StationGate;
  /** The actor of a token, or null without a session. `fresh` bypasses the cache. */
  byToken(token: string, fresh?: boolean): Promise<Actor | null>;
  /**
   * Checks the session in the database; throws `noSession`, or `OutdatedRights` if the actor was loaded before a change
   * of rights.
   */
  enter(actor: Actor): Promise<void>;
  /** How often the database has confirmed this actor's session. */
  entries(actor: Actor): number;
  /** Why a token has no actor. */
  whyOut(token: string): Promise<AppError>;
  /** The same by the hash of the token, for callers that only have the hash. */
  byHash(tokenHash: Buffer, fresh?: boolean): Promise<Actor | null>;
  /**
   * The system actor of a tenant: every permission on every entity. It uses the delivered entities for the server's own
   * writes (accounts, menus, mail), so that a tenant's rules cannot block its start.
   */
  system(tenant: SystemHome): Actor;
  /** The system actor for a tenant's business records, with the tenant's published schema. */
  systemIn(tenant: SystemHome): Promise<Actor>;
  /** Entities that modules declare as restricted. */
  readonly restricted: readonly string[];
  /** Whether an enabled account may read any of them. */
  readsRestricted(tenant: string, account: string): Promise<boolean>;
  /** The same, where the tenant asks such people for a second factor. */
  needsFactor(tenant: string, account: string): Promise<boolean>;
  /** The actor of an account without a session, for background work that it ordered. */
  byAccount(tenant: string, account: string): Promise<Actor | null>;
}

/** The tenant of a system actor. */
export interface SystemHome {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly platform: boolean;
}

/** Each tenant's catalog: the delivered entities with its published changes. */
export interface Catalogs {
  readonly base: Catalog;
  /** `serial` grows with every publish of the tenant; null before its first. */
  of(tenant: string): Promise<{ readonly catalog: Catalog; readonly serial: string | null }>;
}

/** Cached sessions per node; the least recently used are evicted and loaded again on demand. */
const most = 20_000;

export function createActors(
  catalogs: Catalogs,
  system: SystemDatabase,
  database: Pick<CountedDatabase, 'read' | 'entries'>,
  {
    scopes = [],
    restricted = [],
    commands = [],
    stationCalls = [],
  }: {
    scopes?: readonly KeyScope[];
    restricted?: readonly string[];
    commands?: readonly StationCommand[];
    stationCalls?: readonly StationCall[];
  } = {},
): Actors {
  const compiled = createCompiledRights();
  const load = createLoader({ catalogs, system, compiled });
  const byHash = createSessions({ system, compiled, load });
  const systemWith = systemActors(compiled);

  const readsRestricted = async (tenant: string, account: string): Promise<boolean> => {
    const person = await load(tenant, account, null);
    return person !== null && readsAnyOf(person, restricted);
  };

  return {
    keys: createKeyGate(system, scopes),
    stations: createStationGate(system, commands, stationCalls),
    byHash,
    byToken: async (token, fresh) => (/^[\w-]{20,100}$/.test(token) ? byHash(hashToken(token), fresh) : null),

    enter: async (actor) => void (await database.read(actor.entrance)),
    entries: (actor) => database.entries(actor.entrance),
    whyOut: (token) => sessionEndReason(system, token),

    restricted,
    readsRestricted,
    needsFactor: async (tenant, account) =>
      (await settingIsOn(system, tenant, 'STORE_SECOND_FACTOR', false)) && readsRestricted(tenant, account),

    byAccount: (tenant, account) => load(tenant, account, null),

    system: (tenant) => systemWith(tenant, catalogs.base, null),
    async systemIn(tenant) {
      const { catalog, serial } = await catalogs.of(tenant.id);
      return systemWith(tenant, catalog, serial);
    },
  };
}

type CompiledRights = ReturnType<typeof createCompiledRights>;

interface Sources {
  readonly catalogs: Catalogs;
  readonly system: SystemDatabase;
  readonly compiled: CompiledRights;
}

/** Reads an account with its roles and the plan of its tenant; null if it may not enter. */
const createLoader =
  ({ catalogs, system, compiled }: Sources) =>
  async (
    tenant: string,
    account: string,
    entrance: { tokenHash: Buffer; epoch: number } | null,
    key: ApiKey | null = null,
  ): Promise<Actor | null> => {
    const { db } = system;
    const [{ catalog, serial }, person, home] = await Promise.all([
      catalogs.of(tenant),
      db.selectFrom('account').selectAll().where('tenant_id', '=', tenant).where('id', '=', account).executeTakeFirst(),
      db.selectFrom('tenant').selectAll().where('id', '=', tenant).executeTakeFirst(),
    ]);
    if (!person || !home || person.status !== '0') return null;
    if (home.status === 'suspended' || home.status === 'closed') return null;
    const member = person.adminType === '4';
    if (member && !(await memberEnabled(system, person))) return null;
    const roles = await loadRoles(system, catalog, tenant, person.roles ?? []);
    const [granted, plan] = [withheldIn(home.withheld), withheldIn(home.planWithheld)];
    const withheld = [...granted.menus, ...plan.menus];
    const closed = [...new Set([...granted.rights, ...plan.rights])].sort();
    const at = { platform: home.kind === 'platform', member, closed };
    return {
      ...compiled.of(catalog, roles, at),
      ...at,
      tenant,
      tenantName: home.name,
      timeZone: home.timeZone,
      currency: home.currency,
      name: person.name,
      roleIds: roles.map(({ id }) => id),
      menus: menusOf(roles),
      withheld: new Set(withheld),
      // A program cannot choose a password.
      mustChange: person.mustChange === true && key === null,
      ...(key ? { key } : {}),
      facts: {
        id: person.id,
        type: ['super', 'admin', 'staff', 'member'][Number(person.adminType) - 1] ?? 'staff',
        member: member ? person.customer : null,
        org: person.org,
        roles: roles.map(({ code }) => code),
      },
      entrance: entrance
        ? { ...entrance, tenant }
        : { tenant, member: member ? person.customer : null, account, timeZone: home.timeZone, serial },
    };
  };

type Load = ReturnType<typeof createLoader>;

/** The person during the preview of a role; null if the role sees more than the person may. */
async function look(
  { system, compiled }: Omit<Sources, 'catalogs'>,
  person: Actor,
  role: string,
  session: { member_id: string | null; expires_at: Date | string },
): Promise<Actor | null> {
  const { catalog } = person;
  const [held] = await loadRoles(system, catalog, person.tenant, [role]);
  if (!held) return null;
  const at = { platform: person.platform, member: session.member_id !== null, closed: person.closed };
  return previewActor(catalog, person, held, {
    ...compiled.of(catalog, [held], at),
    ...session,
    menus: menusOf([held]),
  });
}

/** The actors of sessions, by the hash of the token; those of late are kept. */
function createSessions({ system, compiled, load }: Omit<Sources, 'catalogs'> & { load: Load }) {
  const known = new Map<string, Actor>();

  const find = async (tokenHash: Buffer, fresh: boolean): Promise<Actor | null> => {
    const at = tokenHash.toString('base64url');
    const held = known.get(at);
    if (held && !fresh) return held;
    known.delete(at);
    const { rows } = await system.pool.query<LiveSession>(liveSessionSql, [tokenHash]);
    const [row] = rows;
    if (!row) return null;
    const key = row.key === null ? null : await loadKey(system, row.tenant, row.key);
    if (row.key !== null && key === null) return null;
    const person = await load(row.tenant, row.account, { tokenHash, epoch: row.epoch }, key);
    const seen = row.preview_role && person ? await look({ system, compiled }, person, row.preview_role, row) : person;
    const due = seen && row.factor_due ? { ...seen, factorDue: true } : seen;
    const actor = due && row.station ? { ...due, station: row.station } : due;
    if (actor) known.set(at, actor);
    const oldest = known.size > most ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return actor;
  };

  /** Losing the database while rights are read throws `busy`, as it does for records. */
  return async (tokenHash: Buffer, fresh = false): Promise<Actor | null> => {
    try {
      return await find(tokenHash, fresh);
    } catch (error) {
      throw translateError(error);
    }
  };
}

const systemActors =
  (compiled: CompiledRights) =>
  (tenant: SystemHome, catalog: Catalog, serial: string | null): Actor => {
    const role: HeldRole = { id: '0', code: 'system', template: 'superAdmin', dataScopeType: '1', grants: [] };
    const at = { platform: tenant.platform, member: false, closed: [] };
    return {
      ...compiled.of(catalog, [role], at),
      ...at,
      tenant: tenant.id,
      tenantName: tenant.name,
      timeZone: tenant.timeZone,
      currency: tenant.currency,
      name: 'system',
      roleIds: [],
      facts: { id: '0', type: 'system', member: null, org: null, roles: ['system'] },
      entrance: { tenant: tenant.id, member: null, account: '0', timeZone: tenant.timeZone, serial },
    };
  };

const readsAnyOf = ({ catalog, rightsOn }: Actor, entities: readonly string[]): boolean =>
  entities.some((name) => {
    const entity = catalog.byName.get(name);
    return entity !== undefined && can(rightsOn(entity), 'read');
  });

/** The menu entries that these roles allow together; null if one of them is not restricted. */
function menusOf(roles: readonly { menus: readonly string[] }[]): ReadonlySet<string> | null {
  // Without any role there is no menu, not even of pages that need no permission.
  if (roles.some(({ menus }) => menus.length === 0)) return null;
  return new Set(roles.flatMap(({ menus }) => menus));
}
