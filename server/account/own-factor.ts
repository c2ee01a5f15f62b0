import { issue } from '../../engine/core/index.ts';
import { countFactorTry, factorKey, newRecoveryCodes, spendFactor } from '../auth/second-factor.ts';
import { newTotpKey, stepOfCode, totpUri } from '../auth/totp.ts';
import { refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import {
  dropFactorSql,
  endOwnSessionsSql,
  factorDueSql,
  forgetFactorSql,
  keepFactorSql,
  ownFactorSql,
  ownTrailSql,
  proposeFactorSql,
  renewRecoverySql,
  takeFactorSql,
} from '../store/account-sql.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Culture } from '../texts.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailToSelf } from './mail-to-self.ts';
import { proveOwnPassword } from './own-password.ts';
import { ownSession } from './own-sessions.ts';

/** The second factor as its owner sees it. */
export interface OwnFactor {
  /** Whether sign-in asks for it. */
  on: boolean;
  /** Recovery codes that are not used yet. */
  recoveryLeft: number;
}

/** The body and circumstances of a call. */
export interface FactorCall {
  body: Readonly<Record<string, unknown>>;
  ip: string;
  culture: Culture;
}

const ofActor = ({ tenant, facts }: Actor) => ({ tenant, account: facts.id });

const textOf = ({ body }: Pick<FactorCall, 'body'>, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value.slice(0, 200) : '';
};

export async function ownFactor({ context, system }: AccountDeps, actor: Actor): Promise<OwnFactor> {
  await context.database.read(actor.entrance);
  const { rows } = await system.pool.query<OwnFactor>(ownFactorSql, [actor.tenant, actor.facts.id]);
  return rows[0] ?? { on: false, recoveryLeft: 0 };
}

/**
 * Proposes a key for the caller's authenticator app, given their password; the former proposal no longer counts. Throws
 * `refused` if they have a factor, or what a wrong password throws.
 */
export async function startFactor(
  { context, system }: AccountDeps,
  actor: Actor,
  call: FactorCall,
): Promise<{ key: string; uri: string }> {
  await context.database.read(actor.entrance);
  await proveOwnPassword(system, actor, { password: textOf(call, 'password'), ip: call.ip });
  const key = newTotpKey();
  const sealed = await context.seal('account', 'factorKey', key);
  const { rows } = await system.pool.query<{ account: string }>(proposeFactorSql, [
    actor.tenant,
    actor.facts.id,
    sealed,
  ]);
  const [person] = rows;
  if (!person) throw refused(issue('factor.already', ''));
  return { key, uri: totpUri(key, actor.tenantName, person.account) };
}

/**
 * Turns the proposed factor on, given a code of it, and ends the caller's other sessions, which were opened without it;
 * answers the recovery codes, which are shown this once.
 */
export async function confirmFactor(
  deps: AccountDeps,
  actor: Actor,
  call: FactorCall,
): Promise<{ recovery: readonly string[] }> {
  const { context, system } = deps;
  await context.database.read(actor.entrance);
  const of = ofActor(actor);
  await countFactorTry(system, of);
  const { rows } = await system.pool.query<{ sealed: string | null }>(
    'SELECT "factorKey" AS sealed FROM account WHERE tenant_id = $1 AND id = $2 AND "secondFactor" IS NOT TRUE',
    [of.tenant, of.account],
  );
  const sealed = rows[0]?.sealed ?? null;
  const key = sealed === null ? null : await factorKey(deps, of);
  if (key === null) throw refused(issue('factor.notStarted', ''));
  const step = stepOfCode(key, textOf(call, 'code').replace(/\s/g, ''), context.clock());
  if (step === null) throw refused(issue('factor.wrong', 'code'));
  const { codes, hashes } = newRecoveryCodes(of.account);
  await inTransaction(system.pool, async (client) => {
    const taken = await client.query<{ version: string }>(takeFactorSql, [of.tenant, of.account, sealed]);
    const version = taken.rows[0]?.version;
    if (version === undefined) throw refused(issue('factor.notStarted', ''));
    await client.query(keepFactorSql, [of.tenant, of.account, step, hashes]);
    await client.query(factorDueSql, [of.tenant, of.account, false]);
    await client.query(endOwnSessionsSql, [of.tenant, of.account, ownSession(actor), null]);
    await client.query(ownTrailSql, [...trail(deps, actor, { verb: 'confirmFactor', version }), change(false, true)]);
  });
  await mailToSelf(deps, actor, 'factorOn', call.culture);
  return { recovery: codes };
}

/**
 * Turns the caller's factor off, given their password and a code. Who needs one has to set up the next one before
 * anything else.
 */
export async function removeFactor(
  deps: AccountDeps & { needsFactor(actor: Actor): Promise<boolean> },
  actor: Actor,
  call: FactorCall,
): Promise<null> {
  const { system } = deps;
  await proveFactor(deps, actor, call);
  const of = ofActor(actor);
  const due = await deps.needsFactor(actor);
  await inTransaction(system.pool, async (client) => {
    const dropped = await client.query<{ version: string }>(dropFactorSql, [of.tenant, of.account]);
    const version = dropped.rows[0]?.version;
    if (version === undefined) throw refused(issue('factor.none', ''));
    await client.query(forgetFactorSql, [of.tenant, of.account]);
    await client.query(factorDueSql, [of.tenant, of.account, due]);
    await client.query(ownTrailSql, [...trail(deps, actor, { verb: 'removeFactor', version }), change(true, false)]);
  });
  await mailToSelf(deps, actor, 'factorOff', call.culture);
  return null;
}

/** Replaces the recovery codes, given password and a code; answers the new ones. */
export async function renewRecovery(
  deps: AccountDeps,
  actor: Actor,
  call: FactorCall,
): Promise<{ recovery: readonly string[] }> {
  await proveFactor(deps, actor, call);
  const { tenant, account } = ofActor(actor);
  const { codes, hashes } = newRecoveryCodes(account);
  await deps.system.pool.query(renewRecoverySql, [tenant, account, hashes]);
  return { recovery: codes };
}

async function proveFactor(deps: AccountDeps, actor: Actor, call: FactorCall): Promise<void> {
  if (!(await ownFactor(deps, actor)).on) throw refused(issue('factor.none', ''));
  await proveOwnPassword(deps.system, actor, { password: textOf(call, 'password'), ip: call.ip });
  if (!(await spendFactor(deps, ofActor(actor), textOf(call, 'code')))) throw refused(issue('factor.wrong', 'code'));
}

const trail = (
  { context }: AccountDeps,
  { tenant, facts }: Actor,
  { verb, version }: { verb: string; version: string },
): string[] => [tenant, context.newId(), facts.id, verb, version];

const change = (before: boolean, after: boolean): string => JSON.stringify([{ field: 'secondFactor', before, after }]);
