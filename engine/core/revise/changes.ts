import { isScreen, type SchemaDocument } from './document.ts';
import { flatten, sameLeaf, type Flat, type Leaf } from './flat.ts';
import { movedItems } from './sequence.ts';

/** What kind of thing a change is about; its words are the designer's. */
export type ChangedThing =
  | 'entity'
  | 'field'
  | 'rule'
  | 'index'
  | 'list'
  | 'view'
  | 'total'
  | 'section'
  | 'related'
  | 'state'
  | 'transition'
  | 'action'
  | 'grant'
  | 'test'
  | 'document'
  | 'screen'
  | 'block'
  | 'text';

/** One change that means something: never the order of keys, never the same thing twice. */
export interface Change {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'renamed';
  readonly thing: ChangedThing;
  /** The address of the part, by ids: `fields/weight`, `list/columns`, `workflow/transitions/pass`. */
  readonly at: string;
  /** The part's name as people know it. */
  readonly name: string;
  /** What of the part: `scale`, `required`, an item of a list; absent where the whole part is meant. */
  readonly what?: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The ways at which a whole part begins, the deepest that fits counts. `*` is one step. */
const parts: readonly [string, ChangedThing][] = [
  ['fields/*/fields/*', 'field'],
  ['fields/*', 'field'],
  ['validations/*', 'rule'],
  ['indexes/*', 'index'],
  ['list/views/*', 'view'],
  ['list/counted/*', 'total'],
  ['list/figures/*', 'total'],
  ['form/*', 'section'],
  ['detail/sections/*', 'section'],
  ['detail/related/*', 'related'],
  ['documents/*/blocks/*', 'block'],
  ['documents/*', 'document'],
  ['workflow/states/*', 'state'],
  ['workflow/transitions/*/guard/*', 'rule'],
  ['actions/*/guard/*', 'rule'],
  ['workflow/transitions/*', 'transition'],
  ['actions/*', 'action'],
  ['access/*/*', 'grant'],
  ['access/*', 'grant'],
  ['tests/*', 'test'],
  ['blocks/*', 'block'],
];

/** The differences between two revisions of an entity or a screen, in the terms of the entity language. */
export const changesBetween = <D extends SchemaDocument>(from: D, to: D): Change[] => {
  const [was, is] = [inNames(from), inNames(to)];
  return changesOfFlats(flatten(from), flatten(to)).map((change) => ({
    ...change,
    ...(change.what === undefined ? {} : { what: is(change.what) as string }),
    ...('from' in change ? { from: was(change.from) } : {}),
    ...('to' in change ? { to: is(change.to) } : {}),
  }));
};

/** Texts with field ids, rewritten with the names of a document: ids are for comparing, names for reading. */
function inNames(document: SchemaDocument): (value: unknown) => unknown {
  if (isScreen(document)) return (value) => value;
  const { meta } = document;
  const names = new Map(
    Object.entries(meta.fields).flatMap(([name, { id }]) => (id === undefined || id === name ? [] : [[id, name]])),
  );
  if (names.size === 0) return (value) => value;
  const ids = new RegExp(`\\b(${[...names.keys()].join('|')})\\b`, 'g');
  return (value) => (typeof value === 'string' ? value.replace(ids, (id) => names.get(id) ?? id) : value);
}

export function changesOfFlats(from: Flat, to: Flat): Change[] {
  const changes: Change[] = [];
  const whole = new Set<string>();
  const addresses = [...new Set([...from.keys(), ...to.keys()])].filter(
    (address) => !sameLeaf(from.get(address), to.get(address)),
  );
  // Parts that came or went are one change each, with all that is in them.
  for (const address of addresses) {
    const part = partOf(address);
    if (!part || whole.has(part.at) || [...whole].some((at) => address.startsWith(`${at}/`))) continue;
    const [was, is] = [exists(from, part.at), exists(to, part.at)];
    if (was === is) continue;
    whole.add(part.at);
    changes.push({ kind: is ? 'added' : 'removed', ...part, name: nameAt(is ? to : from, part.at) });
  }
  for (const address of addresses) {
    if ([...whole].some((at) => address === at || address.startsWith(`${at}/`))) continue;
    changes.push(...changesAt({ address, from, to, whole }));
  }
  return changes;
}

function changesAt({
  address,
  from,
  to,
  whole,
}: {
  address: string;
  from: Flat;
  to: Flat;
  whole: ReadonlySet<string>;
}): Change[] {
  const [was, is] = [from.get(address), to.get(address)];
  const part = partOf(address) ?? { at: holderOf(address), thing: thingOf(address, to) };
  const name = nameAt(to, part.at);
  const what = address === part.at ? undefined : address.slice(part.at.length + 1);
  const base = { thing: part.thing, at: part.at, name, ...(what === undefined ? {} : { what }) };
  if (what === 'name' && part.thing === 'field' && was && is) {
    return [{ ...base, kind: 'renamed', from: plain(was), to: plain(is) }];
  }
  if (!(was && 'list' in was) && !(is && 'list' in is)) {
    return what === '{}' ? [] : [{ ...base, kind: 'changed', from: was && plain(was), to: is && plain(is) }];
  }
  const [before, after] = [listOf(was), listOf(is)];
  // The parts of a list of parts have their own changes; here it is only about their order.
  const isOfParts = partOf(`${address}/x`)?.at === `${address}/x`;
  const items = (all: readonly string[], others: readonly string[], kind: 'added' | 'removed') =>
    isOfParts
      ? []
      : all.filter((item) => !others.includes(item)).map((item): Change => ({ ...itemChange(base, item), kind }));
  const moved = movedItems(before, after).map((item): Change => {
    const inPart = isOfParts ? partOf(`${address}/${item}`) : null;
    const places = { from: before.indexOf(item), to: after.indexOf(item) };
    return inPart
      ? { kind: 'moved', ...inPart, name: nameAt(to, inPart.at), ...places }
      : { ...itemChange(base, item), kind: 'moved', ...places };
  });
  void whole;
  return [...items(before, after, 'removed'), ...items(after, before, 'added'), ...moved];
}

const itemChange = (base: Omit<Change, 'kind'>, item: string): Omit<Change, 'kind'> => ({
  ...base,
  what: base.what === undefined ? item : `${base.what}/${item}`,
});

const plain = (leaf: Leaf): unknown => ('list' in leaf ? leaf.list : leaf.value);
const listOf = (leaf: Leaf | undefined): readonly string[] => (leaf && 'list' in leaf ? leaf.list : []);

/** The innermost part that contains an address. */
function partOf(address: string): { at: string; thing: ChangedThing } | null {
  const steps = address.split('/');
  for (const [path, thing] of parts) {
    const wanted = path.split('/');
    if (steps.length >= wanted.length && wanted.every((step, at) => step === '*' || step === steps[at])) {
      return { at: steps.slice(0, wanted.length).join('/'), thing };
    }
  }
  return null;
}

const exists = (flat: Flat, at: string): boolean => {
  if (flat.has(at)) return true;
  const [holder, item] = [at.slice(0, at.lastIndexOf('/')), at.slice(at.lastIndexOf('/') + 1)];
  return listOf(flat.get(holder)).includes(item);
};

function thingOf(address: string, flat: Flat): ChangedThing {
  if (address.startsWith('texts/')) return 'text';
  if (flat.has('screen')) return 'screen';
  return /^(list|form|detail)(\/|$)/.test(address) ? 'list' : 'entity';
}

const holderOf = (address: string): string =>
  address.startsWith('texts/') || !address.includes('/') ? address : address.slice(0, address.lastIndexOf('/'));

const nameAt = (flat: Flat, at: string): string => {
  const name = flat.get(`${at}/name`);
  return name && 'value' in name ? String(name.value) : at.slice(at.lastIndexOf('/') + 1);
};
