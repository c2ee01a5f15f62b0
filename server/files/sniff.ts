/** A detected file type and its extension. */
export interface Kind {
  readonly mediaType: string;
  readonly suffix: string;
}

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Office files before 2007, .xls among them, and encrypted ones of today. */
export const compoundFile = 'application/x-ole-storage';

/** Pictures that may be shown inline: they are re-encoded on upload, so they contain only pixels. */
export const shownInline: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/**
 * Detects a file's type from its content alone, because names prove nothing. Any text (HTML and SVG included) is plain
 * text; the name only decides whether that is a table, which does not affect how it is opened.
 */
export function sniff(head: Buffer, name: string): Kind {
  const begins = (signature: string, at = 0) =>
    head.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (begins('\x89PNG\r\n\x1a\n')) return { mediaType: 'image/png', suffix: 'png' };
  if (begins('\xff\xd8\xff')) return { mediaType: 'image/jpeg', suffix: 'jpg' };
  if (begins('GIF87a') || begins('GIF89a')) return { mediaType: 'image/gif', suffix: 'gif' };
  if (begins('RIFF') && begins('WEBP', 8)) return { mediaType: 'image/webp', suffix: 'webp' };
  if (begins('%PDF-')) return { mediaType: 'application/pdf', suffix: 'pdf' };
  if (begins('PK\x03\x04')) return archive(head);
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (begins('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { mediaType: compoundFile, suffix: ending || 'ole' };
  if (!isText(head)) return { mediaType: 'application/octet-stream', suffix: ending || 'bin' };
  return ending === 'csv' ? { mediaType: 'text/csv', suffix: 'csv' } : { mediaType: 'text/plain', suffix: 'txt' };
}

/** Whether a media type matches a field's list (`image/*`, `application/pdf`); without a list all match. */
export const isAccepted = (mediaType: string, accept: readonly string[] | undefined): boolean =>
  !accept?.length ||
  accept.some((each) => each === mediaType || (each.endsWith('/*') && mediaType.startsWith(each.slice(0, -1))));

function archive(head: Buffer): Kind {
  const text = head.toString('latin1');
  const isSheet = text.includes('xl/') || (text.includes('[Content_Types].xml') && !/(word|ppt)\//.test(text));
  return isSheet ? { mediaType: spreadsheet, suffix: 'xlsx' } : { mediaType: 'application/zip', suffix: 'zip' };
}

function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  try {
    // The head may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/[^\P{Cc}\s]/u.test(text);
  } catch {
    return false;
  }
}
