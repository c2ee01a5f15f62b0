import { describe, expect, it } from 'vitest';
import { addWorkingDays } from '../../../engine/core/index.ts';

describe('working days', () => {
  it.each([
    ['2026-01-12', 1, '2026-01-13'],
    ['2026-01-12', 5, '2026-01-19'],
    ['2026-01-16', 1, '2026-01-19'],
    // What begins on a Saturday is on its way on Monday.
    ['2026-01-17', 1, '2026-01-20'],
    ['2026-01-18', 0, '2026-01-19'],
    ['2026-01-16', 0, '2026-01-16'],
    ['2025-12-31', 1, '2026-01-01'],
  ])('%s and %d of them is %s', (from, days, date) => {
    expect(addWorkingDays(from, days)).toBe(date);
  });
});
