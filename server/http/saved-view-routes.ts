import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { dropSavedView, keepSavedView, readSavedViews } from '../operations/read/saved-views.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** Saved views of lists: name, store and share. */
export function savedViewRoutes(app: FastifyInstance, context: Context, actors: Actors): void {
  app.get('/api/savedView', async (request, reply) => {
    const { path } = request.query as Record<string, unknown>;
    return sendText(
      reply,
      successText(await asActor(actors, request, (actor) => readSavedViews(context, actor, path))),
    );
  });

  app.post('/api/savedView', async (request, reply) => {
    const body = asBody(request.body);
    return sendText(reply, success(await asActor(actors, request, (actor) => keepSavedView(context, actor, body))));
  });

  app.post('/api/savedView/drop', async (request, reply) => {
    const { id } = asBody(request.body);
    await asActor(actors, request, (actor) => dropSavedView(context, actor, id));
    return sendText(reply, success(null));
  });
}

function asBody(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Readonly<Record<string, unknown>>;
}
