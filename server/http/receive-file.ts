import type { FastifyRequest } from 'fastify';
import { issue, type Entity } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { takeUpload } from '../files/take-upload.ts';
import type { Actors } from '../access/actors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { NamedObject } from '../operations/transfer/keep-file.ts';
import { asActor, asEntity } from './session.ts';

/**
 * Takes the part `file` of a multipart request to the disk and hands it to `work`, which answers whether it is kept.
 * Whoever has no session sends nothing to the disk; what is refused, or was sent before under the same key, leaves it.
 */
export async function receiveFile<T>(
  at: Receiving,
  work: (actor: Actor, upload: NamedObject) => Promise<{ answer: T; kept: boolean }>,
): Promise<T> {
  return receive(at, (doing) => asActor(at.actors, at.request, doing), work);
}

/** The same for the entity that the request's path names. */
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
}

type Doing<T> = (actor: Actor, entity?: Entity) => Promise<T>;

async function receive<T>(
  { request, files }: Receiving,
  as: <U>(doing: Doing<U>) => Promise<U>,
  work: (
    actor: Actor,
    upload: NamedObject,
    gone: AbortSignal,
    entity?: Entity,
  ) => Promise<{ answer: T; kept: boolean }>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('mediaType');
  await as(async () => undefined);
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
    // Once more when rights changed meanwhile: the bytes are here already and come only once.
    const done = await as((actor, entity) => work(actor, upload, leaving.signal, entity));
    kept = done.kept;
    return done.answer;
  } finally {
    socket.off('close', leave);
    if (!kept) await files.remove(stored.objectName);
  }
}
