// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPaging, usualPaging } from '../../../engine/kit/controllers/paging.ts';
import { isText, isTexts, storeLocally, readStored } from '../../../engine/kit/ui/local-storage.ts';
import { inTime } from '../../../engine/kit/ui/lazy-part.ts';
import { hostileShapes } from '../../support/hostile.ts';

describe('what this browser keeps', () => {
  beforeEach(() => localStorage.clear());

  it.each(hostileShapes.map((shape) => [JSON.stringify(shape), shape] as const))(
    'is nothing in the shape %s',
    (_, shape) => {
      storeLocally('X', shape);
      expect(readStored('X', isText)).toBe(typeof shape === 'string' ? shape : null);
      expect(readStored('X', isTexts)).toEqual(Array.isArray(shape) && shape.length === 0 ? [] : null);
      expect(readPaging(shape)).toEqual(usualPaging);
      expect(readPaging({ mode: shape, pageSize: shape, blockSize: shape })).toEqual(usualPaging);
    },
  );

  it('is taken where it fits', () => {
    expect(readPaging({ mode: 'endless', pageSize: 60, blockSize: 200 })).toEqual({
      ...{ mode: 'endless', pageSize: 60, blockSize: 200 },
    });
  });
});

describe('a file of the application', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('that does not come in two minutes has failed', async () => {
    const late = inTime(new Promise(() => undefined));
    const told = late.then(
      () => '',
      (error: unknown) => String(error),
    );
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await told).toContain('ChunkLoadError');
    await expect(inTime(Promise.resolve('here'))).resolves.toBe('here');
  });
});
