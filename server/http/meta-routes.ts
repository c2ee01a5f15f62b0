import type { FastifyInstance } from 'fastify';
import { codesOf } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actors } from '../access/actors.ts';
import { settingNotes } from '../settings/settings.ts';
import type { Context } from '../operations/context.ts';
import { describe } from '../operations/read/describe.ts';
import { withTexts } from '../operations/read/entity-texts.ts';
import type { Query } from '../operations/read/list-records.ts';
import { explain } from '../operations/read/read-record.ts';
import type { Texts } from '../texts.ts';
import { sendText, success } from './envelope.ts';
import { asActor, asEntity } from './session.ts';

/** Descriptions of entities: `/api/meta`, `/api/meta/{path}`, `/api/explain`. */
export function metaRoutes(
  app: FastifyInstance,
  context: Context,
  actors: Actors,
  texts: Texts,
  system: Parameters<typeof settingNotes>[0],
): void {
  app.get('/api/meta', async (request, reply) => {
    const known = await asActor(actors, request, async (actor) => {
      return actor.catalog.entities.flatMap((entity) => {
        const codes = codesOf(entity, actor.rightsOn(entity));
        return codes.length > 0 ? [{ entity: entity.name, path: entity.path, title: entity.title.name, codes }] : [];
      });
    });
    return sendText(reply, success(known));
  });

  app.get('/api/meta/:path', async (request, reply) => {
    const culture = texts.culture((request.query as Query)['culture']);
    const known = await asEntity({ actors, context }, request, async (actor, entity) => {
      const worded = await withTexts({ context, texts, culture }, actor, entity, describe(context, actor, entity));
      return { ...worded, notes: await settingNotes(system, actor.tenant, worded.meta.fields) };
    });
    return sendText(reply, success(known));
  });

  app.get('/api/explain', async (request, reply) => {
    const query = request.query as Query;
    const culture = texts.culture(query['culture']);
    const explained = await asActor(actors, request, async (actor) => {
      const entity = actor.catalog.byPath.get(String(query['path'] ?? '').toLowerCase());
      if (!entity) throw new AppError('noRoute');
      const { allowed, reasons } = await explain(context, actor, entity, query['id'], String(query['code'] ?? 'read'));
      const worded = reasons.map((found) => ({ ...found, message: texts.issue(culture, found, actor.catalog) }));
      return { allowed, reasons: worded };
    });
    return sendText(reply, success(explained));
  });
}
