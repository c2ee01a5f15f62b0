import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseEntity } from '../../engine/core/meta/parse-entity.ts';
import { printEntity } from '../../engine/core/meta/print-entity.ts';
import { entityFiles } from '../support/entity-files.ts';

describe.each(entityFiles)('the declaration of $name', ({ name, file }) => {
  const text = readFileSync(file, 'utf8');
  const parsed = parseEntity(text);

  it('is well-formed, and called as its folder is', () => {
    expect(parsed.ok ? [] : parsed.issues).toEqual([]);
    expect(parsed.ok && parsed.value.entity).toBe(name);
  });

  it('stands in its canonical text, which npm run schemas:print writes', () => {
    expect(parsed.ok && printEntity(parsed.value)).toBe(text);
  });
});
