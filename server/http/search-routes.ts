import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { searchRecords } from '../operations/read/search-records.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Global search over all readable entities. */
export function searchRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  app.get('/api/search', async (request, reply) => {
    const { searchValue: text, culture: wanted } = request.query as Record<string, unknown>;
    const culture = texts.culture(wanted);
    return sendText(
      reply,
      success(await asActor(actors, request, (actor) => searchRecords(context, actor, texts, { culture, text }))),
    );
  });
}
