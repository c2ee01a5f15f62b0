import { AppError } from '../errors.ts';
import type { Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Captchas } from './captcha/captchas.ts';
import { forgetFailures, looksLikeGuessing, noteFailure, refuseWhileLocked, type Trying } from './failures.ts';
import { markDevice, originOfAddress, originOfDevice, type DeviceOwner, type Origin } from './origin.ts';
import { passwordFits } from '../secrets/passwords.ts';
import { spendFactor, type FactorOf } from './second-factor.ts';
import { settingIsOn } from '../settings/settings.ts';
import { memberEnabled, openSession } from '../access/sessions.ts';
import { alwaysCaptcha, isOpen, tenantByHost } from './tenant-host.ts';
import { readUserAgent } from './user-agent.ts';

export interface SignIn {
  host: string;
  account: string;
  password: string;
  /** Sign-in as a member or as staff. */
  member: boolean;
  ip: string;
  userAgent: string;
  /** The captcha's verification; empty without one. */
  captcha: string;
  /** The code of the second factor, or a recovery code; empty without one. */
  otp: string;
  /** The device cookie from an earlier sign-in; empty without one. */
  device: string;
}

/** The result of a sign-in. */
export interface SignedIn {
  token: string;
  /** The device cookie for the next sign-in. */
  device: string;
}

/** Dependencies of sign-in. */
export interface SignInDeps {
  context: Context;
  system: SystemDatabase;
  captchas: Pick<Captchas, 'burn' | 'another'>;
  /** Whether an account without a second factor has to set one up before anything else. */
  needsFactor(tenant: string, account: string): Promise<boolean>;
  /** Key that signs device cookies. */
  deviceKey: Buffer;
}

/**
 * Checks account and password and opens a session. All failures look alike and take the same time, whether the account
 * exists or not. Throws `signInFailed` (its data say whether the next attempt needs a captcha), `tooManyFailures`,
 * `captchaNeeded` or `captchaFailed`; `accountOff`, `factorNeeded` and `factorWrong` only after a correct password.
 */
export async function signIn(on: SignInDeps, attempt: SignIn, origin: Origin): Promise<SignedIn> {
  const { system, captchas, deviceKey } = on;
  const tenant = await tenantByHost(system, attempt.host);
  const trying = { tenant: tenant?.id ?? '0', subject: attempt.account.toLowerCase(), ip: attempt.ip, origin };
  await refuseWhileLocked(system, trying);
  const always = await alwaysCaptcha(system, tenant);
  const solved = always || (await looksLikeGuessing(system, trying));
  if (solved) {
    if (attempt.captcha === '') throw new AppError('captchaNeeded', { data: { captcha: true } });
    if (!(await captchas.burn(attempt.captcha))) throw new AppError('captchaFailed', { data: { captcha: true } });
  }
  const person = await personAt(system, tenant?.id, attempt.account);
  const deps = person && (person.adminType === '4') === attempt.member;
  const fits = await passwordFits(deps ? person.password : null, attempt.password);
  if (!fits || !person || !tenant || !isOpen(tenant)) {
    await noteFailure(system, trying);
    const captcha = always || (await looksLikeGuessing(system, trying));
    throw new AppError('signInFailed', { data: { captcha } });
  }
  if (person.status !== '0' || !(await memberEnabled(system, person))) throw new AppError('accountOff');
  const hasFactor = person.secondFactor === true;
  if (hasFactor) await checkFactor(on, { attempt, trying, solved }, { tenant: tenant.id, account: person.id });
  await forgetFailures(system, trying);
  const token = await openSession(system, on.context.newId, {
    tenant: tenant.id,
    account: person.id,
    member: attempt.member ? person.customer : null,
    alone: await settingIsOn(system, tenant.id, 'SINGLE_LOGIN', false),
    factorDue: !hasFactor && (await on.needsFactor(tenant.id, person.id)),
    timeZone: tenant.timeZone,
    ip: attempt.ip,
    ...readUserAgent(attempt.userAgent),
  });
  const device = origin.known ? attempt.device : markDevice(deviceKey, deviceOwner(person));
  return { token, device };
}

/**
 * Asks for the second factor; a wrong code counts like a wrong password. An account that is asked after a captcha gets
 * another verification, so that there is one captcha for each sign-in.
 */
async function checkFactor(
  on: SignInDeps,
  { attempt, trying, solved }: { attempt: SignIn; trying: Trying; solved: boolean },
  of: FactorOf,
): Promise<void> {
  if (attempt.otp === '')
    throw new AppError('factorNeeded', {
      data: { factor: true, ...(solved ? { code: await on.captchas.another() } : {}) },
    });
  if (await spendFactor(on, of, attempt.otp)) return;
  await noteFailure(on.system, trying);
  throw new AppError('factorWrong', {
    data: { factor: true, captcha: solved || (await looksLikeGuessing(on.system, trying)) },
  });
}

/** The origin of an attempt: a known device of the account if its cookie proves it, else the address. */
export async function originOf({ system, deviceKey }: SignInDeps, attempt: SignIn): Promise<Origin> {
  const elsewhere = originOfAddress(attempt.ip);
  if (attempt.device === '') return elsewhere;
  const tenant = await tenantByHost(system, attempt.host);
  const person = await personAt(system, tenant?.id, attempt.account);
  return (person && originOfDevice(deviceKey, deviceOwner(person), attempt.device)) ?? elsewhere;
}

const deviceOwner = (person: { tenant_id: string; id: string; password: string }): DeviceOwner => ({
  tenant: person.tenant_id,
  account: person.id,
  passwordHash: person.password,
});

/**
 * The account of that name. An e-mail address is stored in lower case and typed in any; both forms are read at once, so that
 * an unknown one takes as long as a known one.
 */
async function personAt({ db }: SystemDatabase, tenant: string | undefined, typed: string) {
  if (tenant === undefined) return undefined;
  const names = typed.includes('@') ? [typed, typed.toLowerCase()] : [typed];
  const found = await db
    .selectFrom('account')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('account', 'in', names)
    .execute();
  return found.find(({ account }) => account === typed) ?? found[0];
}
