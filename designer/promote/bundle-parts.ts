import { documentKey, type SchemaDocument } from '../../engine/core/index.ts';

/** One entity or screen of a bundle. */
export interface BundlePart {
  readonly document: SchemaDocument;
}

/** What a tenant's schemas say, as one file. */
export interface Bundle {
  readonly entities: readonly BundlePart[];
  readonly screens: readonly BundlePart[];
}

/** A parsed bundle; null if it is none. Unknown content is kept. */
export function bundleOf(value: unknown): Bundle | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('bundle' in value) return bundleOf(value.bundle);
  if (!('entities' in value)) return null;
  const { entities, screens = [] } = value as { entities: unknown; screens?: unknown };
  return isParts(entities) && isParts(screens) ? { ...value, entities, screens } : null;
}

const isParts = (value: unknown): value is readonly BundlePart[] =>
  Array.isArray(value) &&
  value.every((part: unknown) => {
    if (typeof part !== 'object' || part === null || !('document' in part)) return false;
    const { document } = part;
    return typeof document === 'object' && document !== null && 'texts' in document && 'meta' in document;
  });

/** By what name a part is known: an entity by its own, a screen by `screen:<name>`. */
export const keyOf = ({ document }: BundlePart): string => documentKey(document);

export const partsOf = ({ entities, screens }: Bundle): readonly BundlePart[] => [...entities, ...screens];

/** The bundle without what was not chosen. */
export const chosenOf = (bundle: Bundle, chosen: ReadonlySet<string>): Bundle => ({
  ...bundle,
  entities: bundle.entities.filter((part) => chosen.has(keyOf(part))),
  screens: bundle.screens.filter((part) => chosen.has(keyOf(part))),
});

/** What a part is called in a language, else in any. */
export function nameOf({ document }: BundlePart, culture: string): string {
  const words = [document.texts[culture], ...Object.values(document.texts)].flatMap((tree) => [
    tree?.['name'],
    tree?.['title'],
  ]);
  return words.find((word): word is string => typeof word === 'string' && word !== '') ?? documentKey(document);
}
