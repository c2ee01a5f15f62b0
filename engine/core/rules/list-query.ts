import type { Entity, Field, View } from '../compile/catalog.ts';
import type { FilterOperator } from '../fields/field-type.ts';
import { operatorsOf } from '../fields/field-types.ts';
import { issue, type Issue, type Outcome } from '../meta/issue.ts';
import { isTime } from './aggregates.ts';
import { dayRanges } from './day-ranges.ts';

/** Page sizes that the product offers, the first where none is asked for; anything else up to the cap is taken as it is. */
export const pageSizes = [10, 20, 30, 40, 60, 80, 100, 150, 200] as const;
const maxPageSize = 200;
const maxFilters = 30;
const maxListed = 3000;

/** Keys that steer the list; a field of such a name is filtered with its operator: `sort.eq=1`. */
const reserved = new Set([
  'culture',
  'pageNo',
  'pageSize',
  'sort',
  'sortField',
  'sortOrder',
  'searchValue',
  'view',
  'count',
]);

const timeKeys: ReadonlySet<string> = new Set(['searchBeginTime', 'searchEndTime']);

export interface Filter {
  field: Field;
  operator: FilterOperator;
  /** Canonical values: one, two for `between`, any number for `in`, none for `empty`. */
  values: readonly unknown[];
  /** Of a field with `codeOf`: further codes whose delivered names in this reader's language fit the values. */
  codes?: readonly string[];
}

export interface ListQuery {
  pageNo: number;
  pageSize: number;
  filters: readonly Filter[];
  search: string;
  /** Other texts that mean what is searched for: what is kept under a name that this reader sees in their own language. */
  alsoSearch?: readonly string[];
  view: View | null;
  sort: readonly { field: Field; descending: boolean }[];
  exact: boolean;
}

/**
 * A list request in the wire's own keys (engine/docs/wire.md), read against the fields that every row shows this person: any
 * other is as unknown as a random name, or the rows that match would tell what is hidden, and so is a view that reads one.
 * Unknown keys are left aside; a known key with a bad value is an issue.
 */
export function listQuery(
  entity: Entity,
  visible: ReadonlyMap<string, Field>,
  query: Readonly<Record<string, string | string[] | undefined>>,
): Outcome<ListQuery> {
  const issues: Issue[] = [];
  const text = (key: string) => one(query[key]);
  const filters: Filter[] = [];
  for (const [key, raw] of Object.entries(query)) {
    const [name = '', operator = 'eq', extra] = key.split('.');
    const field = visible.get(name);
    if (!field || extra !== undefined || raw === undefined || reserved.has(key)) continue;
    for (const each of rangesOf(operator, raw)) {
      const found = readFilter(field, operator, each);
      if (found?.ok) filters.push(found.value);
      else if (found) issues.push(...found.issues.map((inner) => ({ ...inner, path: key })));
    }
  }
  filters.push(...searchTimes(visible, text, issues));
  if (filters.length > maxFilters) issues.push(issue('query.tooManyFilters', '', { max: maxFilters }));

  const pageNo = integerOf(text('pageNo'), 1);
  const pageSize = integerOf(text('pageSize'), pageSizes[0]);
  if (pageNo === null || pageNo > 1_000_000) issues.push(issue('query.pageNo', 'pageNo'));
  if (pageSize === null || pageSize > maxPageSize)
    issues.push(issue('query.pageSize', 'pageSize', { max: maxPageSize }));
  const search = (text('searchValue') ?? '').normalize('NFC').trim();
  if (search.length > 100) issues.push(issue('text.tooLong', 'searchValue', { max: 100 }));
  const open = entity.views.filter(({ filter }) => filter.reads.every((name) => visible.has(name)));
  const view = text('view') ? open.find(({ name }) => name === text('view')) : null;
  if (view === undefined) issues.push(issue('query.unknownView', 'view', { view: text('view') }));
  if (issues.length > 0 || pageNo === null || pageSize === null || view === undefined) return { ok: false, issues };

  return {
    ok: true,
    value: {
      pageNo,
      pageSize,
      filters,
      search,
      view,
      sort: readSort({
        entity,
        visible,
        sort: text('sort'),
        sortField: text('sortField'),
        sortOrder: text('sortOrder'),
      }),
      exact: text('count') === 'exact',
    },
  };
}

/**
 * The keys of a list request that are not understood: unknown field, operator or sort. They are reported, because a
 * filter that is silently ignored looks like a complete result.
 */
export function unknownKeys(
  visible: ReadonlyMap<string, Field>,
  query: Readonly<Record<string, string | string[] | undefined>>,
): string[] {
  const unknown = Object.keys(query).filter((key) => {
    if (query[key] === undefined || reserved.has(key) || timeKeys.has(key)) return false;
    const [name = '', operator = 'eq', extra] = key.split('.');
    const field = visible.get(name);
    return !field || extra !== undefined || !operatorsOf(field.meta).includes(operator as FilterOperator);
  });
  const order = one(query['sortField']);
  return order && !visible.has(order) ? [...unknown, 'sortField'] : unknown;
}

function readFilter(field: Field, operator: string, raw: string | string[]): Outcome<Filter> | null {
  const { type, meta } = field;
  const listed = operator === 'in' || operator === 'between';
  const texts = [raw].flat().flatMap((part) => (listed ? part.split(',') : [part]));
  if (!operatorsOf(meta).includes(operator as FilterOperator)) return null;
  const known = operator as FilterOperator;
  if (known === 'empty' || known === 'notEmpty') return { ok: true, value: { field, operator: known, values: [] } };
  if (!listed && texts.every((part) => part.trim() === '')) return null;
  if (texts.length > maxListed) return { ok: false, issues: [issue('query.tooMany', '', { max: maxListed })] };
  if (known === 'between' && texts.length !== 2) return { ok: false, issues: [notARange(field, texts)] };
  const values: unknown[] = [];
  for (const part of texts) {
    if (known === 'contains' || known === 'startsWith') {
      values.push(part.slice(0, 100));
      continue;
    }
    const single = type.name === 'choices' || type.name === 'references' || meta.many ? [part] : part;
    const parsed = type.parse(single, { ...meta, required: false });
    if (!parsed.ok) return { ok: false, issues: parsed.issues };
    const value = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value;
    const last = known === 'lte' || (known === 'between' && values.length === 1);
    if (value !== null)
      values.push(last && isDay(part) && type.name === 'datetime' ? `${part.trim()} 23:59:59` : value);
  }
  if (values.length === 0) return null;
  if (known === 'eq' && values.length > 1) return { ok: true, value: { field, operator: 'in', values } };
  return { ok: true, value: { field, operator: known, values } };
}

/** A key repeated with whole ranges (`due.between=a,b&due.between=c,d`) is several conditions. */
const rangesOf = (operator: string, raw: string | string[]): readonly (string | string[])[] =>
  operator === 'between' && Array.isArray(raw) && raw.every((range) => range.includes(',')) ? raw : [raw];

/** Names of ranges have been replaced by days before a query is read. */
function notARange(field: Field, [value = '', ...others]: readonly string[]): Issue {
  if (others.length > 0 || value === '' || isDay(value) || !isTime(field)) return issue('query.between', '');
  return issue('query.unknownRange', '', { range: value, ranges: dayRanges.join(', ') });
}

/** A day without a time: as the end of a range it means the whole of that day. */
const isDay = (text: string): boolean => /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text);

/** `searchBeginTime` and `searchEndTime` of older clients: when the record was made. */
function searchTimes(
  visible: ReadonlyMap<string, Field>,
  text: (key: string) => string | undefined,
  issues: Issue[],
): Filter[] {
  const field = visible.get('createdAt');
  if (!field) return [];
  return (['searchBeginTime', 'searchEndTime'] as const).flatMap((key) => {
    const raw = text(key);
    if (!raw) return [];
    const parsed = field.type.parse(raw, field.meta);
    if (!parsed.ok) issues.push(...parsed.issues.map((inner) => ({ ...inner, path: key })));
    const operator = key === 'searchBeginTime' ? ('gte' as const) : ('lte' as const);
    return parsed.ok ? [{ field, operator, values: [parsed.value] }] : [];
  });
}

function readSort({
  entity,
  visible,
  sort,
  sortField,
  sortOrder,
}: {
  entity: Entity;
  visible: ReadonlyMap<string, Field>;
  sort: string | undefined;
  sortField: string | undefined;
  sortOrder: string | undefined;
}): ListQuery['sort'] {
  const sorting = sort ?? (sortField && sortOrder ? `${sortOrder.startsWith('desc') ? '-' : ''}${sortField}` : '');
  const keys = (sorting || (entity.meta.list.sort ?? '-id')).split(',').slice(0, 4);
  return keys.flatMap((key) => {
    const field = visible.get(key.replace(/^-/, ''));
    return field && isSortable(field) ? [{ field, descending: key.startsWith('-') }] : [];
  });
}

/** Types with an order that people mean. */
export const isSortable = (field: Field): boolean => field.type.traits.sortable;

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

function integerOf(text: string | undefined, otherwise: number): number | null {
  if (text === undefined || text === '') return otherwise;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
