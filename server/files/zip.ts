import { crc32 } from 'node:zlib';

/** A file on its way into an archive. */
export interface ZipEntry {
  /** A plain name without folders. */
  name: string;
  text: string;
}

const local = 0x04034b50;
const central = 0x02014b50;
const ending = 0x06054b50;
/** Names are UTF-8 (bit 11); nothing is packed, for a handful of short texts. */
const flags = 0x0800;
/** 1 January 1980, the first day that the format knows: the same texts make the same bytes. */
const day = 0x0021;

/** A zip archive of short texts. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [named, bytes] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(day, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(sign(local), facts, named, bytes);
    directory.push(sign(central), Buffer.from([20, 0]), facts, place, named);
    offset += 4 + facts.length + named.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, sign(ending), end]);
}

function sign(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
