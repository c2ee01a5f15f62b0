import type { FastifyInstance } from 'fastify';
import { can } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { createRecord } from '../operations/write/add.ts';
import { runAction } from '../operations/write/run-action.ts';
import { thenWrite, writeRequest } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/**
 * `POST /api/email/sendEmail` `{to, title, content}`: creates and sends a mail in one call, for people with both
 * rights. It is listed with its delivery status like any mail.
 */
export function mailRoutes(app: FastifyInstance, context: Context, actors: Actors): void {
  app.post('/api/email/sendEmail', async (request, reply) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
    const { to, title, content } = body as Readonly<Record<string, unknown>>;
    const answer = await asActor(actors, request, async (actor) => {
      const entity = actor.catalog.byName.get('mail');
      const send = entity?.actions.get('send');
      if (!entity || !send) throw new AppError('noRoute');
      if (!can(actor.rightsOn(entity), send.needs)) {
        throw new AppError('forbidden', { params: { code: `${entity.path}:${send.needs}` } });
      }
      const { id } = await createRecord(context, writeRequest(actor, entity, 'add', request), { to, title, content });
      return runAction(context, thenWrite(actor, entity, send.name, request), send, { id });
    });
    return sendText(reply, success(answer));
  });
}
