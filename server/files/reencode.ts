import type { Sharp } from 'sharp';
import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { createSemaphore } from './semaphore.ts';

/** Maximum megapixels to decode, and the longest side of the result. */
const maxMegapixels = 40;
const maxSide = 4_096;
const thumbSide = 256;
/** Time limit for a picture in seconds. */
const timeoutSeconds = 10;

/** Decoded pictures are large: two at a time fit a small machine. */
const gate = createSemaphore(2);

/**
 * Re-encodes a picture from its pixels: upright, one frame, at most 4096 per side, without metadata (location, camera,
 * comments, embedded files). A GIF becomes a PNG. Throws `refused` for broken pictures, and for those whose header
 * announces too many pixels, before decoding.
 */
export const reencode = (path: string, mediaType: string): Promise<{ image: Buffer; thumb: Buffer }> =>
  gate(async () => {
    // Loaded lazily: thirty megabytes that most nodes never need.
    const { default: sharp } = await import('sharp');
    const facts = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    if (!facts?.width || !facts.height) throw refused(issue('file.brokenImage', 'file'));
    const height = facts.pageHeight ?? facts.height;
    if (facts.width * height > maxMegapixels * 1_000_000)
      throw refused(issue('file.tooManyPixels', 'file', { max: maxMegapixels }));
    try {
      const upright = () =>
        sharp(path, { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error', pages: 1 })
          .autoOrient()
          .timeout({ seconds: timeoutSeconds });
      const side = { fit: 'inside', withoutEnlargement: true } as const;
      const whole = upright().resize({ width: maxSide, height: maxSide, ...side });
      const image = await written(whole, mediaType).toBuffer();
      const thumb = await sharp(image)
        .resize({ width: thumbSide, height: thumbSide, ...side })
        .webp()
        .toBuffer();
      return { image, thumb };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refused(issue('file.brokenImage', 'file'));
    }
  });

function written(picture: Sharp, mediaType: string): Sharp {
  if (mediaType === 'image/jpeg') return picture.jpeg({ quality: 88 });
  return mediaType === 'image/webp' ? picture.webp({ quality: 88 }) : picture.png();
}
