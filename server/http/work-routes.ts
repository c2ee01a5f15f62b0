import type { FastifyInstance, FastifyRequest } from 'fastify';
import { can, issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { FileStore, StoredObject } from '../files/file-store.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { NamedObject } from '../operations/transfer/keep-file.ts';
import { orderWork, type Uploads } from '../operations/transfer/order-work.ts';
import type { Texts } from '../texts.ts';
import { idempotencyKey } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { asActor } from './session.ts';
import { countUpload } from './upload-limit.ts';

/** Uploads of business modules for background work, at their own paths. */
export function workRoutes(
  app: FastifyInstance,
  on: { context: Context; actors: Actors; files: FileStore; system: SystemDatabase; texts: Texts; uploads: Uploads },
): void {
  const { context, actors, files, system, texts } = on;
  for (const upload of on.uploads) {
    app.post(`/api/${upload.path}`, { config: { upload: true } }, async (request, reply) => {
      const key = idempotencyKey(request);
      const culture = texts.culture((request.query as Record<string, unknown>)['culture']);
      if (!request.isMultipart()) throw new AppError('mediaType');
      const as = <T>(work: (actor: Actor) => Promise<T>): Promise<T> =>
        asActor(actors, request, async (actor) => {
          demand(actor, upload);
          return work(actor);
        });
      await as((actor) => countUpload(system, actor));
      const taken: NamedObject[] = [];
      let kept = false;
      try {
        for await (const one of received(request, files, upload)) taken.push(one);
        if (taken.length === 0) throw refused(issue('required', 'files'));
        const ordered = await as((actor) => orderWork(context, actor, { upload, files: taken, culture, key }));
        kept = ordered.kept;
        return await sendText(reply, success({ job: ordered.job }));
      } finally {
        if (!kept) await Promise.all(taken.map(({ stored }) => files.remove(stored.objectName)));
      }
    });
  }
}

function demand(actor: Actor, { needs }: Uploads[number]): void {
  const entity = actor.catalog.byName.get(needs.entity);
  if (!entity || !can(actor.rightsOn(entity), needs.code)) throw new AppError('forbidden');
}

/** Stores the parts `files` as they arrive; a too large file is refused, and an empty one by its index. */
async function* received(
  request: FastifyRequest,
  files: FileStore,
  { most, maxBytes, takesEmpty = false }: Uploads[number],
): AsyncGenerator<NamedObject> {
  let at = 0;
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: most } })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'files') {
      part.file.resume();
      continue;
    }
    const path = `files[${at}]`;
    const stored: StoredObject = await files.save(part.file);
    const named = { name: part.filename, stored, place: files.place };
    yield named;
    if (part.file.truncated) throw new AppError('tooLarge');
    if (stored.size === 0 && !takesEmpty) throw refused(issue('file.empty', path));
    at += 1;
  }
}
