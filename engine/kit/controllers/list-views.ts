import { readStoredView, type Entity, type StoredView } from '../../core/index.ts';
import type { SavedView } from '../data/data-client.ts';
import { columnPreferences, type Arrangement, type ListColumn } from './list-columns.ts';
import { isFigure } from './list-figures.ts';
import { emptyListState, parseListState, printListState, type FilterTerm, type ListState } from './list-state.ts';

/** A kept view as this person can use it now. */
export interface ReadView {
  view: SavedView;
  state: ListState;
  arrangement: Arrangement;
  /** Ids of the fields that it names and that are gone, or hidden from this person. */
  dropped: readonly string[];
  /** How many fields it names that this person may not see; the server says no more of them. */
  withheld: number;
}

/** What to keep of a list as it stands. */
export function writeView({
  entity,
  state,
  columns,
  density,
}: {
  entity: Entity;
  state: ListState;
  columns: readonly ListColumn[];
  density: Arrangement['density'];
}): StoredView {
  const idOf = (name: string) => entity.byName.get(name)?.id ?? name;
  return {
    view: state.view,
    search: state.search,
    ...(state.layout === 'table' ? {} : { layout: state.layout }),
    sort: state.sort.map(({ field, descending }) => ({ id: idOf(field), descending })),
    filters: state.filters.map(({ field, operator, value }) => ({ id: idOf(field), operator, value })),
    columns: columnPreferences(columns),
    density,
  };
}

/** Reads a stored view by the present schema; what no longer fits is left out and named. Null if it is no view. */
export function readView(entity: Entity, view: SavedView): ReadView | null {
  const stored = readStoredView(view.state);
  if (!stored) return null;
  const nameOf = new Map(entity.fields.map(({ id, name }) => [id, name]));
  // A figure that this person does not see leaves no gap.
  for (const { id } of stored.columns ?? []) if (isFigure(id)) nameOf.set(id, id);
  const unknown = new Set<string>();
  const named = <T extends { id: string }>(list: readonly T[] = []) =>
    list.flatMap((one) => {
      const field = nameOf.get(one.id);
      if (field === undefined) unknown.add(one.id);
      return field === undefined ? [] : [{ ...one, field }];
    });
  const requested: ListState = {
    ...emptyListState,
    view: stored.view ?? '',
    search: stored.search ?? '',
    layout: stored.layout ?? 'table',
    sort: named(stored.sort).map(({ field, descending }) => ({ field, descending: descending === true })),
    filters: named(stored.filters).map(({ field, operator, value }) => ({ field, operator, value }) as FilterTerm),
  };
  // Through the address and back: a view is held to what a link may say.
  const { state, dropped } = parseListState(printListState(requested), entity);
  const columns = named(stored.columns).map(({ field: _field, ...column }) => column);
  return {
    view,
    state: { ...state, saved: view.id },
    arrangement: { ...(columns.length > 0 ? { columns } : {}), density: stored.density },
    dropped: [...unknown, ...dropped],
    withheld: view.withheld ?? 0,
  };
}

/** Whether a list differs from the view that it started from. */
export function isModified(read: ReadView, state: ListState, local: Arrangement | undefined): boolean {
  const query = (one: ListState) => printListState({ ...one, saved: '', page: 1, pageSize: 0 }).toString();
  return query(read.state) !== query(state) || local?.columns !== undefined || local?.density !== undefined;
}

/** The view that the list opens with: the person's own choice, else their role's. */
export const preferredView = (views: readonly SavedView[]): SavedView | undefined =>
  views.find(({ preferred, own, share }) => preferred && own && share === 'mine') ??
  views.find(({ preferred, share }) => preferred && share === 'role');
