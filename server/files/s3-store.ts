import { createReadStream, createWriteStream } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { createDrafts } from './drafts.ts';
import type { FileStore, StoredObject } from './file-store.ts';
import { measure, type Measured } from './measure.ts';
import { isObjectName, newObjectName, thumbOf } from './object-names.ts';
import { callS3, S3Error, textOf, type S3Settings } from './s3-wire.ts';

/**
 * Objects in a bucket. Uploads are first written to disk (`folder`), because length and hash must be known before
 * sending; a bucket never holds a partial object.
 */
export function createS3Store(settings: S3Settings, folder: string): FileStore {
  const drafts = createDrafts(folder);
  const { keyOf, send, sendFile, read, has } = bucketOf(settings);
  const scratch = () => drafts.path(`s3-${randomBytes(12).toString('hex')}`);

  return {
    place: { location: '3', bucket: settings.bucket },
    async save(source) {
      const path = await scratch();
      const seen = measure();
      try {
        await pipeline(source, seen.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return await sendFile(path, seen.facts());
      } finally {
        await rm(path, { force: true });
      }
    },
    async keep(draft) {
      const path = await drafts.path(draft);
      const seen = measure();
      await pipeline(createReadStream(path), seen.stream.resume());
      const stored = await sendFile(path, seen.facts());
      await rm(path, { force: true });
      return stored;
    },
    async put(objectName, bytes) {
      const seen = measure();
      await pipeline(Readable.from([bytes]), seen.stream.resume());
      await send(objectName, Readable.from([bytes]), seen.facts());
    },
    async restore(objectName, source) {
      const path = await scratch();
      const seen = measure();
      try {
        await pipeline(source, seen.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await send(objectName, createReadStream(path), seen.facts());
      } finally {
        await rm(path, { force: true });
      }
    },
    read,
    async *withLocal(objectName, work) {
      const path = await scratch();
      try {
        await pipeline(await read(objectName), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        yield* work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    has,
    async remove(objectName) {
      for (const key of [objectName, thumbOf(objectName)]) {
        (await callS3(settings, { method: 'DELETE', key: keyOf(key) })).resume();
      }
    },
    draft: (name) => drafts.path(name),
    sweepDrafts: (before) => drafts.sweep(before),
    list: () => objectsIn(settings),
  };
}

/** Single objects of a bucket by their names. */
function bucketOf(settings: S3Settings) {
  const keyOf = (objectName: string) => {
    if (!isObjectName(objectName)) throw new Error('not an object name');
    return objectName;
  };
  const send = async (objectName: string, source: Readable, { size, hash }: Pick<Measured, 'size' | 'hash'>) => {
    const answer = await callS3(settings, {
      method: 'PUT',
      key: keyOf(objectName),
      body: { stream: source, size, hash },
    });
    answer.resume();
  };
  const sendFile = async (path: string, facts: Measured): Promise<StoredObject> => {
    const objectName = newObjectName();
    await send(objectName, createReadStream(path), facts);
    return { objectName, ...facts };
  };
  const read = async (objectName: string): Promise<Readable> =>
    callS3(settings, { method: 'GET', key: keyOf(objectName) }).catch((error: unknown) => {
      throw error instanceof S3Error && error.status === 404 ? new AppError('fileGone') : error;
    });
  const has = (objectName: string): Promise<boolean> =>
    callS3(settings, { method: 'HEAD', key: keyOf(objectName) }).then(
      (answer) => {
        answer.resume();
        return true;
      },
      (error: unknown) => {
        if (error instanceof S3Error && error.status === 404) return false;
        throw error;
      },
    );
  return { keyOf, send, sendFile, read, has };
}

/** Iterates over the bucket's listing by page. Foreign names are ignored. */
async function* objectsIn(settings: S3Settings): AsyncGenerator<{ objectName: string; at: Date }> {
  let from: string | null = null;
  do {
    const query: Record<string, string> = { 'list-type': '2', ...(from ? { 'continuation-token': from } : {}) };
    const page = await textOf(await callS3(settings, { method: 'GET', query }));
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const objectName = tag(entry, 'Key') ?? '';
      const at = new Date(tag(entry, 'LastModified') ?? '');
      if (isObjectName(objectName) && !Number.isNaN(at.getTime())) yield { objectName, at };
    }
    from = tag(page, 'NextContinuationToken');
  } while (from);
}

const tag = (text: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
