import type { LabelFormat } from './carrier.ts';
import { text } from '../wire/read.ts';

/** The media type by the first bytes, which is more reliable than the reply's own. */
function formatOf(bytes: Buffer, named: string | null): LabelFormat | null {
  const head = bytes.subarray(0, 8).toString('latin1');
  if (head.startsWith('%PDF')) return 'pdf';
  if (head.startsWith('\u0089PNG')) return 'png';
  if (head.startsWith('GIF8')) return 'gif';
  const code = (named ?? '').toUpperCase();
  const start = bytes.subarray(0, 400).toString('latin1');
  if (code.startsWith('ZPL') || /\^XA/.test(start)) return 'zpl';
  if (code.startsWith('EPL') || /^\s*N\r?\n/.test(start)) return 'epl';
  return null;
}

/** A label or a document out of a reply; null where it is none that can be printed. */
export function documentIn(encoded: unknown, named: unknown): { format: LabelFormat; bytes: Buffer } | null {
  const letters = typeof encoded === 'string' ? encoded.replace(/\s+/g, '') : '';
  if (letters.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(letters)) return null;
  const bytes = Buffer.from(letters, 'base64');
  const format = formatOf(bytes, text(named));
  return format ? { format, bytes } : null;
}
