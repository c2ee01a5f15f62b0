import type { FastifyRequest } from 'fastify';
import type { Actors } from '../identity/actors.ts';
import type { Actor } from '../operations/context.ts';
import { AppError, OutdatedRights } from '../errors.ts';

export const bearer = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

/** While an administrator works through the roles, rights may change again before the work comes to its turn. */
const mostTries = 6;

/**
 * Runs `work` as whoever holds the request's token. When rights changed since this node loaded them, the database says
 * so in the same transaction as the data; they are loaded anew and the work is tried again. Throws `noSession`, or `busy`
 * where the rights do not come to rest.
 */
export async function asActor<T>(
  actors: Actors,
  request: FastifyRequest,
  work: (actor: Actor) => Promise<T>,
): Promise<T> {
  const token = bearer(request);
  for (let tries = 0; tries < mostTries; tries++) {
    const actor = await actors.byToken(token, tries > 0);
    if (!actor) throw new AppError('noSession');
    try {
      return await work(actor);
    } catch (error) {
      if (!(error instanceof OutdatedRights)) throw error;
    }
  }
  throw new AppError('busy');
}
