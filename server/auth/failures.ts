import { AppError } from '../errors.ts';
import { forgetAllFailuresSql, forgetFailuresSql, failuresSql, noteFailureSql, waitSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { count } from '../access/limits.ts';
import { addressPrefix, type Origin } from './origin.ts';

/** Failures in a row without delay; each further one doubles the delay, up to an hour. */
const freeFailures = 5;
const firstWait = 30;
const maxWait = 3_600;
/** Failures after which a captcha is required: per account, and per address within ten minutes. */
const easyFailures = { account: 3, address: 20, seconds: 600 };

/** The keys under which failures are counted: tenant, typed account (lower case), and origin. */
export interface Trying {
  tenant: string;
  subject: string;
  ip: string;
  origin: Origin;
}

/** Key of one origin's failures; account names contain no line breaks. */
const fromOrigin = ({ subject, origin }: Trying): string => `${subject}\n${origin.key}`;

/**
 * Throws `tooManyFailures` with the time of the next allowed attempt while this origin is locked. Other origins are not
 * affected, so that nobody can lock out an account's owner.
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
 * Whether the next attempt needs a captcha; the same for unknown accounts. A known device only counts its own failures.
 */
export async function looksLikeGuessing(system: SystemDatabase, trying: Trying): Promise<boolean> {
  const subject = trying.origin.known ? fromOrigin(trying) : trying.subject;
  const { rows } = await system.pool.query<{ failures: number }>(failuresSql, [trying.tenant, subject]);
  if ((rows[0]?.failures ?? 0) >= easyFailures.account) return true;
  return !trying.origin.known && manyFrom(system, trying.ip);
}

/** Whether an address has failed at so many accounts that all its attempts need a captcha. */
export const manyFrom = async (system: SystemDatabase, ip: string): Promise<boolean> =>
  (await count(system, `failed:${addressPrefix(ip)}`, easyFailures.seconds, 0)) >= easyFailures.address;

export async function noteFailure(system: SystemDatabase, trying: Trying): Promise<void> {
  const { tenant, subject, ip } = trying;
  await system.pool.query(noteFailureSql, [tenant, [subject, fromOrigin(trying)]]);
  await count(system, `failed:${addressPrefix(ip)}`, easyFailures.seconds);
}

/** Deletes the failures of the account from this origin; locks of other origins stay. */
export async function forgetFailures({ pool }: SystemDatabase, trying: Trying): Promise<void> {
  await pool.query(forgetFailuresSql, [trying.tenant, [trying.subject, fromOrigin(trying)]]);
}

/** Deletes all failures of the account. */
export async function forgetAllFailures({ pool }: SystemDatabase, tenant: string, subject: string): Promise<void> {
  await pool.query(forgetAllFailuresSql, [tenant, subject]);
}
