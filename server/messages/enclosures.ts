import { buffer } from 'node:stream/consumers';
import type { Actors } from '../access/actors.ts';
import { logoId } from '../files/block-mail.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Context } from '../operations/context.ts';
import { entityOfFiles } from '../operations/transfer/keep-file.ts';
import type { StoredFile } from '../operations/transfer/open-file.ts';
import { prepared } from '../store/database.ts';
import { storedFileSql } from '../store/file-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { tenantLogo } from '../tenants/tenant-logo.ts';
import type { Enclosure } from './drivers.ts';

export interface EnclosureDeps {
  readonly context: Context;
  readonly system: SystemDatabase;
  readonly actors: Actors;
  /** Null if the node runs without a store, as scripts do. */
  readonly files: FileStore | null;
}

/** The files of a stored mail: its attachments, and the logo if its HTML shows one. Throws if an attachment is lost. */
export async function enclosuresOf(
  on: EnclosureDeps,
  tenant: string,
  record: Readonly<Record<string, unknown>>,
): Promise<Enclosure[]> {
  const { files } = on;
  const ids = Array.isArray(record['attachments']) ? record['attachments'].map(String) : [];
  const showsLogo = typeof record['markup'] === 'string' && record['markup'].includes(`src="cid:${logoId}"`);
  if (ids.length === 0 && !showsLogo) return [];
  if (!files) throw new Error('this node was opened without a file store');
  const attached = await Promise.all(ids.map((id) => attachment({ ...on, files }, tenant, id)));
  const logo = showsLogo ? await tenantLogo({ ...on, files }, tenant) : null;
  if (!logo) return attached;
  const type = logo[0] === 0xff ? 'jpeg' : 'png';
  return [...attached, { name: `logo.${type}`, mediaType: `image/${type}`, bytes: logo, shownAs: logoId }];
}

async function attachment(
  { context, system, actors, files }: EnclosureDeps & { files: FileStore },
  tenant: string,
  id: string,
): Promise<Enclosure> {
  const home = await system.db.selectFrom('tenant').selectAll().where('id', '=', tenant).executeTakeFirstOrThrow();
  const actor = actors.system({ ...home, platform: home.kind === 'platform' });
  const asked = prepared(storedFileSql(entityOfFiles(context), id), actor);
  const [found] = await context.database.read(actor.entrance, asked);
  const row = found?.[0] as StoredFile | undefined;
  if (!row) throw new Error(`the attachment ${id} is gone`);
  return { name: row.name, mediaType: row.media_type, bytes: await buffer(await files.read(row.object_name)) };
}
