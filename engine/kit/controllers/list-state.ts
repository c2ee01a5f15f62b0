import {
  type Entity,
  type Field,
  type FilterOperator,
  isDayRange,
  isSortable,
  isTime,
  listLayouts,
  type ListLayout,
  pageSizes,
} from '../../core/index.ts';
import type { ListQueryParams } from '../data/data-client.ts';

/** One condition; `value` is wire text (`a,b` for `in` and `between`, `1` for `empty` and `notEmpty`). */
export interface FilterTerm {
  field: string;
  operator: FilterOperator;
  value: string;
}

export interface SortTerm {
  field: string;
  descending: boolean;
}

/** What a list shows. All of it is in the address, so that back, reload and a shared link show the same screen. */
export interface ListState {
  view: string;
  /** The kept view that this started from; `none` is a choice against the one the list would open with. */
  saved: string;
  search: string;
  layout: ListLayout;
  sort: readonly SortTerm[];
  filters: readonly FilterTerm[];
  /** From 1 on; an endless list has only this one. */
  page: number;
  /** Rows of a page as the address has it; 0: as many as the person likes. */
  pageSize: number;
}

export const emptyListState: ListState = Object.freeze({
  view: '',
  saved: '',
  search: '',
  layout: 'table',
  sort: [],
  filters: [],
  page: 1,
  pageSize: 0,
});

const ownKeys: ReadonlySet<string> = new Set(['view', 'saved', 'search', 'layout', 'sort', 'page', 'pageSize']);
/** Keys of the wire that a field of the same name must not be taken for. */
const wireKeys: ReadonlySet<string> = new Set([
  'pageNo',
  'pageSize',
  'sort',
  'sortField',
  'sortOrder',
  'searchValue',
  'view',
  'count',
  'culture',
]);
const maxSorts = 4;
const maxPages = 1_000_000;

/**
 * Parses an address. `dropped` names parameters that no longer apply (removed or hidden field, invalid value): the list
 * opens without them and shows a notice.
 */
export function parseListState(params: URLSearchParams, entity: Entity): { state: ListState; dropped: string[] } {
  const dropped: string[] = [];
  const filters: FilterTerm[] = [];
  for (const [key, value] of params) {
    if (ownKeys.has(key)) continue;
    const term = readTerm(entity, key, value);
    if (term) filters.push(term);
    else dropped.push(key);
  }
  const view = params.get('view') ?? '';
  const knownView = view === '' || entity.views.some(({ name }) => name === view);
  if (!knownView) dropped.push('view');
  const sort = (params.get('sort') ?? '').split(',').filter(Boolean).map(readSort);
  const knownSort = sort.filter(({ field }) => canSort(entity.byName.get(field))).slice(0, maxSorts);
  if (knownSort.length < sort.length) dropped.push('sort');
  const size = Number(params.get('pageSize') ?? 0);
  const knownSize = size === 0 || pageSizes.some((one) => one === size);
  if (!knownSize) dropped.push('pageSize');
  const page = Number(params.get('page') ?? 1);
  const knownPage = Number.isInteger(page) && page >= 1 && page <= maxPages;
  if (!knownPage) dropped.push('page');
  const layout = listLayouts.find((one) => one === (params.get('layout') ?? 'table'));
  if (!layout) dropped.push('layout');
  const state: ListState = {
    view: knownView ? view : '',
    saved: /^(\d{1,18}|none)$/.exec(params.get('saved') ?? '')?.[0] ?? '',
    layout: layout ?? 'table',
    search: (params.get('search') ?? '').slice(0, 100),
    sort: knownSort,
    filters,
    page: knownPage ? page : 1,
    pageSize: knownSize ? size : 0,
  };
  return { state, dropped };
}

/** Writes an address; defaults are left out. */
export function printListState(state: ListState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.saved) params.set('saved', state.saved);
  if (state.view) params.set('view', state.view);
  if (state.layout !== 'table') params.set('layout', state.layout);
  if (state.search) params.set('search', state.search);
  for (const term of state.filters) params.append(termKey(term, ownKeys), term.value);
  if (state.sort.length > 0) params.set('sort', printSort(state.sort));
  if (state.pageSize !== 0) params.set('pageSize', String(state.pageSize));
  if (state.page !== 1) params.set('page', String(state.page));
  return params;
}

/** The rows that the state means, in the wire's keys: for page, aggregate and export alike. */
export function listQueryParams(state: ListState): ListQueryParams {
  const params: ListQueryParams = {};
  if (state.view) params.view = state.view;
  if (state.search) params.searchValue = state.search;
  if (state.sort.length > 0) params.sort = printSort(state.sort);
  for (const term of state.filters) {
    const key = termKey(term, wireKeys);
    const value = params[key];
    params[key] = value === undefined ? term.value : [value, term.value].flat();
  }
  return params;
}

/** The order in force: the person's, or the entity's own. */
export function effectiveSort(state: ListState, entity: Entity): readonly SortTerm[] {
  return state.sort.length > 0 ? state.sort : (entity.meta.list.sort ?? '').split(',').filter(Boolean).map(readSort);
}

/**
 * A press on a column's head: ascending, then descending, then the entity's own order again. With `also` the column joins
 * the others, otherwise it is the only one.
 */
export function toggleSort({
  state,
  entity,
  field,
  also,
}: {
  state: ListState;
  entity: Entity;
  field: string;
  also: boolean;
}): ListState {
  const present = effectiveSort(state, entity);
  const value = present.find((term) => term.field === field);
  const next = !value ? { field, descending: false } : value.descending ? null : { field, descending: true };
  if (!also) return { ...state, sort: next ? [next] : [] };
  if (value) return { ...state, sort: present.flatMap((term) => (term.field !== field ? [term] : next ? [next] : [])) };
  return { ...state, sort: [...present, { field, descending: false }].slice(-maxSorts) };
}

/** The state with the condition in place of the one on the same field; null takes it away. */
export function withFilter(state: ListState, field: string, term: FilterTerm | null): ListState {
  const at = state.filters.findIndex((one) => one.field === field);
  if (at < 0) return term ? { ...state, filters: [...state.filters, term] } : state;
  const filters = state.filters.flatMap((one, index) =>
    one.field !== field ? [one] : index === at && term ? [term] : [],
  );
  return { ...state, filters };
}

/** Whether the list is filtered: distinguishes "nothing yet" from "no match". */
export const isNarrowed = (state: ListState): boolean =>
  state.search !== '' || state.filters.length > 0 || state.view !== '';

export const canSort = (field: Field | undefined): field is Field =>
  field !== undefined && isSortable(field) && (field.type.column(field.meta) !== null || field.system);

function readTerm(entity: Entity, key: string, value: string): FilterTerm | null {
  const [name = '', operator = 'eq', more] = key.split('.');
  const field = entity.byName.get(name);
  if (!field || more !== undefined || value === '') return null;
  const known = field.type.operators.find((one) => one === operator);
  if (!known) return null;
  const term = { field: name, operator: known, value };
  return fits(field, term) ? term : null;
}

function fits(field: Field, { operator, value }: FilterTerm): boolean {
  if (['empty', 'notEmpty', 'contains', 'startsWith'].includes(operator)) return true;
  if (operator === 'between' && isDayRange(value)) return isTime(field);
  const parts = operator === 'in' || operator === 'between' ? value.split(',') : [value];
  if (operator === 'between' && parts.length !== 2) return false;
  const listed = field.type.traits.multiple || field.meta.many;
  return parts.every((part) => field.type.parse(listed ? [part] : part, { ...field.meta, required: false }).ok);
}

const termKey = (term: FilterTerm, taken: ReadonlySet<string>): string =>
  term.operator === 'eq' && !taken.has(term.field) ? term.field : `${term.field}.${term.operator}`;

const readSort = (text: string): SortTerm => ({ field: text.replace(/^-/, ''), descending: text.startsWith('-') });

const printSort = (sort: readonly SortTerm[]): string =>
  sort.map(({ field, descending }) => (descending ? '-' : '') + field).join(',');
