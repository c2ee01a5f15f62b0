import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { askedAt } from '../data/asked-at.ts';
import { useDataClient } from '../data/client.ts';
import type { ListQueryParams, Page, WireRecord } from '../data/data-client.ts';
import { requestOnce, prepared, takePrepared } from '../data/prepared.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { isSelected, emptySelection, refreshSelected, select, type Selection } from './list-selection.ts';
import { rowsPerRequest, usePaging } from './paging.ts';
import { withFigures } from './list-figures.ts';
import {
  listQueryParams,
  parseListState,
  printListState,
  toggleSort,
  withFilter,
  type FilterTerm,
  type ListState,
} from './list-state.ts';

/**
 * A list is `first` until rows have come once, then `ready`; `busy` while a new question is open, with the old rows still
 * shown; `failed` when the newest question has no answer.
 */
export type ListPhase = 'first' | 'ready' | 'busy' | 'failed';

export interface ListController {
  state: ListState;
  /** Keys of the address that meant nothing and were left aside. */
  dropped: readonly string[];
  phase: ListPhase;
  error: unknown;
  /** Rows that match; a floor when `capped`. */
  total: number;
  capped: boolean;
  /** Some rows further down could not be fetched; a reload asks for them again. */
  gaps: boolean;
  /** Grows with every new question: the grid then asks for its rows again. */
  generation: number;
  /** Grows with each reload: counts beside the list then ask again too. */
  reloads: number;
  /** Whether the first rows were loaded before the screen: then no placeholder is needed. */
  early: boolean;
  /** The page that is shown; null for an endless list. */
  paged: Paged | null;
  /** Rows that a request asks for. */
  size: number;
  /** Rows that can be scrolled through: those of the page, or all. */
  shownTotal: number;
  toPage(page: number): void;
  /** Another number of rows for a page, or for a request of an endless list; kept with the person. */
  setSize(size: number): void;
  setEndless(endless: boolean): void;
  /** One block of rows; `last` is the number of rows in the whole list once known, else null. */
  load(startRow: number): Promise<{ rows: WireRecord[]; last: number | null }>;
  countExactly(): Promise<void>;
  reload(): void;
  change(change: (state: ListState) => ListState): void;
  setView(view: string): void;
  /** Everything that narrows and orders at once, as a kept view has it; `replace` leaves no step to go back to. */
  show(state: ListState, replace?: boolean): void;
  setSearch(search: string): void;
  setFilter(field: string, term: FilterTerm | null): void;
  clear(): void;
  sortBy(field: string, also: boolean): void;
  selection: Selection;
  setSelection(selection: Selection): void;
  /** Picks or drops a row; with `range` everything between it and the row picked before. */
  pick(index: number, range: boolean): void;
  /** When these rows were asked for, by `performance.now()`; null before the first answer. */
  readAt: number | null;
  /** Rows shown so far, by place. */
  rows: ReadonlyMap<number, WireRecord>;
  rowOf(id: string): WireRecord | undefined;
  /** Replaces a row with a newer version and notifies watchers. */
  patch(record: WireRecord): void;
  watch(listener: (record: WireRecord) => void): () => void;
}

/** Where one is among the pages of a list. */
export interface Paged {
  page: number;
  /** How many there are at least. */
  pages: number;
  size: number;
  /** Whether another one follows. */
  more: boolean;
}

interface Answered {
  generation: number;
  total: number;
  capped: boolean;
  gaps: boolean;
  error: unknown;
  /** Rows of the first block: in pages, of the page. */
  rows: number;
  /** When the first block was asked for, by `performance.now()`; null before the first answer. */
  readAt: number | null;
}

const unanswered: Answered = {
  generation: 0,
  rows: 0,
  total: 0,
  capped: false,
  gaps: false,
  error: null,
  readAt: null,
};

/** Under which name a page of rows is kept that came before its screen. */
export const preparedPage = (path: string, query: ListQueryParams): string =>
  `page/${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;

const pageQuery = (state: ListState, size: number, pageNo: number): ListQueryParams => ({
  ...listQueryParams(state),
  pageNo: String(pageNo),
  pageSize: String(size),
});

/** Another question begins at its first page. */
const fromFirst = (before: ListState, next: ListState): ListState =>
  JSON.stringify(listQueryParams(before)) === JSON.stringify(listQueryParams(next)) ? next : { ...next, page: 1 };

/** The list of an entity: what the address asks for, the rows as they come, the selection. Draws nothing. */
export function useList({ entity }: ReadyEntity): ListController {
  const client = useDataClient();
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const { state, dropped } = useMemo(() => parseListState(new URLSearchParams(address), entity), [address, entity]);
  const [paging, changePaging] = usePaging();
  const inPages = paging.mode === 'pages';
  const size = state.pageSize || rowsPerRequest(paging);
  const question = useMemo(
    () => JSON.stringify([listQueryParams(state), size, inPages && state.page]),
    [state, size, inPages],
  );
  const [reloads, setReloads] = useState(0);
  const [answered, setAnswered] = useState(unanswered);
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [early] = useState(() => prepared(client, preparedPage(entity.path, pageQuery(state, size, 1))) !== undefined);
  const latest = useRef({ key: '', generation: 0 });
  const run = useRef<Run>(newRun());
  const back = useRef<(page: number) => void>(() => undefined);

  const key = `${question}#${reloads}`;
  if (latest.current.key !== key) {
    // During render, so that a block asked for right after belongs to the new question.
    latest.current = { key, generation: latest.current.generation + 1 };
    run.current.abort.abort();
    run.current = newRun();
  }
  const { generation } = latest.current;

  const load = useCallback(
    async (startRow: number) => {
      const mine = run.current;
      const query = pageQuery(state, size, inPages ? state.page : startRow / size + 1);
      const early = preparedPage(entity.path, query);
      const fetchBlock = () => {
        const there = prepared<Page>(client, early);
        if (there && takePrepared(client, early)) return Promise.resolve(there);
        const request = () => client.page(entity.path, query, mine.abort.signal);
        // What is read again must not be answered by what was asked before.
        return generation === 1 ? requestOnce(client, early, request) : request();
      };
      const accept = (answered: Page) => {
        const page = withFigures(answered);
        page.rows.forEach((row, index) => mine.rows.set(startRow + index, row));
        setSelection((before) => refreshSelected(before, page.rows));
        const end =
          inPages || page.rows.length < size ? startRow + page.rows.length : page.capped ? null : page.totalRows;
        return { rows: page.rows, last: end };
      };
      if (startRow > 0) {
        // Blocks kept from an earlier query are requested again; once the first answer gives the size, most need no
        // request.
        const first = await mine.first;
        if (inPages) return { rows: [], last: first?.rows.length ?? 0 };
        if (first && !first.capped && startRow >= first.totalRows) return { rows: [], last: first.totalRows };
        try {
          return accept(await fetchBlock());
        } catch (error) {
          if (mine === run.current && !mine.abort.signal.aborted) setAnswered((before) => ({ ...before, gaps: true }));
          throw error;
        }
      }
      const requested = performance.now();
      const request = fetchBlock();
      mine.first = request.catch(() => null);
      try {
        const page = await request;
        if (inPages && page.rows.length === 0 && state.page > 1 && mine === run.current) {
          // The last row of the last page is gone: the page before it, or the last that there is.
          const last = Math.max(1, Math.ceil(page.totalRows / size));
          back.current(Math.min(state.page - 1, page.capped ? state.page - 1 : last));
          return { rows: [], last: 0 };
        }
        const answer = accept(page);
        if (mine === run.current)
          setAnswered({
            generation,
            rows: page.rows.length,
            total: page.totalRows,
            capped: page.capped,
            gaps: false,
            error: null,
            readAt: askedAt(page) ?? requested,
          });
        return answer;
      } catch (error) {
        if (mine === run.current && !mine.abort.signal.aborted)
          setAnswered((before) => ({ ...before, generation, error }));
        throw error;
      }
    },
    [client, entity, state, size, inPages, generation],
  );

  const change = useCallback(
    (by: (state: ListState) => ListState) =>
      setParams((before) => {
        const { state: now } = parseListState(before, entity);
        return printListState(fromFirst(now, by(now)));
      }),
    [setParams, entity],
  );
  back.current = (page) =>
    setParams((before) => printListState({ ...parseListState(before, entity).state, page }), { replace: true });
  const narrow = useCallback(
    (by: (state: ListState) => ListState) => {
      setSelection(emptySelection);
      change(by);
    },
    [change],
  );
  const countExactly = useCallback(async () => {
    const mine = run.current;
    const page = await client.page(entity.path, {
      ...listQueryParams(state),
      pageNo: '1',
      pageSize: '10',
      count: 'exact',
    });
    if (mine === run.current) setAnswered((before) => ({ ...before, total: page.totalRows, capped: false }));
  }, [client, entity, state]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  const anchor = useRef<number | null>(null);
  const pick = useCallback((index: number, range: boolean) => {
    const { rows } = run.current;
    const record = rows.get(index);
    if (!record) return;
    const from = range ? (anchor.current ?? index) : index;
    const between: WireRecord[] = [];
    for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
      const row = rows.get(at);
      if (row) between.push(row);
    }
    anchor.current = index;
    setSelection((before) => select(before, between, range || !isSelected(before, record.id)));
  }, []);

  // Abort on unmount. StrictMode remounts, which needs a new run.
  useEffect(
    () => () => {
      run.current.abort.abort();
      run.current = newRun();
    },
    [],
  );

  const watchers = useRef(new Set<(record: WireRecord) => void>());
  const rowOf = useCallback((id: string) => [...run.current.rows.values()].find((row) => row.id === id), []);
  const patch = useCallback((record: WireRecord) => {
    for (const [place, row] of run.current.rows) if (row.id === record.id) run.current.rows.set(place, record);
    setSelection((before) => refreshSelected(before, [record]));
    watchers.current.forEach((listener) => listener(record));
  }, []);
  const watch = useCallback((listener: (record: WireRecord) => void) => {
    watchers.current.add(listener);
    return () => void watchers.current.delete(listener);
  }, []);

  const { rows: onPage, total, capped } = answered;
  const before = (state.page - 1) * size;
  const pages = Math.max(1, state.page, Math.ceil(total / size));
  const paged: Paged | null = inPages
    ? { page: state.page, pages, size, more: capped ? onPage === size : before + onPage < total }
    : null;
  const isAnswered = answered.generation === generation;
  const phase = isAnswered
    ? answered.error
      ? 'failed'
      : 'ready'
    : answered.generation === 0 || answered.error
      ? 'first'
      : 'busy';
  return {
    state,
    dropped,
    phase,
    error: answered.error,
    total: answered.total,
    capped: answered.capped,
    gaps: answered.gaps,
    paged,
    size,
    shownTotal: inPages ? onPage : total,
    toPage: (page) => change((now) => ({ ...now, page })),
    setSize: (rows) => {
      changePaging(inPages ? { pageSize: rows } : { blockSize: rows });
      change((now) => ({ ...now, page: 1, pageSize: 0 }));
    },
    setEndless: (endless) => {
      changePaging({ mode: endless ? 'endless' : 'pages' });
      change((now) => ({ ...now, page: 1, pageSize: 0 }));
    },
    generation,
    reloads,
    early,
    load,
    countExactly,
    reload,
    change,
    setView: (view) => narrow((before) => ({ ...before, view, saved: '' })),
    show: (next, replace = false) => {
      setSelection(emptySelection);
      setParams(printListState(next), { replace });
    },
    setSearch: (search) => narrow((before) => ({ ...before, search })),
    setFilter: (field, term) => narrow((before) => withFilter(before, field, term)),
    clear: () => narrow((before) => ({ ...before, search: '', filters: [], view: '', saved: before.saved && 'none' })),
    sortBy: (field, also) => change((before) => toggleSort({ state: before, entity, field, also })),
    selection,
    setSelection,
    pick,
    readAt: answered.readAt,
    rows: run.current.rows,
    rowOf,
    patch,
    watch,
  };
}

/** What belongs to one question. */
interface Run {
  abort: AbortController;
  rows: Map<number, WireRecord>;
  first: Promise<Page | null>;
}

const newRun = (): Run => ({ abort: new AbortController(), rows: new Map(), first: Promise.resolve(null) });
