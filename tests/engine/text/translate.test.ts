import { describe, expect, it } from 'vitest';
import { fill, formatted, markApart, translate } from '../../../engine/core/text/translate.ts';

describe('words with places in them', () => {
  it('are filled by name, lists joined, nothing for null', () => {
    expect(fill('{a} of {b}: {c}{d}', { a: 1, b: ['x', 'y'], c: null, d: false })).toBe('1 of x, y: false');
  });

  it('write an amount in groups of thousands, to its last digit', () => {
    const amounts = { a: '1234567.8', b: -1000, c: 999, d: '0.1234' };
    expect(fill('{a, money} {b, money} {c, money} {d, money}', amounts)).toBe('1,234,567.80 -1,000.00 999.00 0.1234');
  });

  it.each([
    [1, '1 new column.'],
    ['1', '1 new column.'],
    [0, '0 new columns.'],
    [21, '21 new columns.'],
    ['1,001', '1,001 new columns.'],
  ])('takes the word for how many there are: %j', (count, words) => {
    expect(fill('{count} new {count, plural, column|columns}.', { count })).toBe(words);
  });

  it('write a whole number in groups of thousands', () => {
    expect(fill('{a, number} {b, number} {c, number}', { a: 1000, b: 999, c: '1234567' })).toBe('1,000 999 1,234,567');
  });

  it.each([
    ['Bill line', 'New bill line'],
    ['API key', 'New API key'],
    ['E-commerce order', 'New e-commerce order'],
    ['SMS', 'New SMS'],
    ['订单', 'New 订单'],
  ])('write a title as it reads within a sentence: %s', (name, words) => {
    expect(fill('New {name, noun}', { name })).toBe(words);
  });

  it.each([
    ['新增{entity}', { entity: 'FBA 账单' }, '新增 FBA 账单'],
    ['新增{entity}', { entity: '订单' }, '新增订单'],
    ['{role}的权限', { role: 'packer' }, 'packer 的权限'],
    ['客户{customer}余额不足', { customer: 'Acme 2' }, '客户 Acme 2 余额不足'],
    ['客户{customer}余额不足', { customer: '（空）' }, '客户（空）余额不足'],
    ['第 {row} 行{column}', { row: 3, column: 'SKU' }, '第 3 行 SKU'],
    ['“{name}”：{text}', { name: 'A', text: 'B' }, '“A”：B'],
    ['New {a}{b}', { a: 'x', b: '订单' }, 'New x订单'],
  ])('keep Latin apart from Chinese: %s', (words, params, filled) => {
    expect(fill(words, params)).toBe(filled);
    // As the browser's library fills it in.
    const marked = markApart(words).replace(/\{(\w+)(?:, ([^{}]+))?\}/g, (_, name: string, format?: string) => {
      const value = (params as Record<string, unknown>)[name];
      return format === undefined ? String(value) : (formatted(value, format) ?? 'no format');
    });
    expect(marked).toBe(filled);
  });

  it('keep formatted figures apart from Chinese', () => {
    expect(fill('按{sum, money}计', { sum: 5 })).toBe('按 5.00 计');
  });

  it('keep a place that nothing fills, so that the gap is seen', () => {
    expect(fill('at least {min}', {})).toBe('at least {min}');
    expect(fill('{min, half}', { min: 2 })).toBe('{min, half}');
  });

  it('say a part in brackets only where everything in it is given', () => {
    expect(fill('Too little.[[ The limit is {floor, money} {currency}.]]', { floor: -5, currency: 'USD' })).toBe(
      'Too little. The limit is -5.00 USD.',
    );
    expect(fill('Too little.[[ The limit is {floor, money} {currency}.]]', { currency: 'USD' })).toBe('Too little.');
    expect(fill('{a}', { a: '[[{b}]]' })).toBe('[[{b}]]');
  });

  it('take no part of an object that everybody has', () => {
    expect(fill('{toString} {constructor}', {})).toBe('{toString} {constructor}');
    expect(translate({}, 'constructor')).toBe('constructor');
  });

  it('fill what a value says once, not again', () => {
    expect(fill('{a}', { a: '{b}', b: 'no' })).toBe('{b}');
  });

  it('are the key itself where there are none', () => {
    expect(translate({ 'a.b': 'Words for {x}' }, 'a.b', { x: 1 })).toBe('Words for 1');
    expect(translate({}, 'a.b', { x: 1 })).toBe('a.b');
  });
});
