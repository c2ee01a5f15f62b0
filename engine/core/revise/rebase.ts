import type { Issue } from '../meta/issue.ts';
import { isScreen, type EntityDocument, type SchemaDocument } from './document.ts';
import { flatten, sameLeaf, type Leaf } from './flat.ts';
import { applyOverlay, holdsParts, overlayOf, withLeaf, type Conflict, type Patch } from './overlay.ts';

/** What a draft and its base both changed, until a person decides. */
export interface DraftConflict extends Conflict {
  /** Which side the draft shows until then. */
  readonly holds: 'mine' | 'theirs';
  /** What of mine stands aside because the draft could not stand with it: all that would bring it in. */
  readonly patches?: readonly Patch[];
  /** Why it could not. */
  readonly issues?: readonly Issue[];
}

export interface Rebased<D extends SchemaDocument = EntityDocument> {
  readonly document: D;
  readonly conflicts: readonly DraftConflict[];
}

type Check<D extends SchemaDocument> = (document: D) => Promise<readonly Issue[]>;

/**
 * Rebases a draft from the base it was started on to the current one. What both changed keeps the draft's value and is
 * listed. What the new ground cannot carry (`check`) stands aside, listed with its reasons; nothing is lost.
 */
export async function rebaseDraft<D extends SchemaDocument>(
  { base, now, draft }: { base: D; now: D; draft: D },
  check: Check<D>,
): Promise<Rebased<D>> {
  const overlay = overlayOf<SchemaDocument>(base, withColumnsOf(draft, now));
  if (overlay.length === 0) return { document: now, conflicts: [] };
  const whole = applyOverlay(now, overlay);
  const units = unitsOf(overlay);
  const conflictPaths = new Set(whole.conflicts.map(({ at }) => at));
  const isConflicting = ({ patches }: Unit) => patches.some(({ at }) => conflictPaths.has(at));
  const documentOf = (accepted: ReadonlySet<Unit>) => applyOverlay(now, overlayWith(overlay, units, accepted)).document;
  const issuesOf = (accepted: ReadonlySet<Unit>) => check(documentOf(accepted));

  const carried = new Set(units);
  const reasons = new Map<Unit, readonly Issue[]>();
  if ((await issuesOf(carried)).length > 0) {
    for (const unit of units.filter(isConflicting)) carried.delete(unit);
    if ((await issuesOf(carried)).length > 0) carried.clear();
    for (let grown = true; grown;) {
      grown = false;
      for (const unit of units.filter((each) => !carried.has(each))) {
        const issues = await issuesOf(new Set([...carried, unit]));
        reasons.set(unit, issues);
        if (issues.length > 0) continue;
        carried.add(unit);
        grown = true;
      }
    }
  }
  const document = documentOf(carried);
  const rejected = units.filter((unit) => !carried.has(unit));
  const [there, merged] = [flatten(now), flatten(document)];
  const isRejected = (at: string) => rejected.some(({ patches }) => patches.some((patch) => patch.at === at));
  return {
    document,
    conflicts: [
      ...whole.conflicts
        .filter(({ at }) => !isRejected(at))
        .map((conflict): DraftConflict => ({ ...conflict, holds: holder(conflict, merged.get(conflict.at)) })),
      ...rejected.map(({ at, patches }): DraftConflict => {
        const [only] = patches.length === 1 ? patches : [];
        const theirs = there.get(at);
        return {
          at,
          ...(only?.base ? { base: only.base } : {}),
          ...(only?.mine ? { mine: only.mine } : {}),
          ...(theirs ? { theirs } : {}),
          holds: 'theirs',
          patches,
          issues: reasons.get(rejected.find((unit) => unit.at === at) as Unit) ?? [],
        };
      }),
    ],
  };
}

const holder = ({ mine, theirs }: Conflict, merged: Leaf | undefined): 'mine' | 'theirs' =>
  sameLeaf(merged, theirs) || (mine !== undefined && merged === undefined) ? 'theirs' : 'mine';

/** The document after a conflict was resolved; null if its place was removed and the draft's value cannot be applied. */
export function resolveConflict<D extends SchemaDocument>(
  document: D,
  conflict: Conflict & Partial<DraftConflict>,
  take: 'mine' | 'theirs',
): D | null {
  const { at, patches, mine, theirs } = conflict;
  if (patches) return take === 'theirs' ? document : applyOverlay(document, patches).document;
  const resolved = withLeaf(document, at, take === 'mine' ? mine : theirs);
  return take === 'mine' && !sameLeaf(flatten(resolved).get(at), mine) ? null : resolved;
}

/** Patches that only make sense together: all of a part that came or went, or one leaf. */
interface Unit {
  readonly at: string;
  readonly patches: readonly Patch[];
}

const listOf = (leaf: Leaf | undefined): readonly string[] => (leaf && 'list' in leaf ? leaf.list : []);

function unitsOf(overlay: readonly Patch[]): Unit[] {
  const units: Unit[] = [];
  const whole = (at: string) => units.find((unit) => at.startsWith(`${unit.at}/`));
  for (const { at, base, mine } of overlay) {
    if (!holdsParts(at) || whole(at)) continue;
    const [was, is] = [listOf(base), listOf(mine)];
    for (const item of new Set([...was, ...is])) {
      if (was.includes(item) === is.includes(item)) continue;
      const part = `${at}/${item}`;
      const place = is.slice(0, is.indexOf(item)).findLast((before) => was.includes(before));
      const list = was.includes(item)
        ? was.filter((each) => each !== item)
        : was.toSpliced(place === undefined ? 0 : was.indexOf(place) + 1, 0, item);
      const holder: Patch = { at, base: { list: was }, mine: { list } };
      units.push({ at: part, patches: [holder, ...overlay.filter((patch) => patch.at.startsWith(`${part}/`))] });
    }
  }
  const single = overlay.filter(({ at }) => !whole(at) && !holdsParts(at));
  return [...units, ...single.map((patch) => ({ at: patch.at, patches: [patch] }))];
}

/** The overlay without the units that stand aside; a list of parts loses what is aside and keeps the order of the rest. */
function overlayWith(overlay: readonly Patch[], units: readonly Unit[], accepted: ReadonlySet<Unit>): Patch[] {
  const rejected = units.filter((unit) => !accepted.has(unit));
  if (rejected.length === 0) return [...overlay];
  return overlay.flatMap((patch) => {
    const { at, base, mine } = patch;
    if (rejected.some((unit) => unit.at === at || at.startsWith(`${unit.at}/`))) return [];
    if (!holdsParts(at)) return [patch];
    const isRejected = (item: string) => rejected.some((unit) => unit.at === `${at}/${item}`);
    const [was, is] = [listOf(base), listOf(mine)];
    const left = is.filter((item) => was.includes(item) || !isRejected(item));
    const list = was.reduce<readonly string[]>(
      (items, item, place) => (!is.includes(item) && isRejected(item) ? items.toSpliced(place, 0, item) : items),
      left,
    );
    return [{ ...patch, mine: { list } }];
  });
}

/** New fields get their columns when they are published; a draft that continues with them refers to the same fields. */
function withColumnsOf(draft: SchemaDocument, now: SchemaDocument): SchemaDocument {
  if (isScreen(draft) || isScreen(now)) return draft;
  const fields = Object.fromEntries(
    Object.entries(draft.meta.fields).map(([name, meta]) => {
      const id = now.meta.fields[name]?.id;
      return [name, meta.id === undefined && id !== undefined ? { ...meta, id } : meta];
    }),
  );
  return { ...draft, meta: { ...draft.meta, fields } };
}
