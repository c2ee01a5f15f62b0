import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { prepared, type Entrance } from '../store/database.ts';
import { fileAccessSql, storedFileSql } from '../store/file-sql.ts';
import type { Actor, Context } from './context.ts';
import { entityOfFiles } from './keep-file.ts';
import { recordId } from './update-record.ts';

export interface OpenedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly bytes: Readable;
}

/** The bytes of a file for somebody who may have it; `notFound` for everybody else and for what is not there. */
export async function openFile(context: Context, actor: Actor, files: FileStore, rawId: unknown): Promise<OpenedFile> {
  const id = recordId(rawId);
  const entity = entityOfFiles(context);
  const { catalog, database } = context;
  const request = { catalog, files: entity, lensOn: actor.lensOn, member: actor.member, id };
  const [allowed] = await database.read(actor.entrance, prepared(fileAccessSql(request), actor));
  if (!allowed?.length) throw new AppError('notFound');
  // A record may show a member a file of the house, whose own record stands behind the member wall.
  const house: Entrance = { tenant: actor.tenant, member: null, account: '0', timeZone: actor.timeZone };
  const [found] = await database.read(house, prepared(storedFileSql(entity, id), actor));
  const row = found?.[0] as { name: string; media_type: string; object_name: string; size: string } | undefined;
  if (!row || !(await files.has(row.object_name))) throw new AppError('notFound');
  return { name: row.name, mediaType: row.media_type, size: Number(row.size), bytes: files.read(row.object_name) };
}
