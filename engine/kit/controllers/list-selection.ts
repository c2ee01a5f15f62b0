import type { WireRecord } from '../data/data-client.ts';

/** Rows selected one by one, or all matching rows except some. Stored by id, so that it survives scrolling and sorting. */
export type Selection =
  | { all: false; picked: ReadonlyMap<string, WireRecord> }
  | { all: true; except: ReadonlySet<string> };

export const emptySelection: Selection = Object.freeze({ all: false, picked: new Map<string, WireRecord>() });
export const everythingSelected: Selection = Object.freeze({ all: true, except: new Set<string>() });

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all ? !selection.except.has(id) : selection.picked.has(id);
}

/** How many rows of a list of `total` are selected. */
export function countSelected(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.except.size) : selection.picked.size;
}

/** The selection with these rows in or out of it. */
export function select(selection: Selection, records: readonly WireRecord[], on: boolean): Selection {
  if (selection.all) {
    const except = new Set(selection.except);
    for (const { id } of records)
      if (on) except.delete(id);
      else except.add(id);
    return { all: true, except };
  }
  const picked = new Map(selection.picked);
  for (const record of records)
    if (on) picked.set(record.id, record);
    else picked.delete(record.id);
  return { all: false, picked };
}

/** The picked rows as they are now: what was refetched replaces what was picked, so that `_can` is not stale. */
export function refreshSelected(selection: Selection, records: readonly WireRecord[]): Selection {
  if (selection.all || !records.some(({ id }) => selection.picked.has(id))) return selection;
  const picked = new Map(selection.picked);
  for (const record of records) if (picked.has(record.id)) picked.set(record.id, record);
  return { all: false, picked };
}
