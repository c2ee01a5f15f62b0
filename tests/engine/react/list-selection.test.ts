import { describe, expect, it } from 'vitest';
import {
  countSelected,
  everythingSelected,
  isSelected,
  emptySelection,
  refreshSelected,
  select,
} from '../../../engine/kit/controllers/list-selection.ts';

const row = (id: string, ...can: string[]) => ({ id, _can: can });

describe('rows picked one by one', () => {
  const picked = select(emptySelection, [row('1'), row('2')], true);

  it('are counted and can be dropped again', () => {
    expect(countSelected(picked, 100)).toBe(2);
    expect(isSelected(select(picked, [row('1')], false), '1')).toBe(false);
  });

  it('leave the selection before as it was', () => {
    expect(countSelected(emptySelection, 100)).toBe(0);
  });

  it('learn from a refetch what they can do now', () => {
    const fresh = refreshSelected(picked, [row('2', 'close'), row('3', 'close')]);
    expect(fresh.all === false && [...fresh.picked.values()]).toEqual([row('1'), row('2', 'close')]);
    expect(refreshSelected(picked, [row('9')])).toBe(picked);
  });
});

describe('all rows that match', () => {
  it('are everything but those taken out by hand', () => {
    const most = select(everythingSelected, [row('7')], false);
    expect(countSelected(most, 12_345)).toBe(12_344);
    expect(isSelected(most, '7')).toBe(false);
    expect(isSelected(most, 'never loaded')).toBe(true);
    expect(isSelected(select(most, [row('7')], true), '7')).toBe(true);
  });
});
