import type { Kind } from './sniff.ts';

/** Endings that a kind may have beside its own. */
const otherEndings: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg', 'jpe', 'jfif'] };
/** Kinds that are known for certain: their ending must say so. */
const certain: ReadonlySet<string> = new Set(['png', 'jpg', 'webp', 'gif', 'pdf', 'xlsx']);
/** Names that some systems take for devices. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A name under which a file may be kept and saved by anybody: no path, no control or invisible characters (those that
 * turn the direction of writing among them), none that a file system refuses, with an ending that does not hide what the
 * file is. Never empty, at most 220 characters.
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
  // A GIF that became a PNG, or an ending that says something else.
  const bare = fits || /^(png|jpe?g|gif|webp)$/i.test(ending) ? stem : named;
  return `${[...bare].slice(0, 200).join('').trim()}.${fits ? ending : suffix}`;
}

/** `Content-Disposition` of a download: the name for old readers and for new ones, every byte of it harmless. */
export function disposition(how: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename=${encoded}; filename*=UTF-8''${encoded}`;
}
