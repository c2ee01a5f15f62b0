import { AppError } from '../errors.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { passwordFits } from './passwords.ts';
import { openSession } from './sessions.ts';

/** After this many failures in a row an account waits; each further one doubles the wait, to at most an hour. */
const freeFailures = 5;
const firstWait = 30_000;
const longestWait = 3_600_000;

export interface SignIn {
  host: string;
  account: string;
  password: string;
  /** Members come in by their own door, staff by theirs. */
  member: boolean;
  ip: string;
  userAgent: string;
}

/** The tenant that a host name stands for; null for a host that nobody has. */
export async function tenantByHost({ db }: SystemDatabase, host: string) {
  const found = await db.selectFrom('tenant').selectAll().where('host', '=', host).executeTakeFirst();
  return found && found.status !== 'closed' ? found : null;
}

/**
 * Checks account and password and opens a session; answers its token. Every failure looks and costs the same, whether
 * the account exists or not. Throws `signInFailed` or `tooManyFailures`.
 */
export async function signIn(system: SystemDatabase, newId: () => string, attempt: SignIn): Promise<string> {
  const tenant = await tenantByHost(system, attempt.host);
  const subject = attempt.account.toLowerCase();
  const home = tenant?.id ?? '0';
  await refuseWhileLocked(system, home, subject);
  const person = tenant
    ? await system.db
        .selectFrom('account')
        .selectAll()
        .where('tenant_id', '=', tenant.id)
        .where('account', '=', attempt.account)
        .executeTakeFirst()
    : undefined;
  const door = person && (person.adminType === '4') === attempt.member;
  const fits = await passwordFits(door ? person.password : null, attempt.password);
  const active = tenant?.status === 'active' || tenant?.status === 'trial';
  if (!fits || !person || !tenant || person.status !== '0' || !active || !(await memberEnabled(system, person))) {
    await noteFailure(system, home, subject);
    throw new AppError('signInFailed');
  }
  await system.db
    .deleteFrom('lading.failed_sign_in')
    .where('tenant_id', '=', home)
    .where('subject', '=', subject)
    .execute();
  return openSession(system, newId, {
    tenant: tenant.id,
    account: person.id,
    member: attempt.member ? person.customer : null,
    timeZone: tenant.timeZone,
    ip: attempt.ip,
    ...readUserAgent(attempt.userAgent),
  });
}

/** A member's sign-in stands and falls with the customer it belongs to; staff have none. */
export async function memberEnabled(
  { db }: SystemDatabase,
  person: { tenant_id: string; adminType: string; customer: string | null },
): Promise<boolean> {
  if (person.adminType !== '4') return true;
  if (!person.customer) return false;
  const owner = await db
    .selectFrom('customer')
    .select('status')
    .where('tenant_id', '=', person.tenant_id)
    .where('id', '=', person.customer)
    .executeTakeFirst();
  return owner?.status === 'enabled';
}

async function refuseWhileLocked({ db }: SystemDatabase, tenant: string, subject: string): Promise<void> {
  const row = await db
    .selectFrom('lading.failed_sign_in')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!row || row.failures < freeFailures) return;
  const wait = Math.min(firstWait * 2 ** (row.failures - freeFailures), longestWait);
  const left = new Date(row.last_at).getTime() + wait - Date.now();
  if (left > 0) throw new AppError('tooManyFailures', { params: { seconds: Math.ceil(left / 1000) } });
}

async function noteFailure({ db }: SystemDatabase, tenant: string, subject: string): Promise<void> {
  const now = new Date();
  await db
    .insertInto('lading.failed_sign_in')
    .values({ tenant_id: tenant, subject, failures: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'subject'])
        .doUpdateSet((eb) => ({ failures: eb('lading.failed_sign_in.failures', '+', 1), last_at: now })),
    )
    .execute();
}

/** Browser and system by name, enough for a person to know their own device again. */
function readUserAgent(text: string): { browser: string; os: string } {
  const browser = /(Edg|OPR|Chrome|Firefox|Version)\/(\d+)/.exec(text);
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };
  const os = /(Windows NT [\d.]+|Mac OS X [\d_.]+|Android [\d.]+|iPhone OS [\d_]+|Linux)/.exec(text)?.[1] ?? '';
  const name = browser?.[1] ?? '';
  return { browser: browser ? `${names[name] ?? name} ${browser[2]}` : '', os: os.replaceAll('_', '.') };
}
