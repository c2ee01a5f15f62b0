import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/core/fields/field-types.ts';
import type { FieldMeta } from '../../../engine/core/meta/entity.ts';

const english = { culture: 'en-US', timeZone: 'UTC' };
const read = (input: unknown, field: FieldMeta): unknown => {
  const outcome = fieldTypes[field.type].parse(input, field);
  return outcome.ok ? outcome.value : outcome.issues[0];
};
const cell = (text: string, field: FieldMeta, culture = 'en-US'): unknown => {
  const outcome = fieldTypes[field.type].fromText(text, field, { ...english, culture });
  return outcome.ok ? outcome.value : outcome.issues[0]?.code;
};
const money: FieldMeta = { type: 'money' };

describe('an amount of money', () => {
  it.each<[unknown, number]>([
    ['12.50', 12.5],
    [' 7 ', 7],
    ['-0', 0],
    [-0, 0],
    ['0.10', 0.1],
    ['12.5000', 12.5],
    ['9999999999999.99', 9999999999999.99],
  ])('reads %j as %d', (input, expected) => {
    expect(read(input, money)).toBe(expected);
  });

  it('reads a big integer as a number', () => {
    expect(read(5n, money)).toBe(5);
  });

  it.each<[unknown, FieldMeta, string, object | undefined]>([
    ['12.345', money, 'number.scale', { scale: 2 }],
    [0.1 + 0.2, money, 'number.tooLong', { digits: 15, whole: 13 }],
    ['0.30000000000000004', money, 'number.tooLong', { digits: 15, whole: 13 }],
    [1.005, money, 'number.scale', { scale: 2 }],
    [1e-7, money, 'number.scale', { scale: 2 }],
    ['1.00001', { type: 'money', scale: 9 }, 'number.scale', { scale: 4 }],
    ['10000000000000', money, 'number.tooLong', { digits: 15, whole: 13 }],
    ['9'.repeat(5000), money, 'number.tooLong', { digits: 15, whole: 13 }],
    ['0', { type: 'money', above: 0 }, 'number.above', { above: 0 }],
    ['-0.01', { type: 'money', min: 0 }, 'number.min', { min: 0 }],
    ['100.01', { type: 'money', max: 100 }, 'number.max', { max: 100 }],
    ['1,000', money, 'number.invalid', undefined],
    ['1e3', money, 'number.invalid', undefined],
    ['１２', money, 'number.invalid', undefined],
    [Number.NaN, money, 'number.invalid', undefined],
    ['1.5', { type: 'integer' }, 'number.whole', undefined],
  ])('refuses %j under %j as %s', (input, field, code, params) => {
    expect(read(input, field)).toEqual(params ? { code, path: '', params } : { code, path: '' });
  });

  it('is stored with as many places as the field asks for, four at most', () => {
    expect(fieldTypes.money.column(money)).toEqual({ type: 'numeric(15,2)' });
    expect(fieldTypes.money.column({ type: 'money', scale: 4 })).toEqual({ type: 'numeric(15,4)' });
    expect(fieldTypes.money.column({ type: 'money', scale: 7 })).toEqual({ type: 'numeric(15,4)' });
  });

  it.each([
    [1234567.8, '1,234,567.80'],
    [0, '0.00'],
    [-0.5, '-0.50'],
  ])('writes %d as %s', (value, words) => {
    expect(fieldTypes.money.format(value, money, english)).toBe(words);
  });

  it('shows more than two places only where there are more', () => {
    const fine: FieldMeta = { type: 'money', scale: 4 };
    expect(fieldTypes.money.format(1.5, fine, english)).toBe('1.50');
    expect(fieldTypes.money.format(1.2345, fine, english)).toBe('1.2345');
  });
});

describe('a number in a file cell', () => {
  it.each<[string, unknown]>([
    ['1,234.50', 1234.5],
    ['-1,234,567', -1234567],
    ['$12.50', 12.5],
    ['-$12.50', -12.5],
    ['+3', 3],
    ['.5', 0.5],
    ['-.5', -0.5],
    ['12,34', 'number.invalid'],
    ['1,2345', 'number.invalid'],
    ['1,234,5', 'number.invalid'],
    ['1,234.5,6', 'number.invalid'],
    [',', 'number.invalid'],
    ['.', 'number.invalid'],
    ['-', 'number.invalid'],
    ['$', 'number.invalid'],
    ['1.2.3', 'number.invalid'],
    ['12.', 'number.invalid'],
    ['12.345', 'number.scale'],
    ['1e3', 'number.invalid'],
    ['１２', 'number.invalid'],
  ])('reads %s as %j', (text, expected) => {
    expect(cell(text, money)).toBe(expected);
  });

  it('reads grouping and point as the culture writes them', () => {
    expect(cell('1.234,5', money, 'de-DE')).toBe(1234.5);
    expect(cell('1,234.5', money, 'zh-CN')).toBe(1234.5);
  });

  it('reads a percentage with or without its sign', () => {
    expect(cell('12.5%', { type: 'percent' })).toBe(12.5);
    expect(cell('12.5 %', { type: 'percent' })).toBe(12.5);
    expect(cell('12.5', { type: 'percent' })).toBe(12.5);
  });
});

describe('any decimal text', () => {
  const scales = fc.integer({ min: 0, max: 10 });
  const numbers = fc.record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 10n ** 17n }),
    fraction: fc.stringMatching(/^[0-9]{0,12}$/),
  });

  it('is accepted exactly if 15 digits and the scale hold it, and comes back as the same number', () => {
    fc.assert(
      fc.property(numbers, scales, ({ negative, whole, fraction }, scale) => {
        const text = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
        const outcome = fieldTypes.decimal.parse(text, { type: 'decimal', scale });
        const scaled = BigInt(whole + fraction) * 10n ** BigInt(12 - fraction.length);
        const fits = scaled % 10n ** BigInt(12 - scale) === 0n && scaled < 10n ** BigInt(15 - scale + 12);
        const signed = negative ? -scaled : scaled;
        expect(outcome.ok ? scaledBack(outcome.value as number) : null).toBe(fits ? signed : null);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads back from the words of either culture', () => {
    const field: FieldMeta = { type: 'decimal', scale: 5 };
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), (unscaled) => {
        const value = Number(unscaled) / 1e5 || 0;
        for (const culture of ['en-US', 'zh-CN']) {
          const words = fieldTypes.decimal.format(value, field, { ...english, culture });
          expect(cell(words, field, culture)).toBe(value);
        }
      }),
    );
  });
});

/** The number at twelve places, by its exact text. */
function scaledBack(value: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain(value)) ?? [];
  return BigInt(sign + whole + fraction.padEnd(12, '0'));
}

function plain(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`;
}
