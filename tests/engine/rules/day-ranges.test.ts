import { describe, expect, it } from 'vitest';
import { daysOfRange, withDays, type DayRange } from '../../../engine/core/rules/day-ranges.ts';
import { listQuery } from '../../../engine/core/rules/list-query.ts';
import { box } from './box.ts';

describe('the days of a range', () => {
  it.each<[DayRange, string, string, string]>([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['days7', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['days30', '2026-01-05', '2025-12-07', '2026-01-05'],
    ['month', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2024-03-01', '2024-02-01', '2024-02-29'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
  ])('%s on %s is %s to %s', (range, today, from, to) => {
    expect(daysOfRange(range, today)).toEqual([from, to]);
  });
});

describe('a list request with a named range', () => {
  const read = (query: Record<string, string | string[]>) => listQuery(box, box.byName, withDays(query, '2026-03-01'));
  const filters = (query: Record<string, string | string[]>) => {
    const outcome = read(query);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
    return outcome.value.filters.map(({ field, operator, values }) => [field.name, operator, ...values]);
  };
  const last7 = ['at', 'between', '2026-02-23 00:00:00', '2026-03-01 23:59:59'];

  it('means the whole of its days', () => {
    expect(filters({ 'at.between': 'days7', weight: '3' })).toEqual([last7, ['weight', 'eq', 3]]);
  });

  it('may name the same field again, and then means both', () => {
    const both = filters({ 'at.between': ['days7', '2026-03-01,2026-03-31'] });
    expect(both).toEqual([last7, ['at', 'between', '2026-03-01 00:00:00', '2026-03-31 23:59:59']]);
  });

  it('leaves every other key and value as it is', () => {
    const query = { name: 'today', 'name.contains': 'month', 'at.gte': '2026-01-01', 'weight.between': '1,2' };
    expect(withDays(query, '2026-03-01')).toBe(query);
  });

  it.each([
    [{ 'at.between': 'days8' }, 'at.between', 'query.unknownRange'],
    [{ 'at.between': 'TODAY' }, 'at.between', 'query.unknownRange'],
    [{ 'at.between': 'toString' }, 'at.between', 'query.unknownRange'],
    [{ 'at.between': '2026-01-01' }, 'at.between', 'query.between'],
    [{ 'at.between': '' }, 'at.between', 'query.between'],
    [{ 'at.gte': 'today' }, 'at.gte', 'datetime.invalid'],
    [{ 'weight.between': 'days7' }, 'weight.between', 'number.invalid'],
  ])('is refused where it means nothing: %j', (query, path, code) => {
    expect(read(query)).toMatchObject({ ok: false, issues: [{ path, code }] });
  });

  it('names the ranges that there are', () => {
    const outcome = read({ 'at.between': 'days8' });
    expect(outcome).toMatchObject({
      issues: [{ params: { range: 'days8', ranges: 'today, days7, days30, month, lastMonth' } }],
    });
  });
});
