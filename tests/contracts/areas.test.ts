import { describe, expect, it } from 'vitest';
import { areas, filesOf } from '../areas.mjs';
import { projectRoot as root } from '../support/entity-files.ts';
import { fileSeconds } from '../support/file-times.ts';

const everyFile = filesOf([''], root, {}).files;

describe('the areas of the tests', () => {
  it.each(Object.entries(areas))('%s has files for each of its words, and fits into a minute', (area, parts) => {
    for (const part of parts) expect([part, everyFile.some((path) => path.includes(part))]).toEqual([part, true]);
    const { files } = filesOf([area], root, fileSeconds);
    expect(files.length).toBeGreaterThan(0);
    // Two workers share them.
    expect(files.reduce((sum, path) => sum + (fileSeconds[path] ?? 0), 0)).toBeLessThan(90);
  });

  it('are any words of paths besides, and a file by its path is itself, however long it takes', () => {
    const journey = 'tests/journeys/every-entity.test.ts';
    expect(filesOf(['rating'], root, {}).files).toContain('tests/domain/rating/rate.test.ts');
    expect(filesOf(['every-entity'], root, fileSeconds)).toEqual({ files: [], leftOut: [journey] });
    expect(filesOf([journey], root, fileSeconds).files).toEqual([journey]);
    expect(filesOf(['nothing-like-it'], root, {}).files).toEqual([]);
  });
});
