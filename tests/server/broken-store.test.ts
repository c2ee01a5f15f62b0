import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../server/errors.ts';
import type { FileStore } from '../../server/files/file-store.ts';
import { openFileStore } from '../../server/files/open-file-store.ts';

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
const busy = 'HTTP/1.1 503 Slow Down\r\ncontent-length: 4\r\n\r\nslow';
const objectName = '2026/11/0123456789abcdef0123456789abcdef';
const large = () => Readable.from(Array.from({ length: 200 }, () => Buffer.alloc(65_536, 'x')));

/** A store that does what it is told with each connection, as soon as the first bytes of a call are there. */
async function openBrokenStore(behave: (socket: Socket, heard: Buffer) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (heard: Buffer) => behave(socket, heard));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

describe('an object store that is not well', () => {
  let folder: string;
  let close: () => Promise<void> = async () => undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-broken-'));
  });
  afterEach(async () => {
    await close();
    await rm(folder, { recursive: true });
  });

  const storeThat = async (behave: (socket: Socket, heard: Buffer) => void): Promise<FileStore> => {
    const broken = await openBrokenStore(behave);
    close = broken.close;
    const identity = { bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's', patience: 200 };
    return openFileStore({ fileStore: folder, s3: { ...identity, endpoint: broken.endpoint } });
  };
  const kindOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.kind : String(error)),
    );
  const left = async () => readdir(join(folder, 'drafts')).catch(() => []);

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.destroy()],
    ['says nothing', () => undefined],
    ['takes the beginning and hears no more', (socket) => socket.pause()],
    ['cannot for now', (socket) => socket.write(busy)],
    ['says half an answer', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-')],
    ['says yes to half a file and goes', (socket) => socket.end(ok)],
  ])('which %s keeps nothing, and says so in time', async (_, behave) => {
    const store = await storeThat(behave);
    expect(await kindOf(store.save(large()))).toBe('busy');
    expect(await left()).toEqual([]);
  });

  it.each<[string, string]>([
    ['breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf of it'],
    ['breaks off between two pieces', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('which %s in a file gives no file', async (_, answer) => {
    const store = await storeThat((socket) => socket.end(answer));
    await expect(text(await store.read(objectName))).rejects.toThrow('aborted');
    const lines = async () => {
      for await (const _line of store.withLocal(objectName, async function* () {
        yield 'read';
      }))
        throw new Error('half a file was handed on');
    };
    await expect(lines()).rejects.toThrow('aborted');
    expect(await left()).toEqual([]);
  });

  it('which is silent is not asked endlessly, and one that is not there says so', async () => {
    const store = await storeThat(() => undefined);
    expect(await kindOf(store.read(objectName))).toBe('busy');
    expect(await kindOf(store.has(objectName))).toBe('busy');
    await close();
    close = async () => undefined;
    expect(await kindOf(store.save(Readable.from(['a'])))).toBe('busy');
    expect(await left()).toEqual([]);
  });
});
