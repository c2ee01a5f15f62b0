import { issue, type Issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { insertMany } from '../operations/write/insert-many.ts';
import { lineIssues, readAddress } from './address.ts';
import { spendCode } from './codes.ts';
import type { AuthDeps } from './auth-deps.ts';
import { within } from '../access/limits.ts';
import { passwordIssues } from '../settings/password-rule.ts';
import { passwordLength } from '../settings/settings.ts';
import { acceptsRegistration, tenantByHost } from './tenant-host.ts';

export interface Registration {
  host: string;
  ip: string;
  /** The address that received the code; it becomes the account's name. */
  to: string;
  code: string;
  name: string;
  company: string;
  password: string;
}

const perAddress = { seconds: 3_600, most: 30 };
const homeSql = `
  SELECT (SELECT id::text FROM org WHERE tenant_id = $1 AND parent IS NULL ORDER BY sort, id LIMIT 1) AS org,
         (SELECT id::text FROM role WHERE tenant_id = $1 AND template = 'member' ORDER BY id LIMIT 1) AS role`;

/**
 * Creates a member account that waits for approval (status 3). A taken address has no code and is refused like a wrong
 * one. Throws `notTaken`, or `refused` with every issue.
 */
export async function register(deps: AuthDeps, asked: Registration): Promise<void> {
  const { system, context } = deps;
  const tenant = await acceptsRegistration(system, await tenantByHost(system, asked.host));
  if (!tenant) throw new AppError('notTaken');
  const address = readAddress(asked.to);
  const min = await passwordLength(system, tenant.id);
  const issues: Issue[] = [
    ...(address && address.value.length <= 60 ? [] : [issue('address.neither', 'to')]),
    ...(/^\d{6}$/.test(asked.code) ? [] : [issue('code.shape', 'code')]),
    ...lineIssues(asked.name, 'name', 60),
    ...lineIssues(asked.company, 'company', 100),
    ...passwordIssues(asked.password, 'password', min, [address?.value ?? '', asked.company]),
  ];
  if (!address || issues.length > 0) throw refused(...issues);
  if (!(await within(system, [[`register:${asked.ip}`, perAddress]]))) throw new AppError('tooMany');
  const spent = await spendCode(system, { tenant: tenant.id, purpose: 'register', subject: address.value }, asked.code);
  if (spent === undefined) throw refused(issue('code.wrong', 'code'));

  const entity = context.catalog.byName.get('account');
  const { rows } = await system.pool.query<{ org: string; role: string | null }>(homeSql, [tenant.id]);
  const [home] = rows;
  if (!entity || !home) throw new Error('a tenant without an organisation');
  const record = {
    account: address.value,
    name: asked.name,
    password: asked.password,
    org: home.org,
    roles: home.role ? [home.role] : [],
    adminType: '4',
    ...(address.kind === 'mail' ? { email: address.value } : { phone: address.value }),
  };
  const request = [{ input: record, given: { locked: { status: '3', company: asked.company } } }];
  const added = await insertMany(context, deps.actorOf(tenant), entity, request, { verb: 'add', key: null });
  const [found] = added.refused.get(0) ?? [];
  if (found)
    throw refused({ ...found, path: ['name', 'company', 'password'].includes(found.path) ? found.path : 'to' });
}
