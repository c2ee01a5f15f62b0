import type { FastifyInstance } from 'fastify';
import type { Actors } from '../access/actors.ts';
import type { Hub } from '../realtime/hub.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** The WebSocket hub: tickets, and upgrade requests. */
export function hubRoutes(app: FastifyInstance, hub: Hub, actors: Actors): void {
  app.post('/api/hub/ticket', async (request, reply) => {
    const ticket = await asActor(actors, request, (actor) => hub.ticket(actor));
    return sendText(reply, success(ticket));
  });

  // Only a listening server has connections.
  app.addHook('onListen', () => hub.start());
  app.server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head));
  app.addHook('preClose', () => hub.stop());
}
