import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { explainCodes } from '../operations/read/explain-codes.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Explains error codes to everyone signed in. */
export function helpRoutes(app: FastifyInstance, on: { context: Context; actors: Actors; texts: Texts }): void {
  app.get('/api/help/codes', async (request, reply) => {
    await asActor(on.actors, request, async () => undefined);
    const culture = on.texts.culture((request.query as Record<string, unknown>)['culture']);
    return sendText(reply, success(explainCodes(on.texts, culture)));
  });
}
