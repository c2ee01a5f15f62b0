import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { addComment, dropComment, readCommentPeople, readComments } from '../operations/comments.ts';
import type { Context } from '../operations/context.ts';
import { sendText, success, successText } from './envelope.ts';
import { asActor } from './session.ts';

/** Comments on records: read, write, take back; and the people whom a comment can name. */
export function commentRoutes(app: FastifyInstance, context: Context, actors: Actors): void {
  app.get('/api/comment', async (request, reply) =>
    sendText(
      reply,
      successText(await asActor(actors, request, (actor) => readComments(context, actor, queryOf(request)))),
    ),
  );
  app.get('/api/comment/people', async (request, reply) =>
    sendText(
      reply,
      successText(await asActor(actors, request, (actor) => readCommentPeople(context, actor, queryOf(request)))),
    ),
  );
  app.post('/api/comment', async (request, reply) =>
    sendText(reply, success(await asActor(actors, request, (actor) => addComment(context, actor, bodyOf(request))))),
  );
  app.post('/api/comment/drop', async (request, reply) => {
    await asActor(actors, request, (actor) => dropComment(context, actor, bodyOf(request)));
    return sendText(reply, success(null));
  });
}

const queryOf = (request: FastifyRequest) => request.query as Readonly<Record<string, unknown>>;

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Readonly<Record<string, unknown>>;
}
