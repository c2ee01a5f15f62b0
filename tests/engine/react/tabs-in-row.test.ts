import { describe, expect, it } from 'vitest';
import { tabsInRow } from '../../../engine/kit/controllers/tabs-in-row.ts';

const row = (room: number, active = 0) =>
  [...tabsInRow({ widths: [60, 80, 100, 40], room, gap: 20, more: 50, active })].sort();

describe('the tabs of a record', () => {
  it('stand in the row where all of them fit, without room for a button', () => {
    expect(row(340)).toEqual([0, 1, 2, 3]);
    expect(row(339)).toEqual([0, 1]);
  });

  it('leave out the rest from the first that does not fit, even where a later one would', () => {
    expect(row(230)).toEqual([0, 1]);
    expect(row(229)).toEqual([0]);
    expect(row(0)).toEqual([0]);
  });

  it('always hold the active one', () => {
    expect(row(290, 3)).toEqual([0, 1, 3]);
    expect(row(289, 3)).toEqual([0, 3]);
    expect(row(40, 3)).toEqual([3]);
  });
});
