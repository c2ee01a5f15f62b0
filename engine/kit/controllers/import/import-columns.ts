import type { Entity, StoredImports } from '../../../core/index.ts';
import type { ImportPreview } from '../../data/data-client.ts';
import type { EntityLabels } from '../../data/entity-labels.ts';
import { typedFields } from '../form-values.ts';

export type ImportMemory = StoredImports;

export const noMemory: ImportMemory = Object.freeze({ headings: {}, keys: [] });

const maxKeys = 50;

/** Rows of a sub-table that columns can be offered for. */
const maxLines = 5;

/** What a column can be taken for, with its words, in the order of the form. */
export function importPlaces(
  entity: Entity,
  words: EntityLabels,
  readOnly: readonly string[],
): { value: string; label: string }[] {
  return typedFields(entity, readOnly)
    .filter(({ type }) => !type.traits.calculated)
    .flatMap((field) => {
      const label = words.field(field.name);
      if (!field.lines) return [{ value: field.name, label }];
      const columns = field.lines.filter(({ type }) => !type.traits.calculated);
      return Array.from({ length: maxLines }, (_, at) => at + 1).flatMap((at) =>
        columns.map(({ name }) => ({
          value: `${field.name}[${at}].${name}`,
          label: `${label} ${at} · ${words.line(field.name, name)}`,
        })),
      );
    });
}

const heading = (text: string): string => text.trim().toLowerCase();

/** The server's guess, overruled by what was chosen for the same headings before; a place is taken once. */
export function startMapping(
  preview: Pick<ImportPreview, 'header' | 'mapping'>,
  { headings }: ImportMemory,
): (string | null)[] {
  const taken = new Set<string>();
  return preview.header.map((text, at) => {
    const place = (Object.hasOwn(headings, heading(text)) ? headings[heading(text)] : preview.mapping[at]) ?? null;
    if (place === null || taken.has(place)) return null;
    taken.add(place);
    return place;
  });
}

/** What to remember of an import, beside what is known of other files. */
export function remember({
  memory,
  header,
  mapping,
  key,
}: {
  memory: ImportMemory;
  header: readonly string[];
  mapping: readonly (string | null)[];
  key: string;
}): ImportMemory {
  const fresh = header.flatMap((text, at) => (heading(text) === '' ? [] : [[heading(text), mapping[at] ?? null]]));
  return {
    headings: { ...memory.headings, ...Object.fromEntries(fresh) },
    keys: [key, ...memory.keys.filter((one) => one !== key)].slice(0, maxKeys),
  };
}

/** Required fields that no column fills, by name. */
export function missingFields(entity: Entity, mapping: readonly (string | null)[]): string[] {
  const filled = new Set(mapping.map((place) => place?.replace(/\[.*/, '')));
  return entity.fields
    .filter(
      ({ system: given, meta, name }) =>
        !given && meta.required === true && meta.default === undefined && !filled.has(name),
    )
    .filter(({ type, meta }) => !type.traits.calculated && meta.readOnly !== true)
    .map(({ name }) => name);
}

/**
 * An idempotency key derived from file and mapping, so that the same import adds its rows once. Null without WebCrypto
 * (insecure origin).
 */
export async function fileKey(path: string, file: Blob, mapping: readonly (string | null)[]): Promise<string | null> {
  if (typeof crypto.subtle === 'undefined') return null;
  const words = new TextEncoder().encode(`${path} ${JSON.stringify(mapping)} `);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const joined = new Uint8Array(words.length + bytes.length);
  joined.set(words);
  joined.set(bytes, words.length);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
  return `import-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
