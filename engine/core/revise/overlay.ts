import type { EntityDocument, SchemaDocument, WordTree } from './document.ts';
import { flatten, sameLeaf, unflatten, wordsAt, type Flat, type Leaf } from './flat.ts';
import { mergeLists } from './sequence.ts';

/** One thing that a tenant says otherwise than the base: by address, with what the base said when it was written. */
export interface Patch {
  readonly at: string;
  /** Absent: the base had nothing here. */
  readonly base?: Leaf;
  /** Absent: taken away. */
  readonly mine?: Leaf;
}

/** Where the base and the overlay changed the same thing differently. The overlay wins until a person decides. */
export interface Conflict {
  readonly at: string;
  readonly base?: Leaf;
  readonly theirs?: Leaf;
  readonly mine?: Leaf;
}

export interface Merged<D extends SchemaDocument = EntityDocument> {
  readonly document: D;
  readonly conflicts: readonly Conflict[];
}

/** What makes `mine` of `base`. */
export function overlayOf<D extends SchemaDocument>(base: D, mine: D): Patch[] {
  const [from, to] = [flatten(base), flatten(mine)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((at) => {
    const [was, is] = [from.get(at), to.get(at)];
    return sameLeaf(was, is) ? [] : [patch(at, was, is)];
  });
}

const patch = (at: string, base: Leaf | undefined, mine: Leaf | undefined): Patch => ({
  at,
  ...(base ? { base } : {}),
  ...(mine ? { mine } : {}),
});

/** The words that an overlay says, by culture. */
export const wordsOf = (overlay: readonly Patch[]): Record<string, WordTree> =>
  wordsAt(overlay.flatMap(({ at, mine }) => (mine ? [[at, mine] as const] : [])));

/**
 * A base, which may have moved on since the overlay was written, with the overlay on it. No patch is dropped: what cannot
 * be applied any more (its field was removed from the base) and what both changed comes back as a conflict.
 */
export function applyOverlay<D extends SchemaDocument>(base: D, overlay: readonly Patch[]): Merged<D> {
  const theirs = flatten(base);
  const merged = new Map(theirs);
  const conflicts: Conflict[] = [];
  for (const { at, base: was, mine } of overlay) {
    const now = theirs.get(at);
    const outcome = mergeLeaf(was, now, mine);
    if (outcome.conflicting) conflicts.push({ ...patch(at, was, mine), ...(now ? { theirs: now } : {}) });
    if (outcome.leaf) merged.set(at, outcome.leaf);
    else merged.delete(at);
  }
  return { document: unflatten(withoutLost({ merged, theirs, overlay, conflicts })), conflicts };
}

/** The conflicts that are still unresolved: the document has the same value as before. */
export function stillOpen(
  conflicts: readonly Conflict[],
  before: SchemaDocument | undefined,
  document: SchemaDocument,
): Conflict[] {
  if (conflicts.length === 0) return [];
  const [was, is] = [flatten(before ?? document), flatten(document)];
  return conflicts.filter(({ at }) => sameLeaf(was.get(at), is.get(at)));
}

/** An overlay whose undecided places still remember what the base said when they were written, so that they stay conflicts. */
export function undecided(overlay: readonly Patch[], open: readonly Conflict[]): Patch[] {
  const patches = overlay.map((each) => {
    const conflict = open.find(({ at }) => at === each.at);
    return conflict ? patch(each.at, conflict.base, each.mine) : each;
  });
  const lost = open.filter(({ at }) => !overlay.some((each) => each.at === at));
  return [...patches, ...lost.map(({ at, base, mine }) => patch(at, base, mine))];
}

/** A document that says this one thing otherwise, or (without a leaf) no longer: how a conflict is decided. */
export function withLeaf<D extends SchemaDocument>(document: D, at: string, leaf: Leaf | undefined): D {
  const flat = new Map(flatten(document));
  if (leaf) flat.set(at, leaf);
  else flat.delete(at);
  return unflatten(flat);
}

/** Two changed copies of one document made one: three-way, by id. */
export const mergeDocuments = <D extends SchemaDocument>(base: D, theirs: D, mine: D): Merged<D> =>
  applyOverlay(theirs, overlayOf(base, mine));

function mergeLeaf(
  was: Leaf | undefined,
  theirs: Leaf | undefined,
  mine: Leaf | undefined,
): { leaf?: Leaf; conflicting: boolean } {
  const made = (leaf: Leaf | undefined, conflicting = false) => (leaf ? { leaf, conflicting } : { conflicting });
  if (sameLeaf(was, theirs) || sameLeaf(theirs, mine)) return made(mine);
  if (sameLeaf(was, mine)) return made(theirs);
  if (mine && theirs && 'list' in mine && 'list' in theirs) {
    const { list, conflicts } = mergeLists(was && 'list' in was ? was.list : [], theirs.list, mine.list);
    return made({ list }, conflicts.length > 0);
  }
  return made(mine, true);
}

/**
 * Leaves below a part which the new base no longer has: kept as conflicts, out of the document, where they would make half
 * a part. Parts that the overlay itself added stay.
 */
function withoutLost({
  merged,
  theirs,
  overlay,
  conflicts,
}: {
  merged: ReadonlyMap<string, Leaf>;
  theirs: Flat;
  overlay: readonly Patch[];
  conflicts: Conflict[];
}): Flat {
  const patches = new Map<string, Leaf>();
  const known = new Set(conflicts.map(({ at }) => at));
  for (const [at, leaf] of merged) {
    if (isInside(merged, at)) patches.set(at, leaf);
    else if (!known.has(at) && overlay.some((patch) => patch.at === at)) {
      const theirsNow = theirs.get(at);
      conflicts.push({ at, mine: leaf, ...(theirsNow ? { theirs: theirsNow } : {}) });
    }
  }
  return patches;
}

const namedLists =
  /^(fields|validations|indexes|list\/views|form|detail\/(sections|related)|documents|workflow\/(states|transitions)|actions|access|tests|blocks)$/;

/** Whether what lies at an address is a list of parts, each with leaves of its own below it. */
export const holdsParts = (at: string): boolean =>
  namedLists.test(at) || /^(fields\/[^/]+\/fields|documents\/[^/]+\/blocks)$/.test(at);

/** Whether every list of parts above an address still names the part that contains it. */
function isInside(flat: ReadonlyMap<string, Leaf>, at: string): boolean {
  const steps = at.split('/');
  return steps.every((step, depth) => {
    const holder = steps.slice(0, depth).join('/');
    if (!holdsParts(holder)) return true;
    const leaf = flat.get(holder);
    return leaf !== undefined && 'list' in leaf && leaf.list.includes(step);
  });
}
