import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Desk } from './sold-bills.ts';

interface Picture {
  readonly type: 'png' | 'webp';
  readonly width?: number;
  readonly height?: number;
  /** Only its first bytes are there. */
  readonly damaged?: boolean;
}

/** Gives a tenant a logo of these sides, which is a file of the platform. */
export async function giveLogo(
  desk: Desk,
  { type, width = 40, height = 40, damaged = false }: Picture,
): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#c4320a' } });
  const whole = await (type === 'png' ? picture.png() : picture.webp()).toBuffer();
  const bytes = damaged ? whole.subarray(0, 12) : whole;
  const { objectName, hash } = await desk.world.test.files.save(Readable.from([bytes]));
  await desk.query(
    `WITH f AS (INSERT INTO file (tenant_id, id, "originName", "mediaType", size, "sizeKb", "objectName", hash)
         SELECT tenant_id, lading.new_id(), 'logo', $5, $3, 1, $2, $4 FROM tenant WHERE id = $1 RETURNING id)
     UPDATE tenant SET logo = f.id FROM f WHERE tenant.id = $1`,
    [desk.tenant, objectName, bytes.length, hash, `image/${type}`],
  );
  return bytes;
}
