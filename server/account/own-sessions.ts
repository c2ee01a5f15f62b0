import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { momentIn } from '../operations/moment.ts';
import { recordId } from '../operations/record-id.ts';
import { endOwnSessionsSql, ownSessionsSql } from '../store/account-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** One of the caller's sessions. Times are in the tenant's zone. */
export interface OwnSession {
  id: string;
  ip: string | null;
  browser: string | null;
  os: string | null;
  since: string;
  seen: string;
  expires: string;
  /** The session of this request. */
  current: boolean;
}

interface Row extends Omit<OwnSession, 'since' | 'seen' | 'expires'> {
  since: Date;
  seen: Date | null;
  expires: Date;
}

/** The caller's active sessions, the current one first. */
export async function ownSessions(
  { database }: Context,
  { pool }: SystemDatabase,
  actor: Actor,
): Promise<OwnSession[]> {
  await database.read(actor.entrance);
  const { rows } = await pool.query<Row>(ownSessionsSql, [actor.tenant, actor.facts.id, ownSession(actor)]);
  const moment = (at: Date) => momentIn(actor.timeZone, at);
  return rows.map((row) => ({
    ...row,
    since: moment(row.since),
    seen: moment(row.seen ?? row.since),
    expires: moment(row.expires),
  }));
}

/**
 * Ends another session of the caller, or all others; answers how many. Throws `notFound` for a foreign, ended or the
 * current one.
 */
export async function endOwnSessions(
  { database }: Context,
  { pool }: SystemDatabase,
  actor: Actor,
  which: unknown,
): Promise<number> {
  await database.read(actor.entrance);
  const id = which === 'others' ? null : recordId(which);
  const { rowCount } = await pool.query(endOwnSessionsSql, [actor.tenant, actor.facts.id, ownSession(actor), id]);
  if (id !== null && rowCount === 0) throw new AppError('notFound');
  return rowCount ?? 0;
}

/** The hash of the caller's token; throws for actors without a session. */
export function ownSession({ entrance }: Actor): Buffer {
  if (!('tokenHash' in entrance)) throw new AppError('noSession');
  return entrance.tokenHash;
}
