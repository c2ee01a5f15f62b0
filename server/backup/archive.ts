import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { decryption, encryption } from './archive-stream.ts';
import { BackupError } from './backup-error.ts';

/**
 * The plain content of an archive: entries one after another. Each has a header (JSON) and bytes. The last one is `end`,
 * with the number of entries before it.
 */
export interface EntryHead {
  readonly kind: string;
  readonly [name: string]: unknown;
}

export interface EntryToWrite {
  readonly head: EntryHead;
  readonly bytes?: AsyncIterable<Buffer> | Iterable<Buffer>;
}

const [headFrame, dataFrame] = [1, 2];
const frameLimit = 16_777_216;

function frame(kind: number, payload: Buffer): Buffer {
  const size = Buffer.alloc(5);
  size.writeUInt8(kind, 0);
  size.writeUInt32BE(payload.length, 1);
  return Buffer.concat([size, payload]);
}

async function* frames(entries: AsyncIterable<EntryToWrite>): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const { head, bytes = [] } of entries) {
    count += 1;
    yield frame(headFrame, Buffer.from(JSON.stringify(head)));
    for await (const part of bytes) {
      for (let from = 0; from < part.length; from += frameLimit)
        yield frame(dataFrame, part.subarray(from, from + frameLimit));
    }
  }
  yield frame(headFrame, Buffer.from(JSON.stringify({ kind: 'end', count })));
}

/** Writes an archive beside its place and moves it there once it is whole and on the disk. */
export async function writeArchive(file: string, key: string, entries: AsyncIterable<EntryToWrite>): Promise<void> {
  const aside = `${file}.part`;
  try {
    const target = createWriteStream(aside, { mode: 0o600 });
    await pipeline(Readable.from(frames(entries)), createGzip({ level: 1 }), encryption(key), target);
    const written = await open(aside, 'r+');
    await written.sync().finally(() => written.close());
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** One entry that is being read; its bytes must be consumed before the next one, or are skipped. */
export interface Entry {
  readonly head: EntryHead;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads an archive. Throws `BackupError` as soon as it meets a part that is not as it was written. */
export async function* readArchive(file: string, key: string): AsyncGenerator<Entry> {
  const plain = createGunzip();
  // Errors of the whole chain arrive at its end.
  const flowing = pipeline(createReadStream(file), decryption(key), plain).then(
    () => null,
    (error: unknown) => error,
  );
  let count = 0;
  let ended = false;
  try {
    const parts = partsOf(plain)[Symbol.asyncIterator]();
    let part = await parts.next();
    while (!part.done) {
      if (ended || part.value.kind !== headFrame) throw new BackupError('damaged');
      const head = JSON.parse(part.value.payload.toString('utf8')) as EntryHead;
      if (head.kind === 'end') {
        if (head['count'] !== count) throw new BackupError('damaged');
        ended = true;
        part = await parts.next();
        continue;
      }
      count += 1;
      let current = await parts.next();
      const bytes = async function* () {
        for (; !current.done && current.value.kind === dataFrame; current = await parts.next())
          yield current.value.payload;
      };
      const source = bytes();
      yield { head, bytes: source };
      for await (const skipped of source) void skipped;
      part = current;
    }
    const failed = await flowing;
    if (failed) throw failed;
    if (!ended) throw new BackupError('cut');
  } catch (error) {
    const failed = plain.errored ? await flowing : error;
    throw asBackupError(failed ?? error);
  } finally {
    plain.destroy();
  }
}

/** Reads the whole archive first, so that an incomplete one is refused before anything is written. */
export async function checkArchive(file: string, key: string): Promise<EntryHead> {
  let first: EntryHead | null = null;
  for await (const { head } of readArchive(file, key)) first ??= head;
  if (first?.kind !== 'manifest') throw new BackupError('notABackup');
  return first;
}

async function* partsOf(plain: AsyncIterable<Buffer>): AsyncGenerator<{ kind: number; payload: Buffer }> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const part of plain) {
    waiting = waiting.length === 0 ? part : Buffer.concat([waiting, part]);
    let at = 0;
    while (waiting.length - at >= 5) {
      const size = waiting.readUInt32BE(at + 1);
      if (size > frameLimit) throw new BackupError('damaged');
      if (waiting.length - at < 5 + size) break;
      yield { kind: waiting.readUInt8(at), payload: waiting.subarray(at + 5, at + 5 + size) };
      at += 5 + size;
    }
    waiting = waiting.subarray(at);
  }
  if (waiting.length > 0) throw new BackupError('cut');
}

function asBackupError(error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const { code = '' } = error as { code?: string };
  if (code === 'ENOENT') return new BackupError('notABackup', 'there is no such file');
  return /^(Z_|ERR_STREAM_PREMATURE_CLOSE)/.test(code) ? new BackupError('damaged') : error;
}
