import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { createDrafts } from './drafts.ts';
import type { FileStore } from './file-store.ts';
import { flush, measure } from './measure.ts';
import { isObjectName, newObjectName, thumbOf } from './object-names.ts';

/** Objects as files in a folder. */
export function createDiskStore(folder: string): FileStore {
  const drafts = createDrafts(folder);
  const pathOf = (objectName: string) => {
    if (!isObjectName(objectName)) throw new Error('not an object name');
    return join(folder, objectName);
  };
  const room = async (objectName: string) => {
    const path = pathOf(objectName);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    place: { location: '4', bucket: 'local' },
    async save(source) {
      const objectName = newObjectName();
      const path = await room(objectName);
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
    async keep(draft) {
      const path = await drafts.path(draft);
      const seen = measure();
      await pipeline(createReadStream(path), seen.stream.resume());
      await flush(path);
      const objectName = newObjectName();
      await rename(path, await room(objectName));
      return { objectName, ...seen.facts() };
    },
    async put(objectName, bytes) {
      await writeFile(await room(objectName), bytes, { mode: 0o600 });
    },
    restore: async (objectName, source) => replace(await room(objectName), source),
    // Opened before the first byte is sent, so that a missing object can still be answered as one.
    read: async (objectName) => (await open(pathOf(objectName)).catch(gone)).createReadStream(),
    async *withLocal(objectName, work) {
      await stat(pathOf(objectName)).catch(gone);
      yield* work(pathOf(objectName));
    },
    has: async (objectName) => (await sizeOf(pathOf(objectName))) !== null,
    async remove(objectName) {
      await rm(pathOf(objectName), { force: true });
      await rm(pathOf(thumbOf(objectName)), { force: true });
    },
    draft: (name) => drafts.path(name),
    sweepDrafts: (before) => drafts.sweep(before),
    list: () => objectsBelow(folder),
  };
}

/** Writes a file beside its place and moves it there once it is whole. */
async function replace(path: string, source: Readable): Promise<void> {
  const aside = `${path}.restoring`;
  try {
    await pipeline(source, createWriteStream(aside, { mode: 0o600 }));
    await flush(aside);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function* objectsBelow(folder: string): AsyncGenerator<{ objectName: string; at: Date }> {
  const folders = await names(folder, /^\d{4}$/);
  for (const year of folders) {
    for (const month of await names(join(folder, year), /^\d{2}$/)) {
      for await (const entry of await opendir(join(folder, year, month))) {
        const objectName = `${year}/${month}/${entry.name}`;
        const found = isObjectName(objectName) ? await stat(join(folder, objectName)).catch(() => null) : null;
        if (found) yield { objectName, at: found.mtime };
      }
    }
  }
}

async function names(folder: string, pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  const entries = await opendir(folder).catch(() => null);
  if (entries) for await (const { name } of entries) if (pattern.test(name)) found.push(name);
  return found;
}

function gone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new AppError('fileGone') : error;
}

/** The size of a file, or null if it does not exist. */
const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );
