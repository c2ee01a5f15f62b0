export interface PrintedPicture {
  readonly type: 'png' | 'jpeg';
  readonly bytes: Buffer;
}

/** Longest side of a picture that was converted; a logo is printed far smaller. */
const maxSide = 1_024;
const [png, jpeg] = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** A stored picture as documents and mails take it: PNG and JPEG as they are, WebP as PNG. Null for other or damaged bytes. */
export async function printedPicture(bytes: Buffer): Promise<PrintedPicture | null> {
  if (bytes.subarray(0, png.length).equals(png)) return { type: 'png', bytes };
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return { type: 'jpeg', bytes };
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const { default: sharp } = await import('sharp');
  const size = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const;
  const converted = sharp(bytes, { failOn: 'error', pages: 1 }).resize(size).png().toBuffer();
  return converted.then(
    (made) => ({ type: 'png', bytes: made }),
    () => null,
  );
}

/** The size of a picture in pixels; null for damaged bytes. */
export async function pictureSize(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    );
}
