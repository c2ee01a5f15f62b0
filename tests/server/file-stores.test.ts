import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '../../server/files/file-store.ts';
import { createFileStore, openFileStore } from '../../server/files/open-file-store.ts';
import { thumbOf } from '../../server/files/object-names.ts';
import { openS3Server, type S3Server } from '../support/s3-server.ts';

const content = 'the first line\nthe second line\n';
const breaking = () =>
  Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw new Error('the line broke');
    })(),
  );

async function objectsOf(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { objectName } of store.list()) names.push(objectName);
  return names.toSorted();
}

describe.each(['disk', 's3'] as const)('a store of files on %s', (kind) => {
  let folder: string;
  let s3: S3Server;
  let store: FileStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-store-'));
    s3 = await openS3Server();
    store = kind === 'disk' ? createFileStore(folder) : openFileStore({ fileStore: folder, s3: s3.settings });
  });
  afterEach(async () => {
    await s3.close();
    await rm(folder, { recursive: true });
  });

  it('gives back what it was given, and knows its size, hash and beginning', async () => {
    const stored = await store.save(Readable.from([Buffer.from(content)]));
    expect(stored).toMatchObject({ size: content.length, head: Buffer.from(content) });
    expect(stored.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await text(await store.read(stored.objectName))).toBe(content);
    expect(await store.has(stored.objectName)).toBe(true);
    expect(await store.has(stored.objectName.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(false);
  });

  it('makes an object of a finished draft, which is gone then', async () => {
    await writeFile(await store.draft('job-1'), content);
    const { objectName } = await store.keep('job-1');
    expect(await text(await store.read(objectName))).toBe(content);
    expect(await readdir(join(folder, 'drafts'))).toEqual([]);
  });

  it('hands an object to a reader of files', async () => {
    const { objectName } = await store.save(Readable.from([Buffer.from(content)]));
    const lines: string[] = [];
    const read = async function* (path: string) {
      yield path.startsWith(folder) ? 'here' : 'elsewhere';
    };
    for await (const line of store.withLocal(objectName, read)) lines.push(line);
    expect(lines).toEqual(['here']);
  });

  it('keeps nothing of what broke off', async () => {
    await expect(store.save(breaking())).rejects.toThrow('the line broke');
    expect(await objectsOf(store)).toEqual([]);
  });

  it('lists every object, and removes one together with its small picture', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.push((await store.save(Readable.from([Buffer.from(String(count))]))).objectName);
    }
    const [first = ''] = made;
    await store.put(thumbOf(first), Buffer.from('small'));
    expect(await objectsOf(store)).toEqual([...made, thumbOf(first)].toSorted());
    await store.remove(first);
    await store.remove(first);
    expect(await objectsOf(store)).toEqual(made.slice(1).toSorted());
  });

  it('takes no name that is not its own', async () => {
    for (const name of ['../../etc/passwd', '2026/01/../../x', '/etc/passwd', '2026/01/zz']) {
      await expect(store.read(name)).rejects.toThrow('not an object name');
      await expect(store.remove(name)).rejects.toThrow('not an object name');
    }
    await expect(store.draft('../x')).rejects.toThrow('not a draft');
  });

  it('sweeps drafts that nobody has touched for long', async () => {
    const [old, fresh] = [await store.draft('old'), await store.draft('fresh')];
    await writeFile(old, 'x');
    await writeFile(fresh, 'x');
    await utimes(old, new Date(0), new Date(0));
    expect(await store.sweepDrafts(new Date(Date.now() - 1000))).toBe(1);
    expect(await readdir(join(folder, 'drafts'))).toEqual(['fresh']);
  });
});

describe('a bucket', () => {
  let folder: string;
  let s3: S3Server;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-store-'));
    s3 = await openS3Server();
  });
  afterEach(async () => {
    await s3.close();
    await rm(folder, { recursive: true });
  });

  it('refuses anyone who signs with another key, and the refusal tells no secret', async () => {
    const settings = { ...s3.settings, secretAccessKey: 'another' };
    const outsider = openFileStore({ fileStore: folder, s3: settings });
    await expect(outsider.save(Readable.from([Buffer.from('x')]))).rejects.toThrow(
      'the object store answered 403 to PUT',
    );
    expect(s3.objects.size).toBe(0);
    await expect(outsider.has('2026/01/0123456789abcdef01234567')).rejects.toThrow('403');
    expect(await readdir(join(folder, 'drafts'))).toEqual([]);
  });

  it('is never sent half of a file', async () => {
    const store = openFileStore({ fileStore: folder, s3: s3.settings });
    await expect(store.save(breaking())).rejects.toThrow('the line broke');
    expect(s3.calls).toEqual([]);
  });
});
