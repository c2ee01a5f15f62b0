import { describe, expect, it } from 'vitest';
import { neighbours } from '../../../engine/kit/controllers/detail-neighbours.ts';

describe('the records around one that was opened from a list', () => {
  it('are counted as the list counts them, not as many as happen to be at hand', () => {
    expect(neighbours({ ids: ['4', '5', '6'], from: 3, total: 615 }, '5')).toEqual({
      before: '4',
      after: '6',
      at: 4,
      count: 615,
    });
  });

  it('are what was handed over where nothing more is known, and none without a list', () => {
    expect(neighbours({ ids: ['4', '5'] }, '4')).toEqual({ before: null, after: '5', at: 0, count: 2 });
    expect(neighbours(null, '4').count).toBe(0);
  });
});
