import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useDataClient } from '../data/client.ts';
import type { StoredView, SavedView } from '../data/data-client.ts';
import { knownAtFirst, loadRecalled, remember } from '../data/recalled.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { whenIdle } from '../ui/when-idle.ts';
import type { Arrangement, ListPreference } from './list-columns.ts';
import { emptyListState, listQueryParams, type ListState } from './list-state.ts';
import { isModified, preferredView, readView, type ReadView } from './list-views.ts';
import type { ListController } from './use-list.ts';
import { workViews } from './work-views.ts';

export interface ListViews {
  /** Null until the server has answered. */
  all: readonly ReadView[] | null;
  /** Those whose kept state cannot be read: left out, and named. */
  unreadable: readonly SavedView[];
  active: ReadView | null;
  modified: boolean;
  /** Columns and density in force: the person's own, else the view's. */
  arrangement: Arrangement | null;
  arrange: (change: Arrangement) => void;
  open: (read: ReadView | null, view?: string) => void;
  /** The active view as it was kept. */
  reset: () => void;
  /** Keeps a view and shows it; with the id of an old one, that one changes. */
  save: (view: StoredView) => Promise<void>;
  drop: (id: string) => Promise<void>;
  /** Rows of each pinned view by its id, once known. */
  counts: ReadonlyMap<string, { total: number; capped: boolean }>;
  /** The same of the schema's views that mean work. */
  work: ReadonlyMap<string, number>;
}

/** Under which name an answer is kept that came before its screen. */
export const preparedViews = (path: string): string => `savedView/${path}`;

/** The kept views of a list: which there are, which one is shown, whether it has been changed. Draws nothing. */
export function useListViews(
  ready: ReadyEntity,
  list: ListController,
  [preference, savePreference]: readonly [ListPreference | null, (next: ListPreference) => void],
): ListViews {
  const { entity } = ready;
  const client = useDataClient();
  const { all, unreadable, reloadViews } = useSavedViews(entity);
  const { saved } = list.state;
  const active = all?.find(({ view }) => view.id === saved) ?? null;
  const local = active ? preference?.views?.[active.view.id] : undefined;

  const { show } = list;
  useFirstView(all, show);

  const arrange = (change: Arrangement) =>
    savePreference(
      active
        ? { ...preference, views: { ...preference?.views, [active.view.id]: { ...local, ...change } } }
        : { ...preference, ...change },
    );
  const forget = (id: string) => {
    const { [id]: _removed, ...rest } = preference?.views ?? {};
    if (preference?.views?.[id]) savePreference({ ...preference, views: rest });
  };
  const open = (read: ReadView | null, view = '') =>
    show(
      read?.state ?? {
        ...emptyListState,
        view,
        layout: list.state.layout,
        saved: all?.some(isPreferred) && !view ? 'none' : '',
      },
    );

  return {
    all,
    unreadable,
    active,
    modified: active !== null && isModified(active, list.state, local),
    arrangement: active ? { ...active.arrangement, ...definedOf(local) } : preference,
    arrange,
    open,
    reset: () => {
      if (!active) return;
      forget(active.view.id);
      show(active.state);
    },
    save: async (view) => {
      const { id } = await client.saveView(entity.path, view);
      await reloadViews();
      forget(id);
      show({ ...list.state, saved: id });
    },
    drop: async (id) => {
      await client.dropView(id);
      await reloadViews();
      if (saved === id) show(emptyListState);
    },
    counts: usePinnedCounts(entity.path, all, list),
    work: useWorkCounts(ready, list),
  };
}

/** The kept views, those that the schema no longer reads apart, and how to ask again. */
function useSavedViews(entity: ReadyEntity['entity']) {
  const client = useDataClient();
  const name = preparedViews(entity.path);
  const [views, setViews] = useState(() => knownAtFirst<readonly SavedView[]>(client, name) ?? null);
  // A list stands without them.
  const goWithout = useCallback(() => setViews((before) => before ?? []), []);
  const reloadViews = useCallback(
    () =>
      client.savedViews(entity.path).then((found) => {
        remember(client, name, found);
        setViews(found);
      }, goWithout),
    [client, entity, name, goWithout],
  );
  useEffect(() => {
    loadRecalled<readonly SavedView[]>(client, name, {
      ask: () => client.savedViews(entity.path),
      show: (found) => setViews((before) => before ?? found),
      replace: setViews,
    }).catch(goWithout);
  }, [client, entity, name, goWithout]);
  const all = useMemo(() => views?.flatMap((view) => readView(entity, view) ?? []) ?? null, [views, entity]);
  const unreadable = useMemo(() => views?.filter((view) => !readView(entity, view)) ?? [], [views, entity]);
  return { all, unreadable, reloadViews };
}

/** Opens with the preferred view, unless the address asks for something. */
function useFirstView(all: readonly ReadView[] | null, show: ListController['show']): void {
  const opened = useRef(false);
  const hasNoQuery = useRef(location.search === '').current;
  useEffect(() => {
    if (!all || opened.current) return;
    opened.current = true;
    const first = preferredView(all.map(({ view }) => view));
    const read = all.find(({ view }) => view === first);
    if (hasNoQuery && read) show(read.state, true);
  }, [all, show, hasNoQuery]);
}

const isPreferred = ({ view }: ReadView): boolean => view.preferred;

const definedOf = (local: Arrangement | undefined): Arrangement => ({
  ...(local?.columns ? { columns: local.columns } : {}),
  ...(local?.density ? { density: local.density } : {}),
});

/** How many rows each pinned view has; asked after the list's own rows, and again with them. */
function usePinnedCounts(path: string, all: readonly ReadView[] | null, list: ListController): ListViews['counts'] {
  const client = useDataClient();
  const [counts, setCounts] = useState<ListViews['counts']>(new Map());
  const pinned = useMemo(() => all?.filter(({ view }) => view.pinned) ?? [], [all]);
  const isLoaded = list.phase === 'ready' || list.phase === 'busy';
  useEffect(() => {
    if (!isLoaded || pinned.length === 0) return;
    const abort = new AbortController();
    for (const { view, state } of pinned) {
      client.page(path, { ...queryOf(state), pageNo: '1', pageSize: '1' }, abort.signal).then(
        ({ totalRows, capped }) => setCounts((before) => new Map(before).set(view.id, { total: totalRows, capped })),
        () => undefined,
      );
    }
    return () => abort.abort();
  }, [client, path, pinned, isLoaded, list.reloads]);
  return counts;
}

/** How many rows wait in each view that means work: one question for all of them, asked when the page has come to rest. */
function useWorkCounts({ entity, answer }: ReadyEntity, list: ListController): ListViews['work'] {
  const client = useDataClient();
  const [counts, setCounts] = useState<ListViews['work']>(new Map());
  const isLoaded = list.phase === 'ready' || list.phase === 'busy';
  useEffect(() => {
    if (!isLoaded) return;
    const abort = new AbortController();
    const leave = whenIdle(() => {
      const views = workViews(entity, answer);
      if (views.length === 0) return;
      const states = [...new Set(views.flatMap((view) => view.states))].join(',');
      client.aggregate(entity.path, { 'status.in': states, group: 'status' }, abort.signal).then(
        (rows) => {
          const byState = new Map(rows.map((row) => [String(row['status']), Number(row['count'] ?? 0)]));
          const sum = (names: readonly string[]) => names.reduce((all, name) => all + (byState.get(name) ?? 0), 0);
          setCounts(new Map(views.map((view) => [view.name, sum(view.states)])));
        },
        // The rows are the screen; a missing count is no reason to disturb.
        () => undefined,
      );
    });
    return () => {
      leave();
      abort.abort();
    };
  }, [client, entity, answer, isLoaded, list.reloads]);
  return counts;
}

function queryOf(state: ListState) {
  const { sort: _sort, ...query } = listQueryParams(state);
  return query;
}
