import type { Kind } from './sniff.ts';

/** Alternative extensions of a type. */
const otherEndings: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg', 'jpe', 'jfif'] };
/** Types detected reliably, whose extension must match. */
const certain: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif', 'pdf', 'xlsx']);
/** Names reserved for devices on some systems. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A safe file name: no path, no control or invisible characters (including bidirectional marks), nothing that a file
 * system refuses, with an extension that matches the content. Never empty, at most 220 characters.
 */
export function safeName(name: string, { suffix }: Kind): string {
  const last = name.normalize('NFC').split(/[\\/]/).pop() ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const named = device.test(plain) ? `_${plain}` : plain || 'file';
  const [, stem = named, ending = ''] = /^(.+)\.([^.\s]{1,10})$/.exec(named) ?? [];
  const fits =
    ending !== '' && (!certain.has(suffix) || [suffix, ...(otherEndings[suffix] ?? [])].includes(ending.toLowerCase()));
  // A GIF that became a PNG, or a wrong extension.
  const bare = fits || /^(png|jpe?g|gif|webp)$/i.test(ending) ? stem : named;
  return `${[...bare].slice(0, 200).join('').trim()}.${fits ? ending : suffix}`;
}

/** `Content-Disposition` of a download, with an ASCII name and the encoded full one. */
export function disposition(how: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename=${encoded}; filename*=UTF-8''${encoded}`;
}
