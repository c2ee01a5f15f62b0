import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import { readAnswer, type Answers } from '../operations/read/answer.ts';
import type { Context } from '../operations/context.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Queries of business modules at their own paths, for everyone signed in, within their grants. */
export function queryRoutes(app: FastifyInstance, context: Context, actors: Actors, answers: Answers): void {
  for (const answer of answers) {
    app.get(`/api/${answer.path}`, async (request, reply) =>
      sendText(
        reply,
        success(
          await asActor(actors, request, (actor) => readAnswer(context, actor, answer, readQuery(request.query))),
        ),
      ),
    );
  }
}

/** Parameters that occur once; repeated ones are ignored. */
const readQuery = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
