import type { Entity, Field } from '../../engine/core/index.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createFairSemaphore } from '../files/fair-semaphore.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor, Context } from '../operations/context.ts';
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

interface TransferDeps {
  readonly context: Context;
  readonly actors: Actors;
  readonly texts: Texts;
  readonly files: FileStore;
  readonly system: SystemDatabase;
}

/** Export and import of records as jobs, and uploads into records. */
export function transferRoutes(app: FastifyInstance, on: TransferDeps): void {
  exportRoutes(app, on);
  importRoutes(app, on);
  previewRoutes(app, on);
  uploadRoutes(app, on);
}

function exportRoutes(app: FastifyInstance, on: TransferDeps): void {
  const { context, texts } = on;
  app.post('/api/:path/export', async (request, reply) => {
    const at = way(texts, request);
    const body = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed');
    const order = body as Record<string, unknown>;
    const answer = await asEntity(on, request, (actor, entity) => orderExport(context, actor, entity, order, at));
    return sendText(reply, success(answer));
  });

  // A direct export for clients without jobs, filtered like a list.
  app.get('/api/:path/export', async (request, reply) => {
    const { culture } = way(texts, request);
    const { name, bytes } = await asEntity(on, request, (actor, entity) =>
      exportNow(context, actor, entity, request.query as Query, { texts, culture }),
    );
    return reply
      .type('application/octet-stream')
      .header('content-disposition', disposition('attachment', name))
      .header('access-control-expose-headers', 'content-disposition')
      .send(bytes);
  });
}

function importRoutes(app: FastifyInstance, on: TransferDeps): void {
  const { context, texts } = on;
  app.post('/api/:path/import', { config: { upload: true } }, async (request, reply) => {
    const at = { ...way(texts, request), mapping: mappingOf(request) };
    const answer = await receiveFor({ request, ...on }, (actor, entity, upload) =>
      orderImport(context, actor, entity, upload, at),
    );
    return sendText(reply, success(answer));
  });

  app.get('/api/:path/importTemplate', async (request, reply) => {
    const { culture } = way(texts, request);
    const { name, bytes } = await asEntity(on, request, async (actor, entity) =>
      importTemplate(actor, entity, texts, culture),
    );
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('access-control-expose-headers', 'content-disposition')
      .send(bytes);
  });
}

type Upload = Parameters<Parameters<typeof receiveFor>[1]>[2];

interface PreviewedFile {
  readonly actor: Actor;
  readonly entity: Entity;
  readonly upload: Upload;
  readonly gone: AbortSignal;
}

/** What is read of a file while the client waits; the file itself is not stored. */
function previewRoutes(app: FastifyInstance, on: TransferDeps): void {
  const { context, texts, files } = on;
  const previews = createFairSemaphore(previewPlaces);
  const preview = (verb: string, prepare: (request: FastifyRequest) => (given: PreviewedFile) => Promise<unknown>) =>
    app.post(`/api/:path/${verb}`, { config: { upload: true } }, async (request, reply) => {
      const read = prepare(request);
      const answer = await receiveFor({ request, ...on }, async (actor, entity, upload, gone) => ({
        answer: await previews({ tenant: actor.tenant, account: actor.facts.id }, gone, () =>
          read({ actor, entity, upload, gone }),
        ),
        kept: false,
      }));
      return sendText(reply, success(answer));
    });

  preview('importPreview', (request) => {
    const room = { files, texts, culture: way(texts, request).culture, mapping: mappingOf(request) };
    return ({ actor, entity, upload, gone }) => previewImport(context, actor, entity, upload, { ...room, gone });
  });

  // Files in a foreign layout: first a preview by the entity's reader, then the import of selected records.
  preview('readPreview', (request) => {
    const room = { files, texts, culture: way(texts, request).culture };
    return ({ actor, entity, upload, gone }) =>
      understandFile(context, actor, entity, upload, { ...room, gone, choice: readChoice(upload.choice) });
  });
  preview('readImport', (request) => {
    const room = { files, texts, ...way(texts, request) };
    return ({ actor, entity, upload, gone }) =>
      takeFile(context, actor, entity, upload, { ...room, gone, choice: readChoice(upload.choice) });
  });
}

/** An upload of older clients: stored and assigned to the record in the query. */
function uploadRoutes(app: FastifyInstance, on: TransferDeps): void {
  const { context, texts } = on;
  app.post('/api/:path/UpFile', { config: { upload: true } }, async (request, reply) => {
    const at = way(texts, request);
    const { id } = request.query as Record<string, unknown>;
    const file = await receiveFor({ request, ...on }, (actor, entity, upload) => {
      uploadFieldOf(entity);
      return keepFile(context, actor, upload, at.key);
    });
    if (id !== undefined && id !== '') {
      const key = at.key === null ? null : `${at.key}:edit`;
      await asEntity(on, request, async (actor, entity) => {
        const input = { id, [uploadFieldOf(entity).name]: file };
        const fingerprint = `${entity.path}/UpFile ${JSON.stringify(input)}`;
        return updateRecord(context, { actor, entity, key, fingerprint }, input);
      });
    }
    return sendText(reply, success(file));
  });
}

function uploadFieldOf(entity: Entity): Field {
  const field = uploadField(entity);
  if (!field) throw new AppError('noRoute');
  return field;
}

const way = (texts: Texts, request: FastifyRequest) => ({
  culture: texts.culture((request.query as Query)['culture']),
  key: idempotencyKey(request),
});

const mappingOf = (request: FastifyRequest) => readMapping((request.query as Query)['mapping']);
