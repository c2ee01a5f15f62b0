import type { RecordChange } from '../../engine/core/index.ts';
import { moveTo, siblings, type TreePosition, type PlaceChange, type WireRecord } from '../../engine/kit/index.ts';

/** An entry of the menu as its record has it; buttons are none. */
export interface MenuRow {
  readonly id: string;
  readonly version: number;
  readonly parent: string | null;
  readonly sort: number;
  readonly name: string;
  readonly code: string;
  readonly application: string;
  /** `0`: a group, `1`: a page. */
  readonly type: string;
  /** `1`: a screen of the product, `2`: a page in a frame, `3`: an address elsewhere. */
  readonly openType: string;
  readonly entity: string | null;
  readonly component: string | null;
  readonly router: string | null;
  readonly link: string | null;
  readonly icon: string | null;
  readonly visible: boolean;
}

/** Where an entry is dropped: beside another one, or as the last inside a group. */
export interface Drop {
  readonly at: 'before' | 'after' | 'into';
  readonly id: string;
}

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** The record as the list gives it. */
export const rowOf = (record: WireRecord): MenuRow => ({
  id: record.id,
  version: Number(record.version ?? 0),
  parent: text(record['parent']),
  sort: Number(record['sort'] ?? 0),
  name: text(record['name']) ?? '',
  code: text(record['code']) ?? '',
  application: text(record['application']) ?? '',
  type: text(record['type']) ?? '1',
  openType: text(record['openType']) ?? '1',
  entity: text(record['entity']),
  component: text(record['component']),
  router: text(record['router']),
  link: text(record['link']),
  icon: text(record['icon']),
  visible: record['visible'] !== 'N',
});

/** Positions of one application's entries; entries without a parent among them are at the top. */
export function placesIn(rows: readonly MenuRow[], application: string): TreePosition[] {
  const here = rows.filter((row) => row.application === application);
  const known = new Set(here.map(({ id }) => id));
  return here.map(({ id, parent, sort }) => ({ id, sort, parent: parent && known.has(parent) ? parent : null }));
}

/** Every entry of a tree from top to bottom, with its depth. */
export function inOrder(
  places: readonly TreePosition[],
  parent: string | null = null,
  depth = 0,
): [id: string, depth: number][] {
  return siblings(places, parent).flatMap(({ id }): [string, number][] => [
    [id, depth],
    ...inOrder(places, id, depth + 1),
  ]);
}

/** The writes of a drop; none where it would stand inside itself, or where it stands already. */
export function dropChanges(places: readonly TreePosition[], id: string, { at, id: target }: Drop): PlaceChange[] {
  if (target === id) return [];
  if (at === 'into')
    return moveTo({
      places,
      id,
      parent: target,
      index: siblings(places, target).filter((one) => one.id !== id).length,
    });
  const parent = places.find((place) => place.id === target)?.parent ?? null;
  const others = siblings(places, parent).filter((place) => place.id !== id);
  return moveTo({
    places,
    id,
    parent,
    index: others.findIndex((place) => place.id === target) + (at === 'after' ? 1 : 0),
  });
}

/** Whether an entry is another one, or stands somewhere below it. */
export function isWithin(places: readonly TreePosition[], id: string, above: string): boolean {
  if (id === above) return true;
  const parent = places.find((place) => place.id === id)?.parent ?? null;
  return parent !== null && isWithin(places, parent, above);
}

/** Position changes as record changes, with the previous values. */
export function placeSteps(rows: readonly MenuRow[], changes: readonly PlaceChange[]): RecordChange[] {
  return changes.flatMap(({ id, ...after }) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return [];
    const before = {
      ...(after.parent === undefined ? {} : { parent: row.parent }),
      ...(after.sort === undefined ? {} : { sort: row.sort }),
    };
    return [{ id, before, after: { ...after } }];
  });
}

/** A code that no entry bears, and that no delivered word would name. */
export function freeCode(preferred: string, taken: (code: string) => boolean): string {
  const base =
    preferred
      .replace(/[^A-Za-z0-9_-]/g, '')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 50) || 'entry';
  for (let count = 1; ; count++) {
    const code = count === 1 ? base : `${base}-${count}`;
    if (!taken(code)) return code;
  }
}
