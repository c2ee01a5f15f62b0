import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { keepPreference, readPreference } from '../operations/read/preferences.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** A person's stored preferences: column settings, density. */
export function preferenceRoutes(app: FastifyInstance, context: Context, actors: Actors): void {
  app.get('/api/preference', async (request, reply) => {
    const { key } = request.query as Record<string, unknown>;
    return sendText(reply, successText(await asActor(actors, request, (actor) => readPreference(context, actor, key))));
  });

  app.post('/api/preference', async (request, reply) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
    const { key, value } = body as Record<string, unknown>;
    await asActor(actors, request, (actor) => keepPreference(context, actor, key, value));
    return sendText(reply, success(null));
  });
}
