export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/** Detects the encoding of a text file whose bytes are added in order. */
export interface EncodingDetector {
  /** Answers whether more bytes could change the answer. */
  add(bytes: Uint8Array): boolean;
  /** Null: the bytes are no text. */
  encoding(): TextEncoding | null;
}

/** Bytes above ASCII after which the statistics decide. */
const enough = 10_000;

/**
 * By the byte order mark, else UTF-8 where all bytes are valid, else by statistics: spreadsheets save CSV as GB18030 in
 * China and as Windows-1252 in the West, and neither file says so. UTF-8 with a few broken bytes stays UTF-8.
 */
export function createEncodingDetector(): EncodingDetector {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let found: TextEncoding | null | undefined;
  let last: Uint8Array | undefined;
  let isUtf8 = true;
  let [high, paired, valid] = [0, 0, 0];
  const decodes = (bytes?: Uint8Array): boolean => {
    try {
      utf8.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  const count = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += 1) {
      if (!isHigh(bytes[at])) continue;
      high += 1;
      if (isHigh(bytes[at - 1]) || isHigh(bytes[at + 1])) paired += 1;
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const length = isHigh(bytes[at]) ? sequenceAt(bytes, at) : 0;
      valid += length;
      at += Math.max(0, length - 1);
    }
  };
  return {
    add(bytes) {
      if (found !== undefined || bytes.length === 0) return found === undefined;
      if (!last) found = utf16Of(bytes);
      last = bytes;
      if (found === undefined && bytes.includes(0)) found = null;
      if (found !== undefined) return false;
      isUtf8 &&= decodes(bytes);
      if (!isUtf8) count(bytes);
      return high <= enough;
    },
    encoding() {
      if (found !== undefined) return found;
      if (isUtf8 && decodes()) return (found = 'utf-8');
      // The last character may be cut off, or be none of UTF-8.
      if (isUtf8 && last) count(last);
      if (valid > high * 0.9) return (found = 'utf-8');
      // Chinese characters are pairs of high bytes; accented letters of European languages stand alone.
      return (found = paired > high * 0.8 ? 'gb18030' : 'windows-1252');
    },
  };
}

/** Without a byte order mark, the zero byte of a first ASCII character tells the order. */
function utf16Of([first, second]: Uint8Array): TextEncoding | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0)) return 'utf-16be';
  return undefined;
}

const isHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80;

/** The length of the UTF-8 sequence that starts here; 0: there is none. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
