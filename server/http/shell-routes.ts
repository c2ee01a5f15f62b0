import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { BootstrapService } from '../menus/bootstrap-service.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** Calls of the shell after sign-in: the menu of another application, and addresses of embedded pages. */
export function shellRoutes(app: FastifyInstance, service: BootstrapService, actors: Actors, texts: Texts): void {
  const culture = (request: FastifyRequest) => texts.culture((request.query as Record<string, unknown>)['culture']);

  app.post('/api/sysMenu/change', async (request, reply) => {
    const { application } = bodyOf(request);
    const menus = await asActor(actors, request, (actor) => service.change(actor, culture(request), application));
    return sendText(reply, success(menus));
  });

  app.post('/api/ticket/issue', async (request, reply) => {
    const { menu } = bodyOf(request);
    const embed = await asActor(actors, request, (actor) => service.embed(actor, culture(request), menu));
    return sendText(reply, success(embed));
  });

  // Called by the embedded page's server, which has no session; the ticket authenticates it.
  app.post('/api/ticket/exchange', async (request, reply) =>
    sendText(reply, success(await service.exchange(bodyOf(request)['ticket']))),
  );
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
  return body as Record<string, unknown>;
}
