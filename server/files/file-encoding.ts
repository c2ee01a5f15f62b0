import { createReadStream } from 'node:fs';
import { createEncodingDetector, type TextEncoding } from '../../engine/core/index.ts';

/** The encoding of a text file, of any size; null if it is no text. */
export async function encodingOf(path: string): Promise<TextEncoding | null> {
  const detector = createEncodingDetector();
  for await (const bytes of createReadStream(path, { highWaterMark: 1_048_576 })) {
    if (!detector.add(bytes as Buffer)) break;
  }
  return detector.encoding();
}
