import { AppError } from '../errors.ts';
import { forgetAllFailuresSql, forgetFailuresSql, failuresSql, noteFailureSql, waitSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { count } from '../access/limits.ts';
import { addressPrefix, type Origin } from './origin.ts';

/** After this many failures in a row whoever tries waits; each further one doubles the wait, to at most an hour. */
const freeFailures = 5;
const firstWait = 30;
const maxWait = 3_600;
/** After this many a captcha is asked for, too: of one account, and of everything from one address within ten minutes. */
const easyFailures = { account: 3, address: 20, seconds: 600 };

/** Where failures are counted: the tenant, what was typed as account (small letters), and from where. */
export interface Trying {
  tenant: string;
  subject: string;
  ip: string;
  origin: Origin;
}

/** Under what the failures of one origin are kept; no account's name holds a line break. */
const fromOrigin = ({ subject, origin }: Trying): string => `${subject}\n${origin.key}`;

/**
 * Throws `tooManyFailures`, with the moment from which to try again, while whoever tries from here must wait. Nobody waits
 * for what was tried elsewhere, or nobody could sign in while somebody guesses.
 */
export async function refuseWhileLocked({ pool }: SystemDatabase, trying: Trying): Promise<void> {
  const values = [trying.tenant, fromOrigin(trying), freeFailures, firstWait, maxWait];
  const { rows } = await pool.query<{ seconds: number; until: Date }>(waitSql, values);
  const [row] = rows;
  if (!row || row.seconds <= 0) return;
  const { seconds } = row;
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  throw new AppError('tooManyFailures', {
    params: { wait: clock },
    data: { seconds, retryAt: row.until.toISOString() },
  });
}

/**
 * Whether there were so many failures that the next try needs a captcha; the same for accounts that do not exist. A device
 * of the account's own answers for its own failures alone.
 */
export async function looksLikeGuessing(system: SystemDatabase, trying: Trying): Promise<boolean> {
  const subject = trying.origin.known ? fromOrigin(trying) : trying.subject;
  const { rows } = await system.pool.query<{ failures: number }>(failuresSql, [trying.tenant, subject]);
  if ((rows[0]?.failures ?? 0) >= easyFailures.account) return true;
  return !trying.origin.known && manyFrom(system, trying.ip);
}

/** Whether an address has failed at so many accounts that everything from it needs a captcha. */
export const manyFrom = async (system: SystemDatabase, ip: string): Promise<boolean> =>
  (await count(system, `failed:${addressPrefix(ip)}`, easyFailures.seconds, 0)) >= easyFailures.address;

export async function noteFailure(system: SystemDatabase, trying: Trying): Promise<void> {
  const { tenant, subject, ip } = trying;
  await system.pool.query(noteFailureSql, [tenant, [subject, fromOrigin(trying)]]);
  await count(system, `failed:${addressPrefix(ip)}`, easyFailures.seconds);
}

/** Forgets what was counted of the account, and from here; who was locked out elsewhere stays so. */
export async function forgetFailures({ pool }: SystemDatabase, trying: Trying): Promise<void> {
  await pool.query(forgetFailuresSql, [trying.tenant, [trying.subject, fromOrigin(trying)]]);
}

/** Forgets what was counted of the account, wherever it was tried. */
export async function forgetAllFailures({ pool }: SystemDatabase, tenant: string, subject: string): Promise<void> {
  await pool.query(forgetAllFailuresSql, [tenant, subject]);
}
