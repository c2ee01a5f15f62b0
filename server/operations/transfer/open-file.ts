import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { FileStore } from '../../files/file-store.ts';
import { prepared, type TransactionIdentity } from '../../store/database.ts';
import { isObjectName, thumbOf } from '../../files/object-names.ts';
import { shownInline } from '../../files/sniff.ts';
import { attachedToSql } from '../../store/beside-record/attachment-sql.ts';
import { fileAccessSql, storedFileSql, uploadedFileSql } from '../../store/file-sql.ts';
import type { Actor, Context } from '../context.ts';
import { entityOfFiles } from './keep-file.ts';
import { readPlain } from '../read/read-record.ts';
import { recordId } from '../record-id.ts';

export interface OpenedFile {
  readonly name: string;
  readonly mediaType: string;
  /** Bytes; null if unknown in advance. */
  readonly size: number | null;
  readonly bytes: Readable;
}

export interface StoredFile {
  readonly name: string;
  readonly media_type: string;
  readonly object_name: string;
  readonly size: string;
  readonly sealed: boolean | null;
}

/** Whether the file is attached to a record that this person may read, where they see the attachment. */
async function isAttachedToReadable(context: Context, actor: Actor, id: string): Promise<boolean> {
  const [rows = []] = await context.database.read(actor.entrance, prepared(attachedToSql(id), actor));
  for (const { entity: name, record } of rows) {
    const entity = actor.catalog.entities.find((each) => each.name === name);
    if (!entity) continue;
    const found = await readPlain(context, actor, entity, record).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (found !== null) return true;
  }
  return false;
}

/** A file that this person has uploaded, unless a module keeps it sealed; null for any other. */
export async function uploadedFile(context: Context, actor: Actor, id: string): Promise<StoredFile | null> {
  const query = prepared(uploadedFileSql(entityOfFiles(context), id), actor);
  const [found] = await context.database.read(actor.entrance, query);
  const row = found?.[0] as StoredFile | undefined;
  return row && !row.sealed ? row : null;
}

/**
 * The content of a file for a person who may have it; throws `notFound` otherwise, and `fileGone` if its bytes are
 * lost. `small` asks for a picture's thumbnail, falling back to the picture.
 */
export async function openFile(
  context: Context,
  actor: Actor,
  files: FileStore,
  asked: { id: unknown; small?: boolean },
): Promise<OpenedFile> {
  const id = recordId(asked.id);
  const entity = entityOfFiles(context);
  const { catalog, database } = context;
  const request = { catalog, files: entity, lensOn: actor.lensOn, member: actor.member, id };
  const [allowed] = await database.read(actor.entrance, prepared(fileAccessSql(request), actor));
  if (!allowed?.length && !(await isAttachedToReadable(context, actor, id))) throw new AppError('notFound');
  // A record may show a member a file of the tenant, whose file record row-level security hides from members.
  const deps: TransactionIdentity = { tenant: actor.tenant, member: null, account: '0', timeZone: actor.timeZone };
  const [found] = await database.read(deps, prepared(storedFileSql(entity, id), actor));
  const row = found?.[0] as StoredFile | undefined;
  // A sealed file is only served by its module, which makes further checks.
  if (!row || row.sealed) throw new AppError('notFound');
  const { name, media_type: mediaType, object_name: objectName } = row;
  if (!isObjectName(objectName)) throw new AppError('fileGone');
  if (asked.small && shownInline.has(mediaType) && (await files.has(thumbOf(objectName)))) {
    return { name, mediaType: 'image/webp', size: null, bytes: await files.read(thumbOf(objectName)) };
  }
  return { name, mediaType, size: Number(row.size), bytes: await files.read(objectName) };
}
