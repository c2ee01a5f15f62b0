import { crc32 } from 'node:zlib';

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const flags = 0x0800;
const day = 0x0021;

/** A zip of files as they are: labels are packed already. One file is held at a time. */
export async function* archive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const taken = new Set<string>();
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const named = Buffer.from(freeName(name, taken));
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
    directory.push(Buffer.concat([sign(0x02014b50), Buffer.from([20, 0]), facts, place, named]));
    const head = Buffer.concat([sign(0x04034b50), facts, named]);
    offset += head.length + bytes.length;
    yield head;
    yield bytes;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(table.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([table, sign(0x06054b50), end]);
}

/** A name that a folder takes anywhere, and that no other file of the archive has. */
function freeName(name: string, taken: Set<string>): string {
  const [, stem = 'label', suffix = ''] = /^(.*?)(\.[a-z0-9]+)?$/.exec(name.replace(/[^\p{L}\p{N}._ -]/gu, '_')) ?? [];
  let free = `${stem}${suffix}`;
  for (let turn = 2; taken.has(free.toLowerCase()); turn++) free = `${stem} (${turn})${suffix}`;
  taken.add(free.toLowerCase());
  return free;
}

function sign(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
