import { describe, expect, it } from 'vitest';
import { csvCell, csvOf } from '../../../engine/modules/tracking/recognised.ts';

describe('the file of tracked numbers', () => {
  it('keeps long numbers from being rounded, and what looks like a formula from being one', () => {
    expect(csvCell('986578788855')).toBe('"=""986578788855"""');
    expect(csvCell('1Z5R89390357567127')).toBe('1Z5R89390357567127');
    expect(csvCell('=1+1')).toBe("'=1+1");
    expect(csvCell('@cmd')).toBe("'@cmd");
  });

  it('quotes what has commas, quotes or lines in it', () => {
    expect(csvCell('Ontario, CA')).toBe('"Ontario, CA"');
    expect(csvCell('a "b"')).toBe('"a ""b"""');
    expect(
      csvOf([
        ['a', 'b'],
        ['c\nd', ''],
      ]),
    ).toBe('\uFEFFa,b\r\n"c\nd",\r\n');
  });
});
