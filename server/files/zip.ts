import { crc32 } from 'node:zlib';

const local = 0x04034b50;
const central = 0x02014b50;
const ending = 0x06054b50;
/** UTF-8 names (bit 11); entries are stored uncompressed. */
const flags = 0x0800;
/** 1 January 1980, the first date of the format: a constant, so that equal files give equal archives. */
const day = 0x0021;

/** Writes a zip archive incrementally, holding one file at a time. */
export class ZipWriter {
  readonly #directory: Buffer[] = [];
  #files = 0;
  #offset = 0;

  /** The header before a file's bytes. `name` must not contain folders. */
  head(name: string, bytes: Buffer): Buffer {
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(day, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(this.#offset, 10);
    this.#directory.push(sign(central), Buffer.from([20, 0]), facts, place, named);
    const head = Buffer.concat([sign(local), facts, named]);
    this.#offset += head.length + bytes.length;
    this.#files += 1;
    return head;
  }

  /** The central directory after the last file. */
  end(): Buffer {
    const directory = Buffer.concat(this.#directory);
    const end = Buffer.alloc(18);
    end.writeUInt16LE(this.#files, 4);
    end.writeUInt16LE(this.#files, 6);
    end.writeUInt32LE(directory.length, 8);
    end.writeUInt32LE(this.#offset, 12);
    return Buffer.concat([directory, sign(ending), end]);
  }
}

/** A zip archive of short texts. */
export function zipOf(entries: readonly { readonly name: string; readonly text: string }[]): Buffer {
  const zip = new ZipWriter();
  const files = entries.flatMap(({ name, text }) => {
    const bytes = Buffer.from(text);
    return [zip.head(name, bytes), bytes];
  });
  return Buffer.concat([...files, zip.end()]);
}

function sign(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
