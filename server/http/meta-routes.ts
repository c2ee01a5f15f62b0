import type { FastifyInstance } from 'fastify';
import { codesOf } from '../../engine/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../identity/actors.ts';
import type { Context } from '../operations/context.ts';
import { describe } from '../operations/describe.ts';
import { withTexts } from '../operations/entity-texts.ts';
import type { Query } from '../operations/list-records.ts';
import { explain } from '../operations/read-record.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor } from './session.ts';

/** What there is to know about entities: `/api/meta`, `/api/meta/{path}`, `/api/explain`. */
export function metaRoutes(app: FastifyInstance, context: Context, actors: Actors, texts: Texts): void {
  app.get('/api/meta', async (request, reply) => {
    const known = await asActor(actors, request, async (actor) => {
      await context.database.read(actor.entrance);
      return context.catalog.entities.flatMap((entity) => {
        const codes = codesOf(entity, actor.rightsOn(entity));
        return codes.length > 0 ? [{ entity: entity.name, path: entity.path, title: entity.title.name, codes }] : [];
      });
    });
    return sendText(reply, success(known));
  });

  app.get('/api/meta/:path', async (request, reply) => {
    const entity = context.catalog.byPath.get((request.params as { path: string }).path.toLowerCase());
    if (!entity) throw new AppError('noRoute');
    const culture = texts.culture((request.query as Query)['culture']);
    const known = await asActor(actors, request, async (actor) => {
      await context.database.read(actor.entrance);
      return withTexts({ context, texts, culture }, actor, entity, describe(context, actor, entity));
    });
    return sendText(reply, success(known));
  });

  app.get('/api/explain', async (request, reply) => {
    const query = request.query as Query;
    const entity = context.catalog.byPath.get(String(query['path'] ?? '').toLowerCase());
    if (!entity) throw new AppError('noRoute');
    const culture = texts.culture(query['culture']);
    const { allowed, reasons } = await asActor(actors, request, (actor) =>
      explain(context, actor, entity, query['id'], String(query['code'] ?? 'read')),
    );
    return sendText(
      reply,
      success({ allowed, reasons: reasons.map((found) => ({ ...found, message: texts.issue(culture, found) })) }),
    );
  });
}
