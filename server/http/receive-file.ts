import type { FastifyRequest } from 'fastify';
import { issue, type Entity } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { takeUpload } from '../files/take-upload.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { NamedObject } from '../operations/transfer/keep-file.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { asActor, asEntity } from './session.ts';
import { countUpload } from './upload-limit.ts';

/**
 * Receives the multipart part `file` on disk and passes it to `work`, which answers whether it was stored. Nothing is
 * written without a session or above the person's limit; refused or repeated uploads are deleted.
 */
export async function receiveFile<T>(
  at: Receiving,
  work: (actor: Actor, upload: NamedObject) => Promise<{ answer: T; kept: boolean }>,
): Promise<T> {
  return receive(at, (doing) => asActor(at.actors, at.request, doing), work);
}

/** The same for the entity in the request's path. */
export async function receiveFor<T>(
  at: Receiving,
  work: (actor: Actor, entity: Entity, upload: NamedObject, gone: AbortSignal) => Promise<{ answer: T; kept: boolean }>,
): Promise<T> {
  return receive(
    at,
    (doing) => asEntity(at, at.request, doing),
    (actor, upload, gone, entity) => work(actor, entity as Entity, upload, gone),
  );
}

interface Receiving {
  request: FastifyRequest;
  context: Context;
  actors: Actors;
  files: FileStore;
  system: SystemDatabase;
}

type Doing<T> = (actor: Actor, entity?: Entity) => Promise<T>;

async function receive<T>(
  { request, files, system }: Receiving,
  as: <U>(doing: Doing<U>) => Promise<U>,
  work: (
    actor: Actor,
    upload: NamedObject,
    gone: AbortSignal,
    entity?: Entity,
  ) => Promise<{ answer: T; kept: boolean }>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('mediaType');
  await as((actor) => countUpload(system, actor));
  const part = await request.file();
  if (part?.fieldname !== 'file') {
    part?.file.resume();
    throw refused(issue('required', 'file'));
  }
  const stored = await takeUpload(files, part.file, ({ size }) => {
    if (part.file.truncated) throw new AppError('tooLarge');
    if (size === 0) throw refused(issue('file.empty', 'file'));
  });
  let kept = false;
  const leaving = new AbortController();
  const leave = () => leaving.abort(new AppError('malformed'));
  const { socket } = request.raw;
  socket.once('close', leave);
  if (socket.destroyed) leave();
  try {
    const said = part.fields['choice'];
    const choice = said && 'value' in said && typeof said.value === 'string' ? { choice: said.value } : {};
    const upload = { name: part.filename, stored, place: files.place, ...choice };
    // Retry after a change of rights without another upload: the file is already here.
    const done = await as((actor, entity) => work(actor, upload, leaving.signal, entity));
    kept = done.kept;
    return done.answer;
  } finally {
    socket.off('close', leave);
    if (!kept) await files.remove(stored.objectName);
  }
}
