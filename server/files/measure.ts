import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** What is known of bytes once they have passed: how many, their SHA-256, and how they begin. */
export interface Measured {
  readonly size: number;
  readonly hash: string;
  readonly head: Buffer;
}

/** How much of the beginning decides what a file is. */
const headBytes = 4_096;

/** Passes bytes on and remembers what a file record tells of them. */
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

/** An answer that names a file must outlive the machine that gave it. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
