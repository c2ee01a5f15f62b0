import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore, StoredObject } from './file-store.ts';
import { measure, type Measured } from './measure.ts';
import { thumbOf } from './object-names.ts';
import { reencode } from './reencode.ts';
import { shownInline, sniff } from './sniff.ts';

/**
 * Writes an upload to disk, validates it with `check` and stores it: pictures re-encoded with a thumbnail, everything
 * else unchanged. Refused or interrupted uploads leave nothing.
 */
export async function takeUpload(
  files: FileStore,
  source: Readable,
  check: (seen: Measured) => void,
): Promise<StoredObject> {
  const name = `upload-${randomBytes(12).toString('hex')}`;
  const path = await files.draft(name);
  try {
    const seen = measure();
    await pipeline(source, seen.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const facts = seen.facts();
    check(facts);
    const { mediaType } = sniff(facts.head, '');
    if (!shownInline.has(mediaType)) return await files.keep(name);
    const { image, thumb } = await reencode(path, mediaType);
    const stored = await files.save(Readable.from([image]));
    await files.put(thumbOf(stored.objectName), thumb);
    return stored;
  } finally {
    await rm(path, { force: true });
  }
}
