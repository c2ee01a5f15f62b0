import { inflateRawSync, createInflateRaw } from 'node:zlib';

/**
 * Whether an archive stays within its bounds when it is unpacked: first by what its directory declares, then by unpacking
 * every entry and counting, because a directory may lie. Answers the code of an issue, or null.
 * @param {Buffer} bytes
 * @param {{ total: number, part: number, sheet: number, entries: number }} limits
 * @returns {Promise<string | null>}
 */
export async function zipProblem(bytes, limits) {
  const entries = directory(bytes, limits.entries);
  if (!entries) return 'import.unreadable';
  let total = 0;
  for (const { name, declared } of entries) {
    total += declared;
    if (declared > bound(name, limits) || total > limits.total) return 'import.tooLarge';
  }
  let counted = 0;
  for (const entry of entries) {
    const most = Math.min(bound(entry.name, limits), limits.total - counted);
    const size = await unpackedSize(bytes, entry, most);
    if (size === null) return 'import.unreadable';
    counted += size;
    if (size > most) return 'import.tooLarge';
  }
  return null;
}

const bound = (name, limits) => (name.startsWith('xl/worksheets/') ? limits.sheet : limits.part);

/** The entries of the central directory; null where there is none, or one that is split or of the 64-bit kind. */
function directory(bytes, most) {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > bytes.length) return null;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0 || count > most || at >= end) return null;
  const entries = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      declared: bytes.readUInt32LE(at + 24),
      start: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Bytes of an entry once unpacked, counted no further than `most`; null where it cannot be unpacked. */
async function unpackedSize(bytes, { method, packed, start }, most) {
  if (start + 30 > bytes.length || bytes.readUInt32LE(start) !== 0x04034b50) return null;
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  if (from + packed > bytes.length) return null;
  const part = bytes.subarray(from, from + packed);
  if (method === 0) return part.length;
  if (method !== 8) return null;
  if (packed < 65_536) return smallSize(part, most);
  const inflate = createInflateRaw();
  inflate.end(part);
  let size = 0;
  try {
    for await (const chunk of inflate) {
      size += chunk.length;
      if (size > most) break;
    }
  } catch {
    return null;
  }
  return size;
}

function smallSize(part, most) {
  try {
    return inflateRawSync(part, { maxOutputLength: Math.max(most, 1) }).length;
  } catch (error) {
    return error.code === 'ERR_BUFFER_TOO_LARGE' ? most + 1 : null;
  }
}
