import type { EntityMeta, FieldMeta } from '../meta/entity.ts';
import { printEntity } from '../meta/print-entity.ts';
import { isScreen, type EntityDocument, type SchemaDocument, type WordTree } from './document.ts';
import { mapNames } from './names.ts';

/** One leaf of a flattened document: a value, or a list whose items are identified by their content. */
export type Leaf = { readonly value: unknown } | { readonly list: readonly string[] };

/**
 * A document as leaves by address (`fields/weight/scale`). Fields are addressed by their ids, rules by their codes, the
 * rest by name; so the order of keys has no meaning, and a renamed field is one changed leaf.
 */
export type Flat = ReadonlyMap<string, Leaf>;

/** How a part of a document becomes leaves and comes back. */
type Shape =
  | { readonly kind: 'value' }
  | { readonly kind: 'list' }
  /** Rows of field names; a row is one item. */
  | { readonly kind: 'rows' }
  /** Parts under names that people chose, in an order that counts. */
  | { readonly kind: 'named'; readonly of: Shape }
  /** A list of objects, each under a key of its own. */
  | { readonly kind: 'keyed'; readonly key: (item: Readonly<Record<string, unknown>>) => string; readonly of: Shape }
  | { readonly kind: 'object'; readonly parts: Readonly<Record<string, Shape>> };

const value: Shape = { kind: 'value' };
const list: Shape = { kind: 'list' };
const rows: Shape = { kind: 'rows' };
const named = (of: Shape): Shape => ({ kind: 'named', of });
const object = (parts: Record<string, Shape>): Shape => ({ kind: 'object', parts });
const keyed = (key: string): Shape => ({ kind: 'keyed', key: (item) => String(item[key]), of: object({}) });

const plainField = object({ options: list, accept: list });
const field = object({ options: list, accept: list, fields: named(plainField) });
const action = object({
  from: list,
  guard: keyed('code'),
  form: list,
  require: list,
  prefill: named(value),
  show: list,
  input: named(plainField),
  set: named(value),
  effects: list,
  jobs: list,
});
const documentBlock = object({ fields: list, columns: list, totals: list });
const shape = object({
  fields: named(field),
  validations: keyed('code'),
  indexes: { kind: 'keyed', key: (item) => (item['fields'] as string[]).join('+'), of: object({ fields: list }) },
  list: object({
    columns: list,
    filters: list,
    search: list,
    totals: list,
    counted: named(object({})),
    figures: { kind: 'keyed', key: (item) => `${String(item['entity'])}:${String(item['counted'])}`, of: object({}) },
    views: named(object({})),
  }),
  form: named(rows),
  formLayout: object({}),
  detail: object({
    summary: list,
    sections: named(rows),
    related: { kind: 'keyed', key: (item) => `${String(item['entity'])}:${String(item['by'])}`, of: object({}) },
  }),
  documents: named(object({ blocks: { kind: 'keyed', key: (item) => String(item['block']), of: documentBlock } })),
  workflow: object({ startEffects: list, states: named(object({})), transitions: named(action) }),
  actions: named(action),
  access: named({
    kind: 'keyed',
    key: (item) => String(item['$at']),
    of: object({ codes: list, hide: list, readOnly: list }),
  }),
  tests: named(object({ expect: object({ codes: list, refusals: list }) })),
});

const screenShape = object({
  blocks: { kind: 'keyed', key: (item) => String(item['block']), of: object({ columns: list, acts: list, to: list }) },
});

export function flatten(document: SchemaDocument): Flat {
  const flat = new Map<string, Leaf>();
  if (isScreen(document)) flattenPart({ of: screenShape, part: document.meta, address: '', flat });
  else flattenPart({ of: shape, part: byIds(document.meta), address: '', flat });
  for (const [culture, words] of Object.entries(document.texts)) flattenWords(words, `texts/${culture}`, flat);
  return flat;
}

/** The document that flattens to these leaves. Their addresses must form one tree, which contains its own kind. */
export function unflatten<D extends SchemaDocument = EntityDocument>(flat: Flat): D {
  const meta = flat.has('screen')
    ? unflattenPart(screenShape, '', flat)
    : byNames(unflattenPart(shape, '', flat) as unknown as EntityMeta);
  return { meta, texts: wordsAt(flat) } as D;
}

/** The words among leaves, as trees by culture. */
export function wordsAt(leaves: Iterable<readonly [string, Leaf]>): Record<string, WordTree> {
  const texts: Record<string, Record<string, unknown>> = {};
  for (const [address, leaf] of leaves) {
    const [head, culture = '', ...path] = address.split('/');
    if (head === 'texts' && 'value' in leaf) putWord((texts[culture] ??= {}), path.map(unescape), leaf.value);
  }
  return texts as Record<string, WordTree>;
}

/** The canonical text of a document: what its hash is taken of. */
export function printDocument(document: SchemaDocument): string {
  const { texts } = document;
  const meta = isScreen(document) ? `${JSON.stringify(document.meta, null, 2)}\n` : printEntity(document.meta);
  return `${meta}${JSON.stringify(sorted(texts), null, 2)}\n`;
}

const sorted = (tree: unknown): unknown =>
  typeof tree === 'object' && tree !== null
    ? Object.fromEntries(
        Object.entries(tree)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : tree;

type Parts = Readonly<Record<string, unknown>>;

function flattenPart({
  of,
  part,
  address,
  flat,
}: {
  of: Shape;
  part: unknown;
  address: string;
  flat: Map<string, Leaf>;
}): void {
  const inside = (key: string) => (address === '' ? key : `${address}/${key}`);
  switch (of.kind) {
    case 'value':
      flat.set(address, { value: part });
      return;
    case 'list':
      flat.set(address, { list: part as string[] });
      return;
    case 'rows':
      flat.set(address, { list: (part as string[][]).map((row) => row.join(' ')) });
      return;
    case 'named':
      flat.set(address, { list: Object.keys(part as Parts) });
      for (const [key, inner] of Object.entries(part as Parts))
        flattenPart({ of: of.of, part: inner, address: inside(key), flat });
      return;
    case 'keyed': {
      const keys = uniqueKeys((part as Parts[]).map(of.key));
      flat.set(address, { list: keys });
      (part as Parts[]).forEach((inner, at) =>
        flattenPart({ of: of.of, part: inner, address: inside(keys[at] ?? ''), flat }),
      );
      return;
    }
    case 'object':
      // An empty object is something said, too: a state without a word.
      if (Object.keys(part as Parts).length === 0) flat.set(inside('{}'), { value: true });
      for (const [key, inner] of Object.entries(part as Parts)) {
        if (inner !== undefined) flattenPart({ of: of.parts[key] ?? value, part: inner, address: inside(key), flat });
      }
  }
}

function unflattenPart(of: Shape, address: string, flat: Flat): unknown {
  const inside = (key: string) => (address === '' ? key : `${address}/${key}`);
  const leaf = flat.get(address);
  const items = leaf && 'list' in leaf ? leaf.list : [];
  switch (of.kind) {
    case 'value':
      return leaf && 'value' in leaf ? leaf.value : undefined;
    case 'list':
      return [...items];
    case 'rows':
      return items.map((row) => row.split(' '));
    case 'named':
      return Object.fromEntries(items.map((key) => [key, unflattenPart(of.of, inside(key), flat)]));
    case 'keyed':
      return items.map((key) => unflattenPart(of.of, inside(key), flat));
    case 'object':
      return Object.fromEntries(
        childrenOf(flat, address).flatMap((key) => {
          if (key === '{}' || (address === '' && key === 'texts')) return [];
          return [[key, unflattenPart(of.parts[key] ?? value, inside(key), flat)]];
        }),
      );
  }
}

/** The next steps below an address, each once. Kept per flat, for a walk asks at every node. */
function childrenOf(flat: Flat, address: string): string[] {
  let known = cache.get(flat);
  if (!known) {
    known = new Map<string, Set<string>>();
    for (const whole of flat.keys()) {
      let above = '';
      for (const key of whole.split('/')) {
        const children = known.get(above) ?? new Set<string>();
        known.set(above, children.add(key));
        above = above === '' ? key : `${above}/${key}`;
      }
    }
    cache.set(flat, known);
  }
  return [...(known.get(address) ?? [])];
}
const cache = new WeakMap<Flat, Map<string, Set<string>>>();

/** The second of the same name is `name~2`. */
function uniqueKeys(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key}~${times}`;
  });
}

/** The declaration with fields called by their ids, each holding its name; grants always a list. */
function byIds(meta: EntityMeta): object {
  const idOf = (name: string) => meta.fields[name]?.id ?? name;
  const lineId = (lines: string, name: string) => meta.fields[lines]?.fields?.[name]?.id ?? name;
  const mapped = mapNames(meta, { field: idOf, line: lineId });
  const naming = (fields: Readonly<Record<string, FieldMeta>>, source: Readonly<Record<string, FieldMeta>>): object =>
    Object.fromEntries(
      Object.entries(source).map(([name, { id = name }]) => {
        const { id: _, ...rest } = fields[id] ?? { type: 'text' as const };
        const inner = source[name]?.fields;
        return [id, { name, ...rest, ...(inner && rest.fields ? { fields: naming(rest.fields, inner) } : {}) }];
      }),
    );
  return {
    ...mapped,
    fields: naming(mapped.fields, meta.fields),
    access: Object.fromEntries(
      Object.entries(mapped.access).map(([role, grants]) => [
        role,
        [grants].flat().map((grant, at) => ({ $at: at + 1, ...grant })),
      ]),
    ),
  };
}

type NamedField = FieldMeta & { readonly name: string };

function byNames(meta: EntityMeta): EntityMeta {
  const named = meta.fields as Readonly<Record<string, NamedField>>;
  const lineOf = (lines: string, id: string) =>
    (named[lines]?.fields as Readonly<Record<string, NamedField>> | undefined)?.[id]?.name ?? id;
  const mapped = mapNames(meta, { field: (id) => named[id]?.name ?? id, line: lineOf });
  const naming = (
    fields: Readonly<Record<string, FieldMeta>>,
    source: Readonly<Record<string, NamedField>>,
  ): Record<string, FieldMeta> =>
    Object.fromEntries(
      Object.entries(source).map(([id, { name, fields: inner }]) => {
        const { name: _, ...rest } = fields[name] as NamedField;
        const lines = inner && rest.fields ? { fields: naming(rest.fields, inner as Record<string, NamedField>) } : {};
        return [name, { ...rest, ...(id === name ? {} : { id }), ...lines } as FieldMeta];
      }),
    );
  return {
    ...mapped,
    fields: naming(mapped.fields, named),
    access: Object.fromEntries(
      Object.entries(mapped.access).map(([role, grants]) => {
        const all = [grants].flat().map((grant) => {
          const { $at: _, ...rest } = grant as typeof grant & { $at: number };
          return rest;
        });
        return [role, all.length === 1 && all[0] ? all[0] : all];
      }),
    ),
  };
}

function flattenWords(words: WordTree, address: string, flat: Map<string, Leaf>): void {
  for (const [key, word] of Object.entries(words)) {
    const inside = `${address}/${escape(key)}`;
    if (typeof word === 'string') flat.set(inside, { value: word });
    else flattenWords(word, inside, flat);
  }
}

/** A choice may be called anything; a slash in it must not part an address. */
const escape = (key: string): string => key.replaceAll('%', '%25').replaceAll('/', '%2F');
const unescape = (key: string): string => key.replaceAll('%2F', '/').replaceAll('%25', '%');

function putWord(tree: Record<string, unknown>, path: readonly string[], word: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) tree[key] = word;
  else putWord((tree[key] ??= {}) as Record<string, unknown>, rest, word);
}

/** Whether two leaves say the same. */
export function sameLeaf(one: Leaf | undefined, other: Leaf | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if ('list' in one && 'list' in other) return one.list.join('\n') === other.list.join('\n');
  return (
    'value' in one && 'value' in other && JSON.stringify(sorted(one.value)) === JSON.stringify(sorted(other.value))
  );
}
