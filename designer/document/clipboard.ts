import {
  applyCommands,
  type Command,
  type EntityDocument,
  type FieldMeta,
  type Issue,
  type WordTree,
} from '../../engine/core/index.ts';
import type { DesignerState } from './state.ts';
import { arranged, fieldOf, freeName, placeCommands, type FieldTarget, type Where } from './form-moves.ts';

/** The groups of texts that a field may have. */
const heads = ['fields', 'help', 'notes', 'options', 'lines'] as const;

export interface CopiedField {
  readonly name: string;
  readonly meta: FieldMeta;
  /** By culture and head: the label under `fields`, the explanation under `help` ... */
  readonly words: Readonly<Record<string, Readonly<Record<string, string | WordTree>>>>;
}

/** The content of the clipboard: plain JSON that another entity, tenant or script can read. */
export interface Copied {
  readonly kind: 'lading.fields';
  readonly entity: string;
  readonly fields: readonly CopiedField[];
}

/** Copies the fields at these places, sections with all that is in them; answers how many. */
export async function copyPlaces(
  { document }: Pick<DesignerState, 'document'>,
  places: readonly string[],
): Promise<number> {
  const copied = copiedOf(document, places);
  await navigator.clipboard.writeText(JSON.stringify(copied, null, 2));
  return copied.fields.length;
}

export function copiedOf({ meta, texts }: EntityDocument, places: readonly string[]): Copied {
  const inSections = places.flatMap((place) => {
    const [where, section] = place.startsWith('detail.sections.')
      ? (['detail.sections', place.slice(16)] as const)
      : (['form', place.slice(5)] as const);
    return fieldOf(place) === null ? (arranged(meta, where)[section] ?? []).flat() : [];
  });
  const names = [...new Set([...places.flatMap((place) => fieldOf(place) ?? []), ...inSections])];
  const fields = names.flatMap((name): CopiedField[] => {
    const field = meta.fields[name];
    if (!field) return [];
    // Within its entity the field keeps its column; elsewhere it gets a new one.
    const { id: _, ...rest } = field;
    const words = Object.entries(texts).map(([culture, tree]) => {
      const own = heads.flatMap((head) => {
        const word = (tree[head] as WordTree | undefined)?.[name];
        return word === undefined ? [] : [[head, word] as const];
      });
      return [culture, Object.fromEntries(own)] as const;
    });
    return [{ name, meta: rest as FieldMeta, words: Object.fromEntries(words) }];
  });
  return { kind: 'lading.fields', entity: meta.entity, fields };
}

/** Parses clipboard text; null if it is not ours. */
export function readCopied(text: string): Copied | null {
  try {
    const found = JSON.parse(text) as Copied;
    const isField = ({ name, meta }: CopiedField) => typeof name === 'string' && typeof meta?.type === 'string';
    return found.kind === 'lading.fields' && Array.isArray(found.fields) && found.fields.every(isField) ? found : null;
  } catch {
    return null;
  }
}

/** A name that a pasted field refers to and that does not exist here. */
export interface Missing {
  /** `fields.weight.visible`: which option of which pasted field. */
  readonly path: string;
  readonly name: string;
}

/** By `path name`: the field that replaces the missing one, or null to leave the option out. */
export type Choices = Readonly<Record<string, string | null>>;

export interface PastePlan {
  /** The new names by the copied ones. */
  readonly names: Readonly<Record<string, string>>;
  readonly commands: readonly Command[];
  readonly missing: readonly Missing[];
  /** What prevents pasting, besides missing names. */
  readonly issues: readonly Issue[];
}

/** How a paste would go: taken names become free ones, also in references between pasted fields. */
export function planPaste({
  document,
  copied,
  where,
  target,
  choices,
}: {
  document: EntityDocument;
  copied: Copied;
  where: Where;
  target: FieldTarget | null;
  choices: Choices;
}): PastePlan {
  const { meta } = document;
  const names: Record<string, string> = {};
  for (const { name } of copied.fields) names[name] = freeName({ ...meta.fields, ...invert(names) }, name);
  const set = copied.fields.map((field): Command => {
    const at = `fields.${names[field.name]}`;
    const renamed = mentionsMapped(field.meta, (name) => names[name] ?? name);
    return { do: 'set', at, value: withChoices(renamed, at, choices) };
  });
  const words = copied.fields.flatMap((field) => wordCommands(field, names[field.name] ?? field.name));
  const fields = Object.values(names);
  const position = target ?? lastPosition(meta, where);
  const withFields = {
    ...meta,
    fields: { ...meta.fields, ...Object.fromEntries(fields.map((name) => [name, textField])) },
  };
  const place = position ? placeCommands({ meta: withFields, where, fields, target: position }) : [];
  const commands = [...set, ...words, ...place];
  const outcome = applyCommands(document, commands);
  const issues = outcome.ok ? [] : outcome.issues;
  const missing = issues.flatMap(({ path, params }) => {
    const name = params?.['name'] ?? params?.['field'] ?? params?.['entity'];
    return typeof name === 'string' && /^fields\.\w+\.\w+/.test(path) ? [{ path, name }] : [];
  });
  return { names, commands, missing, issues: issues.filter(({ path }) => !missing.some((each) => each.path === path)) };
}

const textField: FieldMeta = { type: 'text' };
const invert = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]));

function lastPosition(meta: EntityDocument['meta'], where: Where): FieldTarget | null {
  const last = Object.entries(arranged(meta, where)).at(-1);
  return last ? { section: last[0], row: last[1].length } : null;
}

const wordCommands = ({ words }: CopiedField, name: string): Command[] =>
  Object.entries(words).flatMap(([culture, byHead]) =>
    Object.entries(byHead).flatMap(([head, word]) => textCommands(culture, `${head}.${name}`, word)),
  );

const textCommands = (culture: string, key: string, word: string | WordTree): Command[] =>
  typeof word === 'string'
    ? [{ do: 'text', culture, key, value: word }]
    : Object.entries(word).flatMap(([inner, deeper]) => textCommands(culture, `${key}.${inner}`, deeper));

/** The options in which a field refers to its siblings. */
const speaking = ['required', 'readOnly', 'visible', 'value', 'filter', 'unit', 'currency', 'over'] as const;
const word = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![.\w])[a-z]\w*/g;

function mentionsMapped(meta: FieldMeta, of: (name: string) => string): FieldMeta {
  const mapped: Record<string, unknown> = { ...meta };
  for (const key of speaking) {
    const target = mapped[key];
    if (typeof target === 'string')
      mapped[key] = target.replace(word, (found) => (/^["']/.test(found) ? found : of(found)));
  }
  return mapped as unknown as FieldMeta;
}

function withChoices(meta: FieldMeta, at: string, choices: Choices): FieldMeta {
  let present = meta;
  for (const [key, choice] of Object.entries(choices)) {
    const [path = '', name] = key.split(' ');
    if (!path.startsWith(`${at}.`)) continue;
    const option = path.slice(at.length + 1).split(/[.[]/)[0] ?? '';
    if (choice !== null) present = mentionsMapped(present, (each) => (each === name ? choice : each));
    else
      present = Object.fromEntries(Object.entries(present).filter(([each]) => each !== option)) as unknown as FieldMeta;
  }
  return present;
}
