import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { post, type Message } from '../messages/post.ts';
import { keptTrailSql, recoverStatements } from '../store/attempt-sql.ts';
import { lineIssues } from './address.ts';
import { spendCode } from './codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { forgetAllFailures } from './failures.ts';
import { within } from '../access/limits.ts';
import { passwordIssues } from '../settings/password-rule.ts';
import { hashPassword } from '../secrets/passwords.ts';
import { codeSubject } from './send-code.ts';
import { passwordLength } from '../settings/settings.ts';
import { isOpen, tenantByHost, type HostTenant } from './tenant-host.ts';

export interface Recovery {
  host: string;
  ip: string;
  /** The address or account that the code was requested for. */
  to: string;
  code: string;
  password: string;
  culture: Message['culture'];
}

const perAddress = { seconds: 3_600, most: 30 };

/**
 * Sets a new password with a code, ends all sessions of the account and notifies its owner. Unknown accounts have no
 * code and are refused like a wrong one. Throws `refused` with every issue.
 */
export async function recover(deps: AuthDeps, asked: Recovery): Promise<void> {
  const { system } = deps;
  const tenant = await tenantByHost(system, asked.host);
  const min = await passwordLength(system, tenant?.id ?? '0');
  const issues = [
    ...lineIssues(asked.to, 'to', 100),
    ...(/^\d{6}$/.test(asked.code) ? [] : [issue('code.shape', 'code')]),
    ...passwordIssues(asked.password, 'password', min, [asked.to]),
  ];
  if (issues.length > 0) throw refused(...issues);
  if (!(await within(system, [[`recover:${asked.ip}`, perAddress]]))) throw new AppError('tooMany');
  const on = { tenant: tenant?.id ?? '0', purpose: 'recover', subject: codeSubject(asked.to) } as const;
  const account = await spendCode(system, on, asked.code);
  if (!account || !tenant || !isOpen(tenant)) throw refused(issue('code.wrong', 'code'));
  const person = await setPassword(deps, tenant, account, asked.password);
  if (person?.email) {
    const { email, name } = person;
    const message = { kind: 'mail', to: email, template: 'passwordChanged', culture: asked.culture } as const;
    deps.later(() => post(deps, deps.actorOf(tenant), { ...message, params: { tenant: tenant.name, name } }));
  }
}

async function setPassword({ system, context }: AuthDeps, tenant: HostTenant, account: string, password: string) {
  const hash = await hashPassword(password);
  const client = await system.pool.connect();
  try {
    await client.query('BEGIN');
    const [change, ...endings] = recoverStatements;
    const { rows } = await client.query<{ account: string; name: string; email: string | null; version: string }>(
      change,
      [tenant.id, account, hash],
    );
    for (const ending of endings) await client.query(ending, [tenant.id, account]);
    await client.query(keptTrailSql, [tenant.id, context.newId(), account, rows[0]?.version ?? 1]);
    await client.query('COMMIT');
    if (rows[0]) await forgetAllFailures(system, tenant.id, rows[0].account.toLowerCase());
    return rows[0];
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
