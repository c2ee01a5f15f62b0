import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import { readAnswer, type Answers } from '../operations/read/answer.ts';
import type { Context } from '../operations/context.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Readings that business modules supply, at paths of their own: open to everyone signed in, as far as their grants reach. */
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

/** What the query says once; a key that comes twice says nothing. */
const readQuery = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  );
