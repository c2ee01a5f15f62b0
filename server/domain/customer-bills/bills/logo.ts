import { pictureSize, printedPicture } from '../../../files/printed-picture.ts';
import type { Picture, SystemServices } from '../../../modules/module.ts';

/** A tenant's logo is a file of the platform. */
const logoSql = `SELECT t.tenant_id::text AS home, t.logo::text FROM tenant t WHERE t.id = $1 AND t.logo IS NOT NULL`;

interface Logo extends Picture {
  readonly width: number;
  readonly height: number;
}

/** The tenant's logo for documents with its size in pixels; null without one, or where its file is lost or no picture. */
export async function logoOf({ query, files }: SystemServices, tenant: string): Promise<Logo | null> {
  const [found] = await query(logoSql, [tenant]);
  if (!found) return null;
  // A bill without its logo is better than no bill.
  const bytes = await files.read(String(found['home']), String(found['logo'])).catch(() => null);
  const picture = bytes && (await printedPicture(bytes));
  const size = picture && (await pictureSize(picture.bytes));
  return size && { ...picture, ...size };
}
