import { isPlainObject } from './read/read-json.ts';

/** The address of a stored file; pictures in a text are referenced by it. */
const shownAt = '/api/sysFileInfo/preview?id=';

export const pictureAddress = (id: string): string => shownAt + id;

/** The kept file that a picture's address names; null for pictures from elsewhere. */
export function pictureFile(src: unknown): string | null {
  const id = typeof src === 'string' && src.startsWith(shownAt) ? src.slice(shownAt.length) : '';
  return /^\d{1,19}$/.test(id) ? id : null;
}

/** The addresses of the pictures in a document, in their order. */
export function picturesIn(doc: unknown): string[] {
  if (!isPlainObject(doc)) return [];
  const own = doc.type === 'image' && isPlainObject(doc.attrs) ? [String(doc.attrs.src ?? '')] : [];
  return [...own, ...(Array.isArray(doc.content) ? doc.content.flatMap(picturesIn) : [])];
}

/** The stored files of the pictures in a document, each once. */
export const filesIn = (doc: unknown): string[] => [
  ...new Set(picturesIn(doc).flatMap((src) => pictureFile(src) ?? [])),
];
