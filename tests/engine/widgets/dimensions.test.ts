import { describe, expect, it } from 'vitest';
import {
  faultOf,
  isSide,
  readDimensions,
  volumeOf,
  writeDimensions,
} from '../../../engine/modules/shipping/dimensions/measure.ts';

const options = { unit: 'cm', longest: null, divisor: null };

describe('dimensions', () => {
  it.each([
    ['30x20x10 cm', '30x20x10 cm'],
    ['30*20*10', '30x20x10 cm'],
    [' 30 × 20 × 10 ', '30x20x10 cm'],
    ['12,5 X 8 X 4 IN', '12.5x8x4 in'],
    ['12 x 8 x 4"', '12x8x4 in'],
    ['007x8x4 cm', '7x8x4 cm'],
  ])('reads %s', (text, kept) => {
    const read = readDimensions(text, 'cm');
    expect(read && writeDimensions(read)).toBe(kept);
  });

  it('keeps sides that are still missing, and nothing where all are', () => {
    const half = readDimensions('30xx cm', 'in');
    expect(half).toEqual({ sides: ['30', '', ''], unit: 'cm' });
    expect(half && writeDimensions(half)).toBe('30xx cm');
    expect(writeDimensions({ sides: ['', '', ''], unit: 'in' })).toBeNull();
  });

  it.each(['large', '30 by 20', '1x2x3x4', '-1x2x3', '1e3x2x3', '1234567x1x1'])('says nothing of %s', (text) => {
    expect(readDimensions(text, 'cm')).toBeNull();
  });

  it('knows what may be typed for a side', () => {
    expect(['', '1', '12.', '.5', '999999.999'].filter((text) => !isSide(text))).toEqual([]);
    expect(['-1', 'a', '1234567', '1.2345', '1.2.3'].filter(isSide)).toEqual([]);
  });

  it('multiplies, and rounds the charged weight up', () => {
    const size = { sides: ['12', '8', '4'], unit: 'in' } as const;
    expect(volumeOf(size, 139)).toEqual({ volume: 384, charged: 3 });
    expect(volumeOf(size, null)).toEqual({ volume: 384, charged: null });
    expect(volumeOf({ sides: ['12', '', '4'], unit: 'in' }, 139)).toBeNull();
  });

  it.each([
    ['30x20x10 cm', options, null],
    ['30x20 cm', options, 'incomplete'],
    ['30xx cm', options, 'incomplete'],
    ['30x20x0 cm', options, 'positive'],
    ['121x20x10 cm', { ...options, longest: 120 }, 'tooLong'],
    ['48x20x10 in', { ...options, longest: 120 }, 'tooLong'],
    ['47x20x10 in', { ...options, longest: 120 }, null],
    ['121x20x10 cm', { ...options, unit: 'in', longest: 48 }, null],
    ['122x20x10 cm', { ...options, unit: 'in', longest: 48 }, 'tooLong'],
  ])('judges %s', (text, told, fault) => {
    expect(faultOf(text, told)?.code ?? null).toBe(fault && `widget.dimensions.${fault}`);
  });
});
