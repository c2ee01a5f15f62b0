import { printedPicture } from '../files/printed-picture.ts';
import type { Context } from '../operations/context.ts';
import { mailFileSql, mailLogoSql } from '../store/file-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Enclosure } from './drivers.ts';

export interface EnclosureDeps {
  readonly context: Context;
  readonly system: SystemDatabase;
}

/** The files of a stored mail: its attachments, and the logo if its HTML shows one. Throws if an attachment is lost. */
export async function enclosuresOf(
  on: EnclosureDeps,
  tenant: string,
  record: Readonly<Record<string, unknown>>,
): Promise<Enclosure[]> {
  const ids = Array.isArray(record['attachments']) ? record['attachments'].map(String) : [];
  const attached = await Promise.all(ids.map((id) => attachment(on, tenant, id)));
  const shownAs = /<img src="cid:(\w+)"/.exec(String(record['markup'] ?? ''))?.[1];
  const logo = shownAs === undefined ? null : await logoOf(on, tenant, shownAs);
  return logo ? [...attached, logo] : attached;
}

const storeOf = ({ services }: Context) => {
  if (!services) throw new Error('files are read on an open node');
  return services.files;
};

async function attachment({ context, system }: EnclosureDeps, tenant: string, id: string): Promise<Enclosure> {
  const [row] = (await system.pool.query<{ name: string; mediaType: string }>(mailFileSql, [tenant, id])).rows;
  if (!row) throw new Error(`the attachment ${id} is gone`);
  return { ...row, bytes: await storeOf(context).read(tenant, id) };
}

async function logoOf({ context, system }: EnclosureDeps, of: string, shownAs: string): Promise<Enclosure | null> {
  const found = await system.pool.query<{ tenant: string; id: string }>(mailLogoSql, [of]);
  const [row] = found.rows;
  if (!row) return null;
  try {
    const picture = await printedPicture(await storeOf(context).read(row.tenant, row.id));
    if (!picture) return null;
    const { type, bytes } = picture;
    return { name: `logo.${type}`, mediaType: `image/${type}`, bytes, shownAs };
  } catch {
    // A mail without its logo is better than no mail.
    return null;
  }
}
