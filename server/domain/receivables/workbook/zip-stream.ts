import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, its text or bytes pulled as they are needed. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
}

/** Names are UTF-8 (bit 11); sizes and sum stand behind the bytes (bit 3), because they are not known before. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: the same content makes the same bytes. */
const day = 0x0021;

/** A zip archive piece by piece: nothing is held but the piece on its way and a line for each entry. */
export async function* zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const named = Buffer.from(name);
    const head = Buffer.concat([uint32(0x04034b50), facts(0, 0, 0, named.length), uint16(0), named]);
    yield head;
    let [sum, plain, packed] = [0, 0, 0];
    const pack = createDeflateRaw({ level: 6 });
    const written = (async () => {
      let piece = '';
      const push = async (bytes: Buffer) => {
        piece = '';
        sum = crc32(bytes, sum);
        plain += bytes.length;
        if (!pack.write(bytes)) await once(pack, 'drain');
      };
      for await (const part of content) {
        if (typeof part === 'string') piece += part;
        else await push(Buffer.concat([Buffer.from(piece), part]));
        if (piece.length > 32_768) await push(Buffer.from(piece));
      }
      await push(Buffer.from(piece));
      pack.end();
    })().catch((error: unknown) => {
      pack.destroy(error as Error);
    });
    try {
      for await (const bytes of pack as AsyncIterable<Buffer>) {
        packed += bytes.length;
        yield bytes;
      }
    } finally {
      // The reader may stop early.
      pack.destroy();
    }
    await written;
    yield Buffer.concat([uint32(0x08074b50), uint32(sum), uint32(packed), uint32(plain)]);
    directory.push(
      Buffer.concat([
        ...[uint32(0x02014b50), uint16(20), facts(sum, packed, plain, named.length)],
        ...[uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(offset), named],
      ]),
    );
    offset += head.length + packed + 16;
  }
  const listed = Buffer.concat(directory);
  yield Buffer.concat([
    ...[listed, uint32(0x06054b50), uint16(0), uint16(0), uint16(directory.length), uint16(directory.length)],
    ...[uint32(listed.length), uint32(offset), uint16(0)],
  ]);
}

/** What an entry's own head and its line in the directory have in common. */
function facts(sum: number, packed: number, plain: number, nameLength: number): Buffer {
  return Buffer.concat([
    ...[uint16(20), uint16(flags), uint16(deflated), uint16(0), uint16(day)],
    ...[uint32(sum), uint32(packed), uint32(plain), uint16(nameLength)],
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
