/** Where one record of a tree stands: below which other, and in which order among its siblings. */
export interface TreePosition {
  id: string;
  parent: string | null;
  sort: number;
}

/** What must be written so that a record stands elsewhere. */
export interface PlaceChange {
  id: string;
  parent?: string | null;
  sort?: number;
}

/** Room between neighbours, so that one may come in between later without touching them. */
const step = 10;

/** The records below one other, in their order. */
export const siblings = (places: readonly TreePosition[], parent: string | null): TreePosition[] =>
  places.filter((place) => place.parent === parent).sort((a, b) => a.sort - b.sort || compareIds(a.id, b.id));

/**
 * The writes that put a record below `parent` as the one at `index` among its other children: its own, and those of
 * siblings whose number no longer fits. Nothing if it would become its own descendant.
 */
export function moveTo({
  places,
  id,
  parent,
  index,
}: {
  places: readonly TreePosition[];
  id: string;
  parent: string | null;
  index: number;
}): PlaceChange[] {
  const moved = places.find((place) => place.id === id);
  if (!moved || (parent !== null && (parent === id || isBelow(places, parent, id)))) return [];
  const others = siblings(places, parent).filter((place) => place.id !== id);
  const order = [...others.slice(0, index), moved, ...others.slice(index)];
  let last = Number.NEGATIVE_INFINITY;
  return order.flatMap((place, at) => {
    const own = place.id === id;
    // Only records whose order number changes are written.
    const fits = !own && place.sort > last;
    const sort = fits ? place.sort : between(last, order.slice(at + 1).find((one) => one.id !== id)?.sort);
    last = sort;
    const change: PlaceChange = {
      id: place.id,
      ...(own && place.parent !== parent ? { parent } : {}),
      ...(sort === place.sort ? {} : { sort }),
    };
    return Object.keys(change).length > 1 ? [change] : [];
  });
}

/** A whole number after `last` and before `next` where there is one; otherwise the next one up. */
function between(last: number, next: number | undefined): number {
  if (!Number.isFinite(last)) return next === undefined ? step : Math.max(0, next - step);
  if (next === undefined) return last + step;
  return last + Math.max(1, Math.floor((next - last) / 2));
}

/** The ways of a record by one key each: among its siblings, out of its parent, and below the one above it. */
export function moveBy(
  places: readonly TreePosition[],
  id: string,
  direction: 'up' | 'down' | 'out' | 'in',
): PlaceChange[] {
  const moved = places.find((place) => place.id === id);
  if (!moved) return [];
  const row = siblings(places, moved.parent);
  const at = row.findIndex((place) => place.id === id);
  if (direction === 'up') return at > 0 ? moveTo({ places, id, parent: moved.parent, index: at - 1 }) : [];
  if (direction === 'down')
    return at < row.length - 1 ? moveTo({ places, id, parent: moved.parent, index: at + 1 }) : [];
  if (direction === 'in') {
    const above = row[at - 1];
    return above ? moveTo({ places, id, parent: above.id, index: siblings(places, above.id).length }) : [];
  }
  const parent = places.find((place) => place.id === moved.parent);
  if (!parent) return [];
  const outer = siblings(places, parent.parent);
  return moveTo({ places, id, parent: parent.parent, index: outer.findIndex((place) => place.id === parent.id) + 1 });
}

function isBelow(places: readonly TreePosition[], id: string, above: string): boolean {
  const place = places.find((one) => one.id === id);
  if (!place || place.parent === null) return false;
  return place.parent === above || isBelow(places, place.parent, above);
}

const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
