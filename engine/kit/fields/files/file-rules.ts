import { type FieldMeta, issue, type Issue } from '../../../core/index.ts';

/** Why this file cannot be taken, before any byte is sent: its kind, or its size. */
export function fileFault(file: Pick<File, 'name' | 'type' | 'size'>, meta: FieldMeta): Issue | null {
  if (meta.maxSize !== undefined && file.size > meta.maxSize) {
    return issue('field.file.tooLarge', '', { name: file.name, limit: fileSize(meta.maxSize) });
  }
  const accept = acceptOf(meta);
  if (accept.length === 0 || accept.some((kind) => isKind(file, kind))) return null;
  return issue('field.file.wrongKind', '', { name: file.name, kinds: accept.join(', ') });
}

/** What the field takes; an image field takes pictures even if it says nothing. */
export const acceptOf = (meta: FieldMeta): readonly string[] =>
  meta.accept ?? (meta.type === 'image' ? ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] : []);

/** A media type as people call it: `PDF` for `application/pdf`; kinds such as `image/*` have a word by key. */
export const kindName = (kind: string, word: (key: string) => string): string =>
  kind.endsWith('/*')
    ? word(`field.file.kind.${kind.slice(0, -2)}`)
    : (/([\w-]+)$/.exec(kind)?.[1] ?? kind).toUpperCase();

/** Whether a file of this name is worth asking for in place; what it really is, the server says. */
export const isShownInPlace = (name: string): boolean => /\.(png|jpe?g|webp|gif|pdf)$/i.test(name);

export function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10} ${units[step]}`;
}

function isKind(file: Pick<File, 'name' | 'type'>, kind: string): boolean {
  if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind.toLowerCase());
  return kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind;
}
