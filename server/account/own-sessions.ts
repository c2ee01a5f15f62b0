import { AppError } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import { momentIn } from '../operations/moment.ts';
import { recordId } from '../operations/record-id.ts';
import { endOwnSessionsSql, ownSessionsSql } from '../store/account-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** A session of one's own, as its owner may know it again. Moments in the tenant's zone. */
export interface OwnSession {
  id: string;
  ip: string | null;
  browser: string | null;
  os: string | null;
  since: string;
  seen: string;
  expires: string;
  /** The one that asks. */
  current: boolean;
}

interface Row extends Omit<OwnSession, 'since' | 'seen' | 'expires'> {
  since: Date;
  seen: Date | null;
  expires: Date;
}

/** Where the caller is signed in now, this session first. */
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
 * Ends one other session of the caller, or all others; answers how many. `notFound` for one that is not theirs, is over,
 * or is the one that asks.
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

/** The hash of the token that speaks; whoever acts without one has no sessions to look after. */
export function ownSession({ entrance }: Actor): Buffer {
  if (!('tokenHash' in entrance)) throw new AppError('noSession');
  return entrance.tokenHash;
}
