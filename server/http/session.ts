import type { FastifyRequest } from 'fastify';
import type { Actors } from '../identity/actors.ts';
import type { Actor } from '../operations/context.ts';
import { AppError, OutdatedRights } from '../errors.ts';

export const bearer = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

/**
 * Runs `work` as whoever holds the request's token. When rights changed since this node loaded them, the database says
 * so in the same transaction as the data; they are loaded anew and the work is tried once more.
 */
export async function asActor<T>(
  actors: Actors,
  request: FastifyRequest,
  work: (actor: Actor) => Promise<T>,
): Promise<T> {
  const token = bearer(request);
  const actor = await actors.byToken(token);
  if (!actor) throw new AppError('noSession');
  try {
    return await work(actor);
  } catch (error) {
    if (!(error instanceof OutdatedRights)) throw error;
    const renewed = await actors.byToken(token, true);
    if (!renewed) throw new AppError('noSession');
    return work(renewed);
  }
}
