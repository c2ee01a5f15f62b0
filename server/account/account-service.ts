import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { PostDeps } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';
import { momentIn } from '../operations/moment.ts';
import { profileSql } from '../store/account-sql.ts';
import type { Culture } from '../texts.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Actors } from '../access/actors.ts';
import { mailToSelf } from './mail-to-self.ts';
import { bindAddress, sendBindCode, unbindAddress } from './own-addresses.ts';
import { confirmFactor, ownFactor, removeFactor, renewRecovery, startFactor, type OwnFactor } from './own-factor.ts';
import { ownPin, setOwnPin, type OwnPin } from './own-pin.ts';
import { changeOwnPassword } from './own-password.ts';
import { updateOwn } from './own-record.ts';
import { endOwnSessions, ownSessions, type OwnSession } from './own-sessions.ts';

type Values = Readonly<Record<string, unknown>>;

/** A person's own profile. */
export interface Profile {
  account: string;
  name: string;
  nickName: string | null;
  avatar: string | null;
  sex: string | null;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  tel: string | null;
  jobNum: string | null;
  version: number;
  since: string;
  org: string | null;
  customer: string | null;
  roles: string[];
  positions: string[];
  /** The proven addresses: `email`, `phone`. */
  bound: string[];
}

/** The body and circumstances of a call. */
export interface OwnCall {
  body: Values;
  key: string | null;
  ip: string;
  culture: Culture;
}

/** Calls on the signed-in account; the account never comes from the request. */
export interface AccountService {
  profile(actor: Actor): Promise<Profile>;
  sessions(actor: Actor): Promise<OwnSession[]>;
  factor(actor: Actor): Promise<OwnFactor>;
  pin(actor: Actor): Promise<OwnPin>;
  /** Handlers by the last path segment. */
  calls: Readonly<Record<string, (actor: Actor, call: OwnCall) => Promise<unknown>>>;
}

const info = ['nickName', 'birthday', 'sex', 'phone', 'tel', 'email'] as const;

export function createAccountService(
  on: PostDeps & { actors: Pick<Actors, 'system' | 'needsFactor'> },
): AccountService {
  const { context, system } = on;
  const deps: AccountDeps = {
    ...on,
    actorOf: ({ tenant, tenantName, timeZone, currency, platform }) =>
      on.actors.system({ id: tenant, name: tenantName, timeZone, currency, platform }),
  };
  const factorDeps = {
    ...deps,
    needsFactor: ({ tenant, facts }: Actor) => on.actors.needsFactor(tenant, facts.id),
  };
  const profile = async (actor: Actor): Promise<Profile> => {
    await context.database.read(actor.entrance);
    const { rows } = await system.pool.query<Profile & { since: Date }>(profileSql, [actor.tenant, actor.facts.id]);
    const [found] = rows;
    if (!found) throw new AppError('noSession');
    return { ...found, since: momentIn(actor.timeZone, found.since) };
  };
  return {
    profile,
    sessions: (actor) => ownSessions(context, system, actor),
    factor: (actor) => ownFactor(deps, actor),
    pin: (actor) => ownPin(deps, actor),
    calls: {
      async updateInfo(actor, { body, key }) {
        const now = await profile(actor);
        const moved = (['email', 'phone'] as const).filter(
          (way) => way in body && now.bound.includes(way) && (body[way] ?? '') !== now[way],
        );
        if (moved.length > 0) throw refused(...moved.map((way) => issue('account.bound', way)));
        return updateOwn(context, actor, { fields: info, body, key, verb: 'updateInfo' });
      },
      updateAvatar: (actor, { body, key }) =>
        updateOwn(context, actor, { fields: ['avatar'], body, key, verb: 'updateAvatar' }),
      async updatePwd(actor, { body, ip, culture }) {
        await changeOwnPassword(context, system, actor, { body, ip });
        await mailToSelf(deps, actor, 'passwordReplaced', culture);
        return null;
      },
      endSessions: async (actor, { body }) => ({ ended: await endOwnSessions(context, system, actor, body['id']) }),
      sendCode: (actor, { body, culture }) => sendBindCode(deps, actor, body, culture),
      bind: async (actor, { body, culture }) => {
        await bindAddress(deps, actor, body, culture);
        return null;
      },
      startFactor: (actor, call) => startFactor(deps, actor, call),
      confirmFactor: (actor, call) => confirmFactor(deps, actor, call),
      removeFactor: (actor, call) => removeFactor(factorDeps, actor, call),
      setPin: (actor, call) => setOwnPin(deps, actor, call),
      renewRecovery: (actor, call) => renewRecovery(deps, actor, call),
      unbind: async (actor, { body }) => {
        await unbindAddress(deps, actor, body);
        return null;
      },
    },
  };
}
