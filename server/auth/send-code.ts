import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { post, type Message } from '../messages/post.ts';
import { readAddress, lineIssues } from './address.ts';
import { codeMinutes, makeCode, type CodePurpose } from './codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { findAccount, isTaken } from './find-account.ts';
import { within } from '../access/limits.ts';
import { isOpen, acceptsRegistration, tenantByHost, type HostTenant } from './tenant-host.ts';

export interface CodeRequest {
  host: string;
  ip: string;
  purpose: CodePurpose;
  /** An address; for recovery also an account's name. */
  to: string;
  /** The captcha's verification; null if the caller is limited otherwise. */
  captcha: string | null;
  culture: Message['culture'];
}

/** Seconds until the next code to the same address. */
export const codePause = 60;
const limits = {
  pause: { seconds: codePause, most: 1 },
  subject: { seconds: 86_400, most: 10 },
  address: { seconds: 3_600, most: 20 },
  bare: { seconds: 3_600, most: 3 },
  tenant: { seconds: 3_600, most: 600 },
};

/**
 * Accepts a request for a code. It never reveals whether the address or account exists: the answer is sent before the
 * look-up, and `later` does the rest. Throws `captchaFailed`, or `refused` for an invalid address or too frequent
 * requests.
 */
export async function sendCode(deps: AuthDeps, request: CodeRequest): Promise<{ seconds: number; minutes: number }> {
  const { system, captchas } = deps;
  const { purpose, to, ip } = request;
  const issues = lineIssues(to, 'to', 100);
  if (issues.length === 0 && purpose === 'register' && !readAddress(to)) issues.push(issue('address.neither', 'to'));
  if (issues.length > 0) throw refused(...issues);
  const tenant = await tenantByHost(system, request.host);
  if (purpose === 'register' && !(await acceptsRegistration(system, tenant))) throw new AppError('notTaken');
  if (request.captcha !== null && !(await captchas.burn(request.captcha))) throw new AppError('captchaFailed');
  const subject = codeSubject(to);
  const home = tenant?.id ?? '0';
  const free = await within(system, [
    [`code:${home}:${subject}`, limits.pause],
    [`code:${home}:${subject}`, limits.subject],
    [`code:${home}`, limits.tenant],
    request.captcha === null ? [`code-bare:${ip}`, limits.bare] : [`code:${ip}`, limits.address],
  ]);
  if (!free) throw refused(issue('code.tooSoon', 'to', { seconds: codePause }));
  if (tenant && isOpen(tenant)) deps.later(() => deliver(deps, tenant, subject, request));
  return { seconds: codePause, minutes: codeMinutes };
}

/** Key of a code: the normalised address, or the account's name as typed. */
export const codeSubject = (to: string): string => readAddress(to)?.value ?? to.trim();

async function deliver(deps: AuthDeps, tenant: HostTenant, subject: string, request: CodeRequest): Promise<void> {
  const { system } = deps;
  const { purpose, culture } = request;
  const actor = deps.actorOf(tenant);
  const on = { tenant: tenant.id, purpose, subject };
  const common = { culture, lifetime: codeMinutes * 60 };
  const params = { tenant: tenant.name, minutes: codeMinutes };
  if (purpose === 'register') {
    const address = readAddress(request.to);
    if (!address) return;
    const to = { kind: address.kind, to: address.kind === 'mail' ? address.value : request.to.trim() };
    if (await isTaken(system, tenant.id, subject)) {
      return post(deps, actor, { ...to, ...common, template: 'registerKnown', params });
    }
    const code = await makeCode(system, on, null);
    return post(deps, actor, { ...to, ...common, template: 'register', params, secret: { code } });
  }
  const found = await findAccount(system, tenant.id, request.to.trim());
  if (!found?.to) return;
  const code = await makeCode(system, on, found.id);
  const to = { kind: found.to.kind, to: found.to.value };
  return post(deps, actor, {
    ...to,
    ...common,
    template: 'recover',
    params: { ...params, name: found.name },
    secret: { code },
  });
}
