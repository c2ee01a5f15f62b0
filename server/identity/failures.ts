import { AppError } from '../errors.ts';
import { noteFailureSql } from '../store/door-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { count } from './limits.ts';

/** After this many failures in a row an account waits; each further one doubles the wait, to at most an hour. */
const freeFailures = 5;
const firstWait = 30_000;
const longestWait = 3_600_000;
/** After this many a captcha is asked for, too: of one account, and of everything from one address within ten minutes. */
const easyFailures = { account: 3, address: 20, seconds: 600 };

/** Where failures are counted: the tenant, what was typed as account (small letters), and from where. */
export interface Trying {
  tenant: string;
  subject: string;
  ip: string;
}

/** Throws `tooManyFailures`, with the moment from which to try again, while the account waits. */
export async function refuseWhileLocked({ db }: SystemDatabase, { tenant, subject }: Trying): Promise<void> {
  const row = await db
    .selectFrom('lading.failed_sign_in')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!row || row.failures < freeFailures) return;
  const wait = Math.min(firstWait * 2 ** (row.failures - freeFailures), longestWait);
  const until = new Date(row.last_at).getTime() + wait;
  const seconds = Math.ceil((until - Date.now()) / 1000);
  if (seconds <= 0) return;
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const data = { seconds, retryAt: new Date(until).toISOString() };
  throw new AppError('tooManyFailures', { params: { wait: clock }, data });
}

/** Whether there were so many failures that the next try needs a captcha; the same for accounts that do not exist. */
export async function looksLikeGuessing(system: SystemDatabase, trying: Trying): Promise<boolean> {
  const row = await system.db
    .selectFrom('lading.failed_sign_in')
    .select('failures')
    .where('tenant_id', '=', trying.tenant)
    .where('subject', '=', trying.subject)
    .where('last_at', '>', new Date(Date.now() - 86_400_000))
    .executeTakeFirst();
  return (row?.failures ?? 0) >= easyFailures.account || (await manyFrom(system, trying.ip));
}

/** Whether an address has failed at so many doors that everything from it needs a captcha. */
export const manyFrom = async (system: SystemDatabase, ip: string): Promise<boolean> =>
  (await count(system, `failed:${ip}`, easyFailures.seconds, 0)) >= easyFailures.address;

export async function noteFailure(system: SystemDatabase, { tenant, subject, ip }: Trying): Promise<void> {
  await system.pool.query(noteFailureSql, [tenant, subject]);
  await count(system, `failed:${ip}`, easyFailures.seconds);
}

export async function forgetFailures({ db }: SystemDatabase, tenant: string, subject: string): Promise<void> {
  await db.deleteFrom('lading.failed_sign_in').where('tenant_id', '=', tenant).where('subject', '=', subject).execute();
}
