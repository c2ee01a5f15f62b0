import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../engine/core/meta/decimal.ts';

const text = (input: string | number, digits?: number) => Decimal.parse(input, digits)?.toString() ?? null;
const of = (input: string): Decimal => Decimal.parse(input, 400)!;

describe('a decimal read from text or a number', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['30.50', '30.5'],
    ['007', '7'],
    ['-12.25', '-12.25'],
    ['0.000000000000001', '0.000000000000001'],
    ['999999999999999', '999999999999999'],
    ['1234567890.12345', '1234567890.12345'],
    [0.1, '0.1'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [1.5e-10, '0.00000000015'],
    [123456.789, '123456.789'],
  ])('is exactly what %j says', (input, expected) => {
    expect(text(input)).toBe(expected);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1e3',
    '1E3',
    '.5',
    '5.',
    '1.2.3',
    '--1',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '１２',
    '٣',
    '1_000',
    '-',
    '1234567890123456',
    '1.234567890123456',
    '9'.repeat(500),
    NaN,
    Infinity,
    -Infinity,
    1e15,
    1e300,
    0.1 + 0.2,
  ])('refuses %j', (input) => {
    expect(text(input)).toBeNull();
  });

  it('takes more digits where the caller asks for them', () => {
    expect(text('1234567890123456.5')).toBeNull();
    expect(text('1234567890123456.5', 17)).toBe('1234567890123456.5');
  });
});

describe('decimal arithmetic', () => {
  it('has no float noise', () => {
    expect(of('0.1').add(of('0.2')).toString()).toBe('0.3');
    expect(of('1').sub(of('0.9')).toString()).toBe('0.1');
    expect(of('1.15').mul(of('100')).toString()).toBe('115');
  });

  it.each([
    ['1', '3', 2, '0.33'],
    ['2', '3', 2, '0.67'],
    ['-2', '3', 2, '-0.67'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['1', '-8', 2, '-0.13'],
    ['0.5', '0.25', 0, '2'],
    ['5', '2', 0, '3'],
    ['-5', '2', 0, '-3'],
    ['1', '3', 20, '0.33333333333333333333'],
  ])('%s / %s to %d places is %s', (left, right, scale, expected) => {
    expect(of(left).div(of(right), scale).toString()).toBe(expected);
  });

  it('refuses to divide by zero', () => {
    expect(() => of('1').div(Decimal.zero)).toThrow(RangeError);
  });

  it.each([
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['2.4999', 0, '2'],
    ['1.005', 2, '1.01'],
    ['-0.004', 2, '0'],
    ['1.5', 4, '1.5'],
  ])('%s rounds to %d places as %s', (input, scale, expected) => {
    expect(of(input).round(scale).toString()).toBe(expected);
  });

  it('shows a fixed number of places', () => {
    expect(of('1.5').toFixed(2)).toBe('1.50');
    expect(of('-0.005').toFixed(2)).toBe('-0.01');
    expect(of('-0.004').toFixed(2)).toBe('0.00');
    expect(of('12').toFixed(0)).toBe('12');
  });
});

describe('any decimal of up to 15 digits', () => {
  const decimal = fc
    .record({ unscaled: fc.bigInt({ min: -999999999999999n, max: 999999999999999n }), scale: fc.nat(15) })
    .map(({ unscaled, scale }) => Decimal.of(unscaled, scale));

  it('survives its text and a JavaScript number', () => {
    fc.assert(
      fc.property(decimal, (a) => {
        expect(Decimal.parse(a.toString())).toEqual(a);
        expect(Decimal.parse(a.toNumber())).toEqual(a);
        expect(JSON.parse(JSON.stringify({ a }))).toEqual({ a: a.toNumber() });
      }),
    );
  });

  it('adds, multiplies and orders as arithmetic promises', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(a.add(b).sub(b).equals(a)).toBe(true);
        expect(a.mul(b.add(c)).equals(a.mul(b).add(a.mul(c)))).toBe(true);
        expect(a.compare(b)).toBe(-b.compare(a) || 0);
        expect(a.equals(b)).toBe(a.compare(b) === 0);
      }),
    );
  });

  it('is the quotient times the divisor to within half a unit of the last place', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.nat(20), (a, b, scale) => {
        fc.pre(b.sign !== 0);
        const error = a.div(b, scale).mul(b).sub(a);
        const bound = b.mul(Decimal.of(5n, scale + 1));
        const size = (value: Decimal) => (value.sign < 0 ? value.negate() : value);
        expect(size(error).compare(size(bound))).toBeLessThanOrEqual(0);
      }),
    );
  });
});
