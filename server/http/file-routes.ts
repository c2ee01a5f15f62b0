import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '../files/file-store.ts';
import { shownInline } from '../files/sniff.ts';
import type { Actors } from '../identity/actors.ts';
import type { Context } from '../operations/context.ts';
import { keepFile } from '../operations/keep-file.ts';
import { openFile, type OpenedFile } from '../operations/open-file.ts';
import { sendText, success } from './envelope.ts';
import { idempotencyKey } from './entity-routes.ts';
import { receiveFile } from './receive-file.ts';
import { asActor } from './session.ts';

/** Upload, download and preview. */
export function fileRoutes(app: FastifyInstance, context: Context, actors: Actors, files: FileStore): void {
  app.post('/api/sysFileInfo/upload', async (request, reply) => {
    const key = idempotencyKey(request);
    const id = await receiveFile({ request, context, actors, files }, (actor, upload) =>
      keepFile(context, actor, upload, key),
    );
    return sendText(reply, success(id));
  });

  app.get('/api/sysFileInfo/download', async (request, reply) => {
    return send(reply, await opened(request), 'attachment');
  });

  app.get('/api/sysFileInfo/preview', async (request, reply) => {
    const file = await opened(request);
    return send(reply, file, shownInline.has(file.mediaType) ? 'inline' : 'attachment');
  });

  const opened = (request: FastifyRequest) => {
    const { id } = request.query as Record<string, unknown>;
    return asActor(actors, request, (actor) => openFile(context, actor, files, id));
  };
}

function send(reply: FastifyReply, file: OpenedFile, how: 'attachment' | 'inline'): FastifyReply {
  const name = encodeURIComponent(file.name);
  return reply
    .type(how === 'inline' ? file.mediaType : 'application/octet-stream')
    .header('content-length', file.size)
    .header('content-disposition', `${how}; filename=${name}; filename*=UTF-8''${name}`)
    .header('access-control-expose-headers', 'content-disposition')
    .header('content-security-policy', 'sandbox')
    .header('cross-origin-resource-policy', 'same-origin')
    .send(file.bytes);
}
