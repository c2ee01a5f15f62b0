import type { FastifyInstance } from 'fastify';
import { can } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { clearedAfterDays } from '../logs/clear-logs.ts';
import { logEntities } from '../logs/log-rows.ts';
import type { Logs } from '../logs/logs.ts';
import type { Context } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { Texts } from '../texts.ts';
import { changeRecords } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { hasIds } from './request-log.ts';
import { asActor } from './session.ts';

/**
 * `POST /api/{log}/delete` without a body, from older clients: deletes entries older than a week, with the right to
 * delete. Single entries cannot be deleted.
 */
export function logRoutes(app: FastifyInstance, context: Context, actors: Actors, logs: Logs, texts: Texts): void {
  for (const name of Object.keys(logEntities)) {
    const entity = context.catalog.byName.get(name);
    if (!entity) continue;
    app.post(`/api/${entity.path}/delete`, async (request, reply) => {
      const { body } = request;
      if (body !== undefined && body !== null && typeof body !== 'object') throw new AppError('malformed');
      let message: string | undefined;
      const answer = await asActor(actors, request, async (actor) => {
        if (hasIds(body)) return changeRecords({ context, texts }, actor, entity, 'delete', request);
        if (!can(actor.rightsOn(entity), 'delete'))
          throw new AppError('forbidden', { params: { code: `${entity.path}:delete` } });
        const deleted = await logs.clear(actor.tenant, name, clearedAfterDays);
        const done = { count: deleted, days: clearedAfterDays, kept: await logs.count(actor.tenant, name) };
        message = texts.message(texts.culture((request.query as Query)['culture']), 'log.cleared', done);
        return done;
      });
      return sendText(reply, success(answer, message));
    });
  }
}
