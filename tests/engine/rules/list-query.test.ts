import { describe, expect, it } from 'vitest';
import { isSortable, listQuery, type ListQuery } from '../../../engine/core/rules/list-query.ts';
import { box } from './box.ts';

type Query = Record<string, string | string[] | undefined>;

const read = (query: Query, visible = box.byName) => listQuery(box, visible, query);
const good = (query: Query, visible = box.byName): ListQuery => {
  const outcome = read(query, visible);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
};
const bad = (query: Query): string[] => {
  const outcome = read(query);
  return outcome.ok ? [] : outcome.issues.map(({ code, path }) => `${path} ${code}`);
};
const filters = (query: Query, visible = box.byName) =>
  good(query, visible).filters.map(({ field, operator, values }) => [field.name, operator, ...values]);
const without = (...names: string[]) => new Map([...box.byName].filter(([name]) => !names.includes(name)));

describe('a list request', () => {
  it('takes what is not said from the schema', () => {
    const { pageNo, pageSize, search, view, exact, sort } = good({});
    expect({ pageNo, pageSize, search, view, exact }).toEqual({
      pageNo: 1,
      pageSize: 10,
      search: '',
      view: null,
      exact: false,
    });
    expect(sort.map(({ field, descending }) => [field.name, descending])).toEqual([
      ['createdAt', true],
      ['name', false],
    ]);
  });

  it('reads each operator with the values that it takes', () => {
    expect(filters({ weight: '3' })).toEqual([['weight', 'eq', 3]]);
    expect(filters({ weight: ['3', '4'] })).toEqual([['weight', 'in', 3, 4]]);
    expect(filters({ 'weight.in': '1,2' })).toEqual([['weight', 'in', 1, 2]]);
    expect(filters({ 'weight.between': '1,2' })).toEqual([['weight', 'between', 1, 2]]);
    expect(filters({ 'name.contains': 'x'.repeat(200) })).toEqual([['name', 'contains', 'x'.repeat(100)]]);
    expect(filters({ 'name.empty': '1' })).toEqual([['name', 'empty']]);
    expect(filters({ 'tags.contains': 'a' })).toEqual([['tags', 'contains', 'a']]);
  });

  it('means the whole of a day where a day ends a range of moments', () => {
    expect(filters({ 'at.between': '2026-01-01,2026-01-31' })).toEqual([
      ['at', 'between', '2026-01-01 00:00:00', '2026-01-31 23:59:59'],
    ]);
    expect(filters({ 'at.lte': '2026-01-31' })).toEqual([['at', 'lte', '2026-01-31 23:59:59']]);
    expect(filters({ searchEndTime: '2026-01-31 10:00:00' })).toEqual([['createdAt', 'lte', '2026-01-31 10:00:00']]);
  });

  it('leaves aside what it does not know: names, operators, blanks, the names that every object has', () => {
    const query = {
      nothing: '1',
      'weight.like': '1',
      'weight.eq.eq': '1',
      kind: ' ',
      constructor: '1',
      __proto__x: '1',
    };
    expect(filters(query)).toEqual([]);
    expect(filters({ weight: '3', 'name.contains': 'x' }, without('weight', 'name'))).toEqual([]);
  });

  it('refuses a bad value of a known name, all of them at once and by their names', () => {
    expect(bad({ weight: 'x', 'at.gte': 'never', 'weight.between': '1', pageNo: '0', pageSize: '201' })).toEqual([
      'weight number.invalid',
      'at.gte datetime.invalid',
      'weight.between query.between',
      'pageNo query.pageNo',
      'pageSize query.pageSize',
    ]);
    expect(bad({ 'weight.in': Array.from({ length: 3001 }, (_, at) => at).join(',') })).toEqual([
      'weight.in query.tooMany',
    ]);
    expect(bad({ searchValue: 'x'.repeat(101) })).toEqual(['searchValue text.tooLong']);
    for (const pageNo of ['-1', '1.5', 'x', '1e3', '1000001', '99999999999']) {
      expect(bad({ pageNo })).toEqual(['pageNo query.pageNo']);
    }
  });

  it('opens a view by its name, and none that reads a hidden field', () => {
    expect(good({ view: 'heavy' }).view?.name).toBe('heavy');
    expect(bad({ view: 'none' })).toEqual(['view query.unknownView']);
    expect(bad({ view: 'constructor' })).toEqual(['view query.unknownView']);
    expect(read({ view: 'heavy' }, without('weight')).ok).toBe(false);
    expect(read({ view: 'named' }, without('weight')).ok).toBe(true);
  });

  it('sorts by what is visible and has an order, in both spellings', () => {
    const sorted = (query: Query, visible = box.byName) =>
      good(query, visible).sort.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`);
    expect(sorted({ sort: '-weight,name' })).toEqual(['-weight', 'name']);
    expect(sorted({ sortField: 'weight', sortOrder: 'descend' })).toEqual(['-weight']);
    expect(sorted({ sort: 'rows,tags,ghost' })).toEqual([]);
    expect(sorted({ sort: 'weight' }, without('weight'))).toEqual(sorted({ sort: 'ghost' }));
    expect(box.fields.filter((field) => !isSortable(field)).map(({ name }) => name)).toEqual(['tags', 'rows']);
  });
});
