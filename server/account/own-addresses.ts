import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { post } from '../messages/post.ts';
import type { Actor } from '../operations/context.ts';
import { bindSql, unbindSql } from '../store/account-sql.ts';
import type { Culture } from '../texts.ts';
import type { AccountDeps } from './account-deps.ts';
import { readAddress } from '../auth/address.ts';
import { codeMinutes, makeCode, spendCode } from '../auth/codes.ts';
import { within } from '../access/limits.ts';
import { mailToSelf } from './mail-to-self.ts';
import { updateOwn } from './own-record.ts';

type Values = Readonly<Record<string, unknown>>;
type Way = 'email' | 'phone';

/** Seconds between codes, and codes per day. */
const pause = { seconds: 60, most: 1 };
const daily = { seconds: 86_400, most: 10 };
const tries = { seconds: 3_600, most: 20 };

/**
 * Sends a code to an address that the caller wants to bind. Throws `refused` for an invalid address or too frequent
 * requests.
 */
export async function sendBindCode(
  deps: AccountDeps,
  actor: Actor,
  body: Values,
  culture: Culture,
): Promise<{ seconds: number; minutes: number }> {
  const { context, system } = deps;
  await context.database.read(actor.entrance);
  const { way, typed, value } = readWay(body);
  const { tenant, facts } = actor;
  const free = await within(system, [
    [`bind:${tenant}:${facts.id}`, pause],
    [`bind:${tenant}:${facts.id}`, daily],
  ]);
  if (!free) throw refused(issue('code.tooSoon', 'to', { seconds: pause.seconds }));
  const code = await makeCode(system, codeOf(actor, value), facts.id);
  await post(deps, deps.actorOf(actor), {
    kind: way === 'email' ? 'mail' : 'sms',
    to: way === 'email' ? value : typed,
    template: 'bind',
    params: { tenant: actor.tenantName, name: actor.name, minutes: codeMinutes },
    secret: { code },
    culture,
    lifetime: codeMinutes * 60,
  });
  return { seconds: pause.seconds, minutes: codeMinutes };
}

/** Binds an address with its code. The previously bound mail address is notified. */
export async function bindAddress(deps: AccountDeps, actor: Actor, body: Values, culture: Culture): Promise<void> {
  const { context, system } = deps;
  await context.database.read(actor.entrance);
  const { way, typed, value } = readWay(body);
  const code = String(body['code'] ?? '').trim();
  if (!/^\d{6}$/.test(code)) throw refused(issue('code.shape', 'code'));
  if (!(await within(system, [[`bound:${actor.tenant}:${actor.facts.id}`, tries]]))) throw new AppError('tooMany');
  if ((await spendCode(system, codeOf(actor, value), code)) !== actor.facts.id)
    throw refused(issue('code.wrong', 'code'));
  if (way === 'email') await mailToSelf(deps, actor, 'addressMoved', culture, value);
  const change = { [way]: way === 'email' ? value : typed };
  await updateOwn(context, actor, { fields: [way], body: change, key: null, verb: 'bind' });
  await system.pool.query(bindSql, [actor.tenant, actor.facts.id, way]);
}

/** Removes an address from the caller's account. */
export async function unbindAddress(deps: AccountDeps, actor: Actor, body: Values): Promise<void> {
  const way = wayOf(body);
  await updateOwn(deps.context, actor, { fields: [way], body: { [way]: null }, key: null, verb: 'unbind' });
  await deps.system.pool.query(unbindSql, [actor.tenant, actor.facts.id, way]);
}

const codeOf = (actor: Actor, value: string) =>
  ({ tenant: actor.tenant, purpose: 'bind', subject: `${actor.facts.id}:${value}` }) as const;

function wayOf({ way }: Values): Way {
  if (way === 'email' || way === 'phone') return way;
  throw refused(issue('account.way', 'way'));
}

function readWay(body: Values): { way: Way; typed: string; value: string } {
  const way = wayOf(body);
  const typed = typeof body['to'] === 'string' ? body['to'].trim() : '';
  const address = typed.length <= 100 && !/\p{Cc}/u.test(typed) ? readAddress(typed) : null;
  if (address?.kind !== (way === 'email' ? 'mail' : 'sms'))
    throw refused(issue(way === 'email' ? 'address.email' : 'address.phone', 'to'));
  return { way, typed, value: address.value };
}
