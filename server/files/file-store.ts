import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes that are on the disk: where, how many, their SHA-256, and how they begin. */
export interface StoredObject {
  readonly objectName: string;
  readonly size: number;
  readonly hash: string;
  readonly head: Buffer;
}

/** Files of people and jobs under names of our own; no name from outside ever becomes a path. */
export interface FileStore {
  /** Writes a stream to the disk as it comes. What breaks off leaves nothing behind. */
  save(source: Readable): Promise<StoredObject>;
  read(objectName: string): Readable;
  /** The path of a stored object, for a reader in a thread of its own. */
  pathOf(objectName: string): string;
  has(objectName: string): Promise<boolean>;
  remove(objectName: string): Promise<void>;
  /** The path of the file that a job works on until it is finished; the same for every attempt of the job. */
  draft(job: string): Promise<string>;
  /** Makes a finished draft an object like any other. */
  keep(job: string): Promise<StoredObject>;
}

/** How much of the beginning decides what a file is. */
const headBytes = 4_096;

export function createFileStore(folder: string): FileStore {
  const pathOf = (objectName: string) => {
    if (!/^\d{4}\/\d{2}\/[0-9a-f]{24,64}(\.\w{1,10})?$/.test(objectName)) throw new Error('not an object name');
    return join(folder, objectName);
  };
  const place = async () => {
    const objectName = `${new Date().toISOString().slice(0, 7).replace('-', '/')}/${randomBytes(16).toString('hex')}`;
    await mkdir(dirname(pathOf(objectName)), { recursive: true, mode: 0o700 });
    return objectName;
  };
  const draftOf = (job: string) => {
    if (!/^[\w-]{1,60}$/.test(job)) throw new Error('not a job');
    return join(folder, 'drafts', job);
  };
  return {
    pathOf,
    async save(source) {
      const objectName = await place();
      const path = pathOf(objectName);
      const seen = measure();
      try {
        await pipeline(source, seen.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await flush(path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { objectName, ...seen.facts() };
    },
    read: (objectName) => createReadStream(pathOf(objectName)),
    has: async (objectName) => (await sizeOf(pathOf(objectName))) !== null,
    remove: (objectName) => rm(pathOf(objectName), { force: true }),
    async draft(job) {
      const path = draftOf(job);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return path;
    },
    async keep(job) {
      const path = draftOf(job);
      const seen = measure();
      await pipeline(createReadStream(path), seen.stream.resume());
      await flush(path);
      const objectName = await place();
      await rename(path, pathOf(objectName));
      return { objectName, ...seen.facts() };
    },
  };
}

/** Passes bytes on and remembers what a file record tells of them. */
function measure() {
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
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** The size of a file, or null where there is none. */
export const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );
