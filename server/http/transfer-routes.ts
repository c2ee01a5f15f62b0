import type { Entity } from '../../engine/core/index.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createFairSemaphore } from '../files/fair-semaphore.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { exportNow } from '../operations/transfer/export-now.ts';
import { orderExport } from '../operations/transfer/export-records.ts';
import { importTemplate, previewImport, readMapping } from '../operations/transfer/import-preview.ts';
import { orderImport } from '../operations/transfer/import-records.ts';
import { keepFile } from '../operations/transfer/keep-file.ts';
import { readChoice, takeFile, understandFile } from '../operations/transfer/read-file.ts';
import { uploadField } from '../operations/write/read-input.ts';
import { updateRecord } from '../operations/write/edit.ts';
import type { Texts } from '../texts.ts';
import type { Query } from '../operations/read/list-records.ts';
import { disposition } from '../files/safe-name.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { receiveFor } from './receive-file.ts';
import { asEntity } from './session.ts';

/** Each preview uses a thread; imports run as queued jobs. */
const previewPlaces = { account: 1, tenant: 2, node: 2, waiting: { account: 1, tenant: 4 }, patience: 20_000 };

/** Export and import of records as jobs, and uploads into records. */
export function transferRoutes(
  app: FastifyInstance,
  on: { context: Context; actors: Actors; texts: Texts; files: FileStore; system: SystemDatabase },
): void {
  const { context, actors, texts, files, system } = on;
  const deps = { actors, context };
  const previews = createFairSemaphore(previewPlaces);
  const way = (request: FastifyRequest) => {
    const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
    return { culture, key: idempotencyKey(request) };
  };

  app.post('/api/:path/export', async (request, reply) => {
    const at = way(request);
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed');
    const order = body as Record<string, unknown>;
    const answer = await asEntity(deps, request, (actor, entity) => orderExport(context, actor, entity, order, at));
    return sendText(reply, success(answer));
  });

  // A direct export for clients without jobs, filtered like a list.
  app.get('/api/:path/export', async (request, reply) => {
    const at = way(request);
    const { name, bytes } = await asEntity(deps, request, (actor, entity) =>
      exportNow(context, actor, entity, request.query as Query, { texts, culture: at.culture }),
    );
    return reply
      .type('application/octet-stream')
      .header('content-disposition', disposition('attachment', name))
      .header('access-control-expose-headers', 'content-disposition')
      .send(bytes);
  });

  app.post('/api/:path/import', { config: { upload: true } }, async (request, reply) => {
    const at = way(request);
    const mapping = readMapping((request.query as Record<string, unknown>)['mapping']);
    const answer = await receiveFor({ request, context, actors, files, system }, (actor, entity, upload) =>
      orderImport(context, actor, entity, upload, { ...at, mapping }),
    );
    return sendText(reply, success(answer));
  });

  app.post('/api/:path/importPreview', { config: { upload: true } }, async (request, reply) => {
    const at = way(request);
    const mapping = readMapping((request.query as Record<string, unknown>)['mapping']);
    const room = { files, texts, culture: at.culture, mapping };
    const answer = await receiveFor(
      { request, context, actors, files, system },
      async (actor, entity, upload, gone) => ({
        answer: await previews({ tenant: actor.tenant, account: actor.facts.id }, gone, () =>
          previewImport(context, actor, entity, upload, { ...room, gone }),
        ),
        kept: false,
      }),
    );
    return sendText(reply, success(answer));
  });

  // Files in a foreign layout: first a preview by the entity's reader, then the import of selected records.
  app.post('/api/:path/readPreview', { config: { upload: true } }, async (request, reply) => {
    const room = { files, texts, culture: way(request).culture };
    const answer = await receiveFor(
      { request, context, actors, files, system },
      async (actor, entity, upload, gone) => ({
        answer: await previews({ tenant: actor.tenant, account: actor.facts.id }, gone, () =>
          understandFile(context, actor, entity, upload, { ...room, gone, choice: readChoice(upload.choice) }),
        ),
        kept: false,
      }),
    );
    return sendText(reply, success(answer));
  });

  app.post('/api/:path/readImport', { config: { upload: true } }, async (request, reply) => {
    const room = { files, texts, ...way(request) };
    const answer = await receiveFor(
      { request, context, actors, files, system },
      async (actor, entity, upload, gone) => ({
        answer: await previews({ tenant: actor.tenant, account: actor.facts.id }, gone, () =>
          takeFile(context, actor, entity, upload, { ...room, gone, choice: readChoice(upload.choice) }),
        ),
        kept: false,
      }),
    );
    return sendText(reply, success(answer));
  });

  // An upload of older clients: stored and assigned to the record in the query.
  app.post('/api/:path/UpFile', { config: { upload: true } }, async (request, reply) => {
    const at = way(request);
    const fieldOf = (entity: Entity) => {
      const field = uploadField(entity);
      if (!field) throw new AppError('noRoute');
      return field;
    };
    const { id } = request.query as Record<string, unknown>;
    const file = await receiveFor({ request, context, actors, files, system }, (actor, entity, upload) => {
      fieldOf(entity);
      return keepFile(context, actor, upload, at.key);
    });
    if (id !== undefined && id !== '') {
      const key = at.key === null ? null : `${at.key}:edit`;
      await asEntity(deps, request, async (actor, entity) => {
        const input = { id, [fieldOf(entity).name]: file };
        const fingerprint = `${entity.path}/UpFile ${JSON.stringify(input)}`;
        return updateRecord(context, { actor, entity, key, fingerprint }, input);
      });
    }
    return sendText(reply, success(file));
  });

  app.get('/api/:path/importTemplate', async (request, reply) => {
    const at = way(request);
    const { name, bytes } = await asEntity(deps, request, async (actor, entity) =>
      importTemplate(actor, entity, texts, at.culture),
    );
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('access-control-expose-headers', 'content-disposition')
      .send(bytes);
  });
}
