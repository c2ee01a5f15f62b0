import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actors } from '../identity/actors.ts';
import type { Context } from '../operations/context.ts';
import { exportNow } from '../operations/export-now.ts';
import { orderExport } from '../operations/export-records.ts';
import { importTemplate, previewImport, readMapping } from '../operations/import-preview.ts';
import { orderImport } from '../operations/import-records.ts';
import { keepFile } from '../operations/keep-file.ts';
import { uploadField } from '../operations/read-input.ts';
import { updateRecord } from '../operations/update-record.ts';
import type { Texts } from '../texts.ts';
import type { Query } from '../operations/list-records.ts';
import { disposition } from '../files/safe-name.ts';
import { queryInOwnNames } from './old-names.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { receiveFile } from './receive-file.ts';
import { asActor } from './session.ts';

/** Records out of the house and into it, as jobs, and files into records. */
export function transferRoutes(
  app: FastifyInstance,
  context: Context,
  actors: Actors,
  texts: Texts,
  files: FileStore,
): void {
  const target = (request: FastifyRequest) => {
    const entity = context.catalog.byPath.get((request.params as { path: string }).path.toLowerCase());
    if (!entity) throw new AppError('noRoute');
    const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
    return { entity, at: { culture, key: idempotencyKey(request) } };
  };

  app.post('/api/:path/export', async (request, reply) => {
    const { entity, at } = target(request);
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed');
    const order = body as Record<string, unknown>;
    const answer = await asActor(actors, request, (actor) => orderExport(context, actor, entity, order, at));
    return sendText(reply, success(answer));
  });

  // The file itself in the answer, as clients expect it that know no jobs; the query narrows it like a list.
  app.get('/api/:path/export', async (request, reply) => {
    const { entity, at } = target(request);
    const { name, bytes } = await asActor(actors, request, async (actor) => {
      const query = await queryInOwnNames(context, actor, entity, request.query as Query);
      return exportNow(context, actor, entity, query, { texts, culture: at.culture });
    });
    return reply
      .type('application/octet-stream')
      .header('content-disposition', disposition('attachment', name))
      .header('access-control-expose-headers', 'content-disposition')
      .send(bytes);
  });

  app.post('/api/:path/import', async (request, reply) => {
    const { entity, at } = target(request);
    const mapping = readMapping((request.query as Record<string, unknown>)['mapping']);
    const answer = await receiveFile({ request, context, actors, files }, (actor, upload) =>
      orderImport(context, actor, entity, upload, { ...at, mapping }),
    );
    return sendText(reply, success(answer));
  });

  app.post('/api/:path/importPreview', async (request, reply) => {
    const { entity, at } = target(request);
    const mapping = readMapping((request.query as Record<string, unknown>)['mapping']);
    const room = { files, texts, culture: at.culture, mapping };
    const answer = await receiveFile({ request, context, actors, files }, async (actor, upload) => ({
      answer: await previewImport(context, actor, entity, upload, room),
      kept: false,
    }));
    return sendText(reply, success(answer));
  });

  // A file for a record, as older clients send it: kept, and put into the record that the query names.
  app.post('/api/:path/UpFile', async (request, reply) => {
    const { entity, at } = target(request);
    const field = uploadField(entity);
    if (!field) throw new AppError('noRoute');
    const { id } = request.query as Record<string, unknown>;
    const file = await receiveFile({ request, context, actors, files }, (actor, upload) =>
      keepFile(context, actor, upload, at.key),
    );
    if (id !== undefined && id !== '') {
      const input = { id, [field.name]: file };
      const key = at.key === null ? null : `${at.key}:edit`;
      await asActor(actors, request, async (actor) => {
        const fingerprint = `${entity.path}/UpFile ${JSON.stringify(input)}`;
        return updateRecord(context, { actor, entity, key, fingerprint }, input);
      });
    }
    return sendText(reply, success(file));
  });

  app.get('/api/:path/importTemplate', async (request, reply) => {
    const { entity, at } = target(request);
    const { name, bytes } = await asActor(actors, request, async (actor) =>
      importTemplate(actor, entity, texts, at.culture),
    );
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('access-control-expose-headers', 'content-disposition')
      .send(bytes);
  });
}
