import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Size, SHA-256 and first bytes of a stream. */
export interface Measured {
  readonly size: number;
  readonly hash: string;
  readonly head: Buffer;
}

/** How many first bytes are used to detect the type. */
const headBytes = 4_096;

/** A pass-through stream that measures what a file record needs. */
export function measure(): { stream: Transform; facts(): Measured } {
  const hash = createHash('sha256');
  const heads: Buffer[] = [];
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < headBytes) heads.push(chunk.subarray(0, headBytes - size));
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, facts: () => ({ size, hash: hash.digest('hex'), head: Buffer.concat(heads) }) };
}

/** Syncs a file to disk: an answer that names a file must survive a crash. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
