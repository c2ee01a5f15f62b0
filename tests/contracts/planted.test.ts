import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areas, placesOf } from '../planted/bugs.mjs';
import { projectRoot } from '../support/entity-files.ts';

const bugs = Object.values(areas).flat();

describe('planted bugs', () => {
  it('have names of their own', () => {
    expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length);
  });

  it.each(Object.entries(areas))('of %s find their place once, and the tests that must see them', (_, all) => {
    const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
    const lost = all.filter((bug) => placesOf(bug, textOf(bug.file)) !== 1 || bug.find === bug.put);
    expect(lost.map(({ name }) => name)).toEqual([]);
    const untold = all.filter(({ by }) => !existsSync(join(projectRoot, by)));
    expect(untold.map(({ name, by }) => `${name}: ${by}`)).toEqual([]);
  });
});
