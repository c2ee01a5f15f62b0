import type { FileStore, StoredObject } from '../../files/file-store.ts';
import { safeName } from '../../files/safe-name.ts';
import { sniff } from '../../files/sniff.ts';
import { insertSql } from '../../store/record-sql.ts';
import type { SqlQuery } from '../../store/sql.ts';
import type { Actor, Context } from '../context.ts';
import { write } from '../write/write.ts';

/** A stored object with its file name. */
export interface NamedObject {
  readonly name: string;
  /** The store's location. */
  readonly place: FileStore['place'];
  readonly stored: StoredObject;
  /** Form fields that came before the file. */
  readonly choice?: string;
  /** The customer who owns it, if a module stores it for one. */
  readonly customer?: string | null;
}

/** The entity of file records. */
export const fileEntity = 'file';

/**
 * Records an upload as its owner's file; answers its id, and whether this upload was stored (false for a repeated
 * request).
 */
export async function keepFile(
  context: Context,
  actor: Actor,
  upload: NamedObject,
  key: string | null,
): Promise<{ answer: string; kept: boolean }> {
  const entity = entityOfFiles(context);
  const record = fileRecord(context, actor, upload);
  const fingerprint = `${entity.path}/upload ${upload.stored.hash} ${upload.name}`;
  const answer = await write(context, { actor, entity, key, fingerprint }, async (write) => {
    await write.open();
    await write.run(...record.statements, ...write.keeping(record.id));
    return record.id;
  });
  return { answer, kept: answer === record.id };
}

/** The statements that record a stored object as its owner's file, and the record's id. */
export function fileRecord(
  context: Context,
  actor: Actor,
  { name, stored, place, customer }: NamedObject,
): { id: string; statements: SqlQuery[] } {
  const entity = entityOfFiles(context);
  const id = context.newId();
  const record = {
    ...fileFacts(name, stored, place),
    customer: customer ?? (actor.member ? actor.facts.member : null),
  };
  const { fileOriginName, mediaType, size } = record;
  const changes = Object.entries({ fileOriginName, mediaType, size }).map(([field, after]) => ({
    field,
    before: null,
    after,
  }));
  const by = actor.facts.id;
  const trail = { id: context.newId(), entity: entity.name, record: id, verb: 'add', version: 1, by, changes };
  return {
    id,
    statements: [insertSql(entity, { id, org: actor.facts.org, by }, record, { audit: trail, storedAnswer: null })],
  };
}

export function entityOfFiles(context: Context) {
  const entity = context.catalog.byName.get(fileEntity);
  if (!entity) throw new Error('the catalog has no files');
  return entity;
}

/** The columns of a file record for a stored object. */
export function fileFacts(name: string, stored: StoredObject, { location, bucket }: FileStore['place']) {
  const kind = sniff(stored.head, name);
  const sizeKb = Math.ceil(stored.size / 1024);
  return {
    fileOriginName: safeName(name, kind),
    fileSuffix: kind.suffix,
    mediaType: kind.mediaType,
    size: stored.size,
    fileSizeKb: sizeKb,
    fileSizeInfo: sizeKb < 1024 ? `${sizeKb} KB` : `${(sizeKb / 1024).toFixed(1)} MB`,
    fileLocation: location,
    fileBucket: bucket,
    fileObjectName: stored.objectName,
    filePath: `${bucket}/${stored.objectName}`,
    hash: stored.hash,
  };
}
