import { AppError } from '../../errors.ts';
import type { FileStore } from '../../files/file-store.ts';
import { shownInline } from '../../files/sniff.ts';
import { prepared } from '../../store/database.ts';
import { storedFileSql } from '../../store/file-sql.ts';
import type { Actor, Context } from '../context.ts';
import { entityOfFiles } from './keep-file.ts';
import type { OpenedFile, StoredFile } from './open-file.ts';

/** A public picture, read as the tenant's system actor. Throws `notFound` for anything but a picture. */
export async function openLogo(context: Context, deps: Actor, files: FileStore, id: string): Promise<OpenedFile> {
  const asked = prepared(storedFileSql(entityOfFiles(context), id), deps);
  const [found] = await context.database.read(deps.entrance, asked);
  const row = found?.[0] as StoredFile | undefined;
  const shown = row && row.media_type.startsWith('image/') && shownInline.has(row.media_type);
  if (!row || row.sealed || !shown) throw new AppError('notFound');
  return {
    name: row.name,
    mediaType: row.media_type,
    size: Number(row.size),
    bytes: await files.read(row.object_name),
  };
}
