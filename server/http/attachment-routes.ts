import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { addAttachment, dropAttachment, readAttachments } from '../operations/transfer/attachments.ts';
import type { Context } from '../operations/context.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** Files on records: list, add one that was uploaded, take one off. */
export function attachmentRoutes(app: FastifyInstance, context: Context, actors: Actors): void {
  app.get('/api/attachment', async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    return sendText(
      reply,
      successText(await asActor(actors, request, (actor) => readAttachments(context, actor, query))),
    );
  });
  app.post('/api/attachment', async (request, reply) =>
    sendText(reply, success(await asActor(actors, request, (actor) => addAttachment(context, actor, bodyOf(request))))),
  );
  app.post('/api/attachment/drop', async (request, reply) => {
    await asActor(actors, request, (actor) => dropAttachment(context, actor, bodyOf(request)));
    return sendText(reply, success(null));
  });
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Readonly<Record<string, unknown>>;
}
