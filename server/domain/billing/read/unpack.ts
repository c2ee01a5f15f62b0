import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { BadFile } from './refusal.ts';

export interface Packed {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly declared: number;
  readonly start: number;
}

export const archiveLimits = { entries: 200, total: 4_294_967_295, directory: 4_194_304 };

/** The files of an archive by its directory, folders and what systems put beside left out. */
export async function listArchive(path: string): Promise<Packed[]> {
  const file = await open(path, 'r');
  try {
    return entriesOf(await directoryOf(file));
  } finally {
    await file.close();
  }
}

/** Whether an archive is a workbook. */
export async function isWorkbook(path: string): Promise<boolean> {
  const names = (await listArchive(path)).map(({ name }) => name);
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'));
}

async function directoryOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, 65_557));
  await file.read(tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length) throw new BadFile('billing.brokenArchive');
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (length > archiveLimits.directory || start + length > size) throw new BadFile('billing.brokenArchive');
  const directory = Buffer.alloc(length);
  await file.read(directory, 0, length, start);
  return directory;
}

function entriesOf(directory: Buffer): Packed[] {
  const entries: Packed[] = [];
  let at = 0;
  while (at + 46 <= directory.length) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new BadFile('billing.brokenArchive');
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    if (directory.readUInt16LE(at + 8) & 1) throw new BadFile('billing.lockedArchive', { name });
    entries.push({
      name,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      declared: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

export const isContent = ({ name }: Packed): boolean =>
  !name.endsWith('/') && !name.startsWith('__MACOSX/') && !/(^|\/)\.[^/]*$/.test(name);

/** Unpacks one file into a folder under a name of our own. Its declared size holds: a directory may lie. */
export async function unpack(path: string, entry: Packed, folder: string, as: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(30);
    await file.read(head, 0, 30, entry.start);
    if (head.readUInt32LE(0) !== 0x04034b50 || ![0, 8].includes(entry.method))
      throw new BadFile('billing.brokenArchive');
    const from = entry.start + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const target = join(folder, as);
    if (entry.packed === 0) {
      await pipeline(Readable.from([]), createWriteStream(target));
      return target;
    }
    const source = file.createReadStream({ start: from, end: from + entry.packed - 1, autoClose: false });
    let size = 0;
    const counted = new Transform({
      transform(bytes: Buffer, _encoding, done) {
        size += bytes.length;
        done(size > entry.declared ? new BadFile('billing.brokenArchive') : null, bytes);
      },
    });
    const steps = entry.method === 8 ? [createInflateRaw(), counted] : [counted];
    await pipeline([source, ...steps, createWriteStream(target)]);
    if (size !== entry.declared) throw new BadFile('billing.brokenArchive');
    return target;
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile('billing.brokenArchive');
  } finally {
    await file.close();
  }
}
