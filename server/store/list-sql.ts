import type { Catalog, Entity, Field, FieldAccess, Filter, ListQuery, Rights } from '../../engine/core/index.ts';
import { visibleFields } from '../../engine/core/index.ts';
import { parameterType, wireValue } from './columns.ts';
import { besideOf, grantRows, holds, offeredActions, walls } from './predicates.ts';
import { readableRows } from './readable-rows.ts';
import { join, cachedPieces, param, pieces, quote, type SqlFragment } from './sql.ts';

/** Totals are counted up to here, then shown as "more than"; exact counts are made on request. */
export const countCap = 10_000;

/** What a set of rights sees of an entity, built once: select list, readable rows, actions. */
export interface ReadScope {
  readonly fields: readonly FieldAccess[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Fields visible in every readable row: only these may be filtered, searched, sorted and summed by. */
  readonly everywhere: ReadonlyMap<string, Field>;
  /** By visible field: the condition on rows `t` that show it, or null if all do. */
  readonly whereShown: ReadonlyMap<string, SqlFragment | null>;
  /** By field with `codeOf`: the entity of its codes, for filters by name. */
  readonly coded: ReadonlyMap<string, Entity>;
  /** The `SELECT` list of a row, without `FROM`. */
  readonly row: SqlFragment;
  /** Conditions on `t`: row security and readable rows. Null if nothing is readable. */
  readonly where: SqlFragment | null;
}

export function createLens(catalog: Catalog, entity: Entity, rights: Rights, member: boolean): ReadScope {
  const visible = visibleFields(entity, rights);
  const fields = visible.filter(({ field }) => !field.lines);
  const columns = fields.flatMap((access) => cells(catalog, entity, access));
  const readable = readableRows(catalog, entity, rights);
  return {
    fields,
    byName: new Map(visible.map(({ field }) => [field.name, field])),
    everywhere: new Map(visible.filter((each) => each.everywhere).map(({ field }) => [field.name, field])),
    whereShown: new Map(visible.map((access) => [access.field.name, whereShown(entity, access)])),
    coded: new Map(
      fields.flatMap(({ field }) => {
        const target = catalog.byName.get(field.meta.codeOf ?? '');
        return target ? [[field.name, target] as const] : [];
      }),
    ),
    row: pieces(join(columns, ', '), ', ', offeredActions(entity, rights), ' AS "_can"'),
    where: readable && pieces(walls(entity, member), ' AND (', readable, ')'),
  };
}

/** A field's cell and the title beside it, null in rows where no grant shows the field. */
export function cells(catalog: Catalog, entity: Entity, access: FieldAccess): SqlFragment[] {
  const { field } = access;
  const shown = whereShown(entity, access);
  const open = (value: string) => (shown ? pieces('CASE WHEN ', shown, ` THEN ${value} END`) : pieces(value));
  const beside = besideOf(catalog, entity, field, 't');
  return [
    pieces(open(wireValue(field, 't')), ` AS ${quote(field.name)}`),
    ...(beside ? [pieces(open(beside), ` AS ${quote(`$${field.name}`)}`)] : []),
  ];
}

function whereShown(entity: Entity, { shownBy, everywhere }: FieldAccess): SqlFragment | null {
  const rows = shownBy.map((grant) => grantRows(entity, grant));
  return everywhere ? null : join(rows, ' OR ');
}

/** Two statements of a page; the first answers the `total`, the second the `rows` as JSON text. */
export type Page = readonly [keys: SqlFragment, rows: SqlFragment];

/**
 * A page in two statements of one transaction. The first finds the keys from the list's index and counts; it is small,
 * so planning it for each query's values is cheap. The second reads the rows of the keys; it is large but the same for
 * every query in this scope, so its plan is cached. The keys travel in a setting.
 */
export function pageSql(entity: Entity, lens: ReadScope, query: ListQuery, counted = true): Page {
  const where = conditions(entity, lens, query);
  const offset = (query.pageNo - 1) * query.pageSize;
  const keys = pieces(
    `SELECT set_config('lading.page', (SELECT coalesce(array_agg(k.id), '{}')::text FROM (SELECT t.id FROM ${quote(entity.table)} t WHERE `,
    where,
    orderBy(query),
    ' LIMIT ',
    param(query.pageSize, 'bigint'),
    ' OFFSET ',
    param(offset, 'bigint'),
    ') k), true), (',
    counted ? countSql(entity, where, query.exact) : 'NULL',
    ') AS total',
  );
  return [keys, rowsOfKeys(lens, 'rows', () => rowsOfKeysPieces(entity, lens))];
}

const rowsOfKeys = cachedPieces<ReadScope>();

/** The sub-select hides the number of keys from the planner, so that one plan serves every page. */
const rowsOfKeysPieces = (entity: Entity, lens: ReadScope): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(row_to_json(_row)), '[]')::text AS rows FROM (SELECT w.* FROM
       unnest((SELECT current_setting('lading.page')::bigint[])) WITH ORDINALITY k(id, place) CROSS JOIN LATERAL (SELECT `,
    lens.row,
    ` FROM ${quote(entity.table)} t WHERE t.id = k.id AND `,
    // Checked again: a row may have become unreadable between the two statements.
    lens.where ?? 'false',
    ' OFFSET 0) w ORDER BY k.place) _row',
  );

function countSql(entity: Entity, where: SqlFragment, exact: boolean): SqlFragment {
  const table = quote(entity.table);
  if (exact) return pieces(`SELECT count(*) FROM ${table} t WHERE `, where);
  const limit = param(countCap + 1, 'bigint');
  return pieces(`SELECT count(*) FROM (SELECT 1 FROM ${table} t WHERE `, where, ' LIMIT ', limit, ') c');
}

export function conditions(
  entity: Entity,
  lens: ReadScope,
  query: Pick<ListQuery, 'filters' | 'search' | 'alsoSearch' | 'view'>,
): SqlFragment {
  const all = lens.where ? [lens.where] : [pieces('false')];
  for (const filter of query.filters) {
    const target = lens.coded.get(filter.field.name);
    all.push(target ? codedFilterSql(filter, target) : filterSql(filter));
    const found = target ? null : preselectSql(entity, filter);
    if (found) all.push(found);
  }
  if (query.view) all.push(holds(entity, query.view.filter));
  if (query.search) {
    const texts = [...spellings(query.search), ...(query.alsoSearch ?? [])];
    const ways = texts.map((text) => searchSql(entity, lens, text));
    all.push(pieces('(', join(ways, ' OR '), ')'));
  }
  return join(all, ' AND ');
}

/** A search text, and its number if it was copied in groups or with full-width characters. */
export function spellings(search: string): readonly string[] {
  const text = search.normalize('NFKC').trim();
  const whole = text.replace(/\s+/g, '');
  const isNumber = /^[0-9A-Za-z-]{8,60}$/.test(whole) && whole.replace(/\D/g, '').length >= 6;
  return isNumber && whole !== search ? [search, whole] : [search];
}

/**
 * Searches the row's generated text and every other searched field. The generated text may contain hidden fields; it
 * only preselects by index, and the visible fields decide. Finds nothing without searchable fields.
 */
function searchSql(entity: Entity, lens: ReadScope, search: string): SqlFragment {
  const names = entity.meta.list.search ?? [];
  const held = entity.own?.searched ?? names;
  const open = names.flatMap((name) => lens.everywhere.get(name) ?? []);
  const wanted = param(`%${escapeLike(search.toLowerCase())}%`, 'text');
  const alike = (field: Field) => pieces(`t.${quote(field.id)} ILIKE `, wanted);
  const ways = open.filter(({ name }) => !held.includes(name)).map(alike);
  const inText = open.filter(({ name }) => held.includes(name));
  if (inText.length > 0) {
    const whole = holdsText(search);
    const some = join(inText.map(alike), ' OR ');
    ways.push(inText.length === held.length ? whole : pieces('(', whole, ' AND (', some, '))'));
  }
  return ways.length === 0 ? pieces('false') : pieces('(', join(ways, ' OR '), ')');
}

/**
 * The row's generated text contains this one. Of a number the index is asked for its end only: what stands in front
 * (`SO-2611-`, an account's part of a tracking number) is in the numbers of most rows, and the index would walk all of them.
 */
function holdsText(search: string): SqlFragment {
  const text = search.toLowerCase();
  const contains = (part: string) => param(`%${escapeLike(part)}%`, 'text');
  const end = /^[0-9a-z-]+$/.test(text) ? /\d{6,8}$/.exec(text)?.[0] : undefined;
  if (!end || end === text) return pieces('t._search LIKE ', contains(text));
  return pieces('t._search LIKE ', contains(end), ` AND t._search || '' LIKE `, contains(text));
}

/** Fewest signs of a filter's value that select rows by the search index, and most values that it is asked for. */
const fewestSigns = 5;
const mostValues = 20;

/**
 * What the generated text of a row contains if a filter of a searched field holds, because those fields have no index of
 * their own. Plain letters only: others have cases that the database may see otherwise.
 */
function preselectSql(entity: Entity, { field, operator, values }: Filter): SqlFragment | null {
  const held = entity.own?.searched ?? entity.meta.list.search ?? [];
  if (!['eq', 'in', 'contains', 'startsWith'].includes(operator) || !held.includes(field.name)) return null;
  if (parameterType(field) !== 'text' || values.length === 0 || values.length > mostValues) return null;
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length < values.length || !texts.every((text) => text.length >= fewestSigns && /^[ -~]+$/.test(text)))
    return null;
  return pieces('(', join(texts.map(holdsText), ' OR '), ')');
}

/** The sort order, then the id in the first key's direction, so that rows never tie. */
export function orderBy({ sort }: Pick<ListQuery, 'sort'>): SqlFragment {
  const keys = sort.map(({ field, descending }) => `t.${quote(field.id)}${descending ? ' DESC' : ''}`);
  const tie = sort.some(({ field }) => field.name === 'id')
    ? []
    : [`t.id${(sort[0]?.descending ?? true) ? ' DESC' : ''}`];
  return pieces(` ORDER BY ${[...keys, ...tie].join(', ')}`);
}

/** A filter of a field that shows names for its codes: both are understood. */
function codedFilterSql(filter: Filter, target: Entity): SqlFragment {
  const { field, operator, values, codes = [] } = filter;
  if (operator === 'empty' || operator === 'notEmpty') return filterSql(filter);
  const kept = operator === 'ne' ? 'eq' : operator;
  const column = `t.${quote(field.id)}`;
  const key = quote(target.byName.get('code')?.id ?? 'code');
  const fits = pieces(
    '(',
    filterSql({ field, operator: kept, values }),
    ` OR ${column} = ANY(`,
    param(codes, 'text[]'),
    `) OR ${column} IN (SELECT x.${key} FROM ${quote(target.table)} x WHERE x.tenant_id = lading.tenant() AND `,
    filterSql({ field: target.title, operator: kept, values }, 'x'),
    '))',
  );
  return operator === 'ne' ? pieces('NOT coalesce(', fits, ', false)') : fits;
}

function filterSql({ field, operator, values }: Filter, alias = 't'): SqlFragment {
  const column = `${alias}.${quote(field.id)}`;
  const type = parameterType(field);
  const value = (at = 0) => param(values[at] ?? null, type);
  if (type.endsWith('[]')) {
    if (operator === 'empty') return pieces(`coalesce(cardinality(${column}), 0) = 0`);
    if (operator === 'notEmpty') return pieces(`cardinality(${column}) > 0`);
    return pieces(`${operator === 'ne' ? 'NOT ' : ''}coalesce(${column} && `, param(values, type), ', false)');
  }
  switch (operator) {
    case 'eq':
      return pieces(`${column} = `, value());
    case 'ne':
      return pieces(`${column} IS DISTINCT FROM `, value());
    case 'in':
      return pieces(`${column} = ANY(`, param(values, `${type}[]`), ')');
    case 'contains':
      return pieces(`lower(${column}) LIKE `, param(`%${escapeLike(String(values[0]).toLowerCase())}%`, 'text'));
    case 'startsWith':
      return pieces(`lower(${column}) LIKE `, param(`${escapeLike(String(values[0]).toLowerCase())}%`, 'text'));
    case 'gt':
      return pieces(`${column} > `, value());
    case 'gte':
      return pieces(`${column} >= `, value());
    case 'lt':
      return pieces(`${column} < `, value());
    case 'lte':
      return pieces(`${column} <= `, value());
    case 'between':
      return pieces(`${column} BETWEEN `, value(0), ' AND ', value(1));
    case 'empty':
      return pieces(`${column} IS NULL`);
    case 'notEmpty':
      return pieces(`${column} IS NOT NULL`);
  }
}

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
