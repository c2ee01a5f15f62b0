import { issue } from '../../engine/core/index.ts';
import { forgetAllFailures } from '../auth/failures.ts';
import { pinTries } from '../auth/station.ts';
import { refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { ownTrailSql } from '../store/account-sql.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { keepPinSql, notePinSql, ownPinSql } from '../access/station-sql.ts';
import type { AccountDeps } from './account-deps.ts';
import { proveOwnPassword } from './own-password.ts';

/** The caller's PIN for shared stations. */
export interface OwnPin {
  readonly on: boolean;
  /** After too many wrong ones; another PIN opens it again. */
  readonly blocked: boolean;
}

export async function ownPin({ context, system }: AccountDeps, actor: Actor): Promise<OwnPin> {
  await context.database.read(actor.entrance);
  const { rows } = await system.pool.query<OwnPin>(ownPinSql, [actor.tenant, actor.facts.id, pinTries]);
  return rows[0] ?? { on: false, blocked: false };
}

/** Sets the caller's PIN, given their password; an empty one removes it. Throws `refused`, or what a wrong password throws. */
export async function setOwnPin(
  { context, system }: AccountDeps,
  actor: Actor,
  { body, ip }: { body: Readonly<Record<string, unknown>>; ip: string },
): Promise<null> {
  await context.database.read(actor.entrance);
  const text = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, 200) : '');
  const pin = text('pin');
  if (actor.member) throw refused(issue('station.staffOnly', 'pin'));
  if (pin !== '' && !/^\d{6,12}$/.test(pin)) throw refused(issue('station.pinForm', 'pin'));
  if (pin !== '' && isEasy(pin)) throw refused(issue('station.pinEasy', 'pin'));
  await proveOwnPassword(system, actor, { password: text('password'), ip });
  const { tenant, facts } = actor;
  const hash = pin === '' ? null : await hashPassword(pin);
  await inTransaction(system.pool, async (client) => {
    await client.query(keepPinSql, [tenant, facts.id, hash]);
    const { rows } = await client.query<{ version: string }>(notePinSql, [tenant, facts.id, hash !== null]);
    await client.query(ownTrailSql, [tenant, context.newId(), facts.id, 'setPin', rows[0]?.version ?? '1', '[]']);
  });
  await forgetAllFailures(system, tenant, `pin:${facts.id}`);
  return null;
}

/** One digit repeated, or digits that count up or down. */
function isEasy(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}
