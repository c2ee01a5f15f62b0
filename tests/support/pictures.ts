import sharp from 'sharp';

type Kind = 'png' | 'jpeg' | 'webp' | 'gif';

/** A real picture, red on its left half and blue on its right, 120 by 80 unless told. */
export async function picture(kind: Kind, { width = 120, height = 80 } = {}): Promise<Buffer> {
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .toFormat(kind)
    .toBuffer();
}
