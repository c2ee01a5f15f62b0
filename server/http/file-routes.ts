import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { issue } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { disposition } from '../files/safe-name.ts';
import { shownInline, sniff } from '../files/sniff.ts';
import type { Actors } from '../access/actors.ts';
import type { Context } from '../operations/context.ts';
import { keepFile, type NamedObject } from '../operations/transfer/keep-file.ts';
import { openFile, type OpenedFile } from '../operations/transfer/open-file.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { sendText, success } from './envelope.ts';
import { idempotencyKey } from './entity-routes.ts';
import { receiveFile } from './receive-file.ts';
import { asActor } from './session.ts';

/** Upload, download and preview. */
export function fileRoutes(
  app: FastifyInstance,
  on: { context: Context; actors: Actors; files: FileStore; system: SystemDatabase },
): void {
  const { context, actors, files, system } = on;
  app.post('/api/sysFileInfo/uploadAvatar', { config: { upload: true } }, async (request, reply) => {
    const key = idempotencyKey(request);
    const id = await receiveFile({ request, context, actors, files, system }, (actor, upload) => {
      demandPicture(upload);
      return keepFile(context, actor, upload, key);
    });
    return sendText(reply, success(id));
  });

  app.post('/api/sysFileInfo/upload', { config: { upload: true } }, async (request, reply) => {
    const key = idempotencyKey(request);
    const id = await receiveFile({ request, context, actors, files, system }, (actor, upload) => {
      // The pages of shared stations take photos and no other files.
      if (actor.station !== undefined) demandPicture(upload);
      return keepFile(context, actor, upload, key);
    });
    return sendText(reply, success(id));
  });

  app.get('/api/sysFileInfo/download', async (request, reply) => {
    return send(reply, await opened(request), 'attachment');
  });

  app.get('/api/sysFileInfo/preview', async (request, reply) => {
    const file = await opened(request);
    return send(reply, file, shownInline.has(file.mediaType) || framed.has(file.mediaType) ? 'inline' : 'attachment');
  });

  const opened = (request: FastifyRequest) => {
    const { id, size } = request.query as Record<string, unknown>;
    return asActor(actors, request, (actor) => openFile(context, actor, files, { id, small: size === 'thumb' }), {
      entersItself: true,
    });
  };
}

function demandPicture({ stored }: NamedObject): void {
  if (!shownInline.has(sniff(stored.head, '').mediaType)) throw refused(issue('file.notAPicture', 'file'));
}

/** Types shown in a frame, by a browser's viewer that runs no scripts. */
const framed: ReadonlySet<string> = new Set(['application/pdf']);

function send(reply: FastifyReply, file: OpenedFile, how: 'attachment' | 'inline'): FastifyReply {
  if (file.size !== null) reply.header('content-length', file.size);
  return reply
    .type(how === 'inline' ? file.mediaType : 'application/octet-stream')
    .header('content-disposition', disposition(how, file.name))
    .header('access-control-expose-headers', 'content-disposition')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(file.bytes);
}
