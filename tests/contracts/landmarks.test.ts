import { describe, expect, it } from 'vitest';
import { readSources } from '../support/source-files.ts';

/* A reader of screens jumps to the main part of a page: there is one, and the frame has it. */

describe('a page of a module', () => {
  it('stands in the main part of the frame, and has none of its own unless it is public', () => {
    const own = readSources(['engine/modules'], ['.tsx'])
      .filter(({ text }) => /<main\b/.test(text))
      .map(({ path }) => path);
    expect(own).toEqual(['engine/modules/tracking/public-page.tsx']);
  });
});
