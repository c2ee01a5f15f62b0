import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { hashToken } from '../access/sessions.ts';
import type { Actor } from '../operations/context.ts';
import { hubSessionSql, issueHubTicketSql, useHubTicketSql } from '../store/event-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** Seconds in which a ticket must be used. */
const ticketSeconds = 30;

/** The identity behind an accepted connection. */
export interface Admitted {
  tokenHash: Buffer;
  session: string;
  actor: Actor;
  own: boolean;
  /** The client's last position, as it sent it. */
  cursor: string | null;
}

/** Issues a one-use ticket for a connection, so that no session token appears in an address. Throws `noSession`. */
export async function issueHubTicket(system: SystemDatabase, actor: Actor): Promise<{ ticket: string }> {
  if (!('tokenHash' in actor.entrance)) throw new AppError('noSession');
  const ticket = randomBytes(32).toString('base64url');
  const { rows } = await system.pool.query(issueHubTicketSql, [hash(ticket), actor.entrance.tokenHash, ticketSeconds]);
  if (rows.length === 0) throw new AppError('noSession');
  return { ticket };
}

/**
 * Authenticates a connection: by ticket (our own client), or by `access_token` as existing clients do. Null for a
 * missing, unknown or ended token, one of another tenant than the host's, one of a shared station, or while a second factor
 * is due.
 */
export async function admit(
  system: SystemDatabase,
  actors: Actors,
  request: Pick<IncomingMessage, 'url' | 'headers'>,
): Promise<Admitted | null> {
  const query = new URL(request.url ?? '/', 'http://here').searchParams;
  const ticket = query.get('ticket');
  const tokenHash = ticket === null ? byToken(query.get('access_token')) : await byTicket(system, ticket);
  if (!tokenHash) return null;
  const { rows } = await system.pool.query<{ session: string; epoch: number; host: string }>(hubSessionSql, [
    tokenHash,
  ]);
  const [found] = rows;
  if (!found || found.host !== hostOf(request.headers.host)) return null;
  const held = await actors.byHash(tokenHash);
  const actor = held && epochOf(held) === found.epoch ? held : await actors.byHash(tokenHash, true);
  const rest = { tokenHash, session: found.session, own: ticket !== null, cursor: query.get('cursor') };
  return actor && !actor.factorDue && !actor.station ? { actor, ...rest } : null;
}

/** The rights epoch under which an actor was loaded. */
export const epochOf = ({ entrance }: Actor): number => ('epoch' in entrance ? entrance.epoch : 0);

const byToken = (token: string | null): Buffer | null =>
  token !== null && /^[\w-]{20,100}$/.test(token) ? hashToken(token) : null;

async function byTicket(system: SystemDatabase, ticket: string): Promise<Buffer | null> {
  if (!/^[\w-]{43}$/.test(ticket)) return null;
  const { rows } = await system.pool.query<{ token_hash: Buffer; fresh: boolean }>(useHubTicketSql, [hash(ticket)]);
  return rows[0]?.fresh ? rows[0].token_hash : null;
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const hostOf = (header: string | undefined): string => (header ?? '').replace(/:\d+$/, '').toLowerCase();
