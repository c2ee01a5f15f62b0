import { describe, expect, it } from 'vitest';
import { linesOf, read, write } from '../../../engine/modules/rating/zone-ranges/ranges.ts';

describe('places by zone', () => {
  const chart = { unserved: 'x', zones: { 2: ['US:900', 'US:902-908', 'CA:V6B'], x: ['DE:'] } };

  it('are written a line for each, without the country that they are at home in, and read back the same', () => {
    const text = write(linesOf(chart, 'chart') ?? [], 'US');
    expect(text).toBe('2: 900, 902-908, CA:V6B\nx: DE:');
    expect(read(text, { shape: 'chart', home: 'US', before: chart })).toEqual({ value: chart });
    const tiers = { das: ['US:01002'], extended: ['US:82001-82009'] };
    expect(read(write(linesOf(tiers, 'places') ?? [], 'US'), { shape: 'places', home: 'US', before: tiers })).toEqual({
      value: tiers,
    });
    const amounts = { 2: '28.00', '3-4': '31.00', '*': '38.00' };
    expect(
      read(write(linesOf(amounts, 'amounts') ?? [], 'US'), { shape: 'amounts', home: 'US', before: amounts }),
    ).toEqual({ value: amounts });
  });

  it('name the lines that say nothing', () => {
    const said = '2: 900\n\nnonsense\n3: 908-902\n2: 901\n4: 90-901';
    expect(read(said, { shape: 'chart', home: 'US', before: null })).toEqual({
      faults: [
        { line: 3, text: 'nonsense' },
        { line: 4, text: '3: 908-902' },
        { line: 5, text: '2: 901' },
        { line: 6, text: '4: 90-901' },
      ],
    });
    expect(read('2: ten', { shape: 'amounts', home: 'US', before: null })).toEqual({
      faults: [{ line: 1, text: '2: ten' }],
    });
  });

  it('are none where the value is of another shape', () => {
    expect(linesOf(null, 'places')).toBeNull();
    expect(linesOf([1], 'places')).toBeNull();
    expect(linesOf({ zones: { 2: [{ a: 1 }] } }, 'chart')).toBeNull();
  });
});
