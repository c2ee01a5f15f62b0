import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Records } from '../../schemas/generated/records.d.ts';
import { parseEntityFiles, readEntityFiles } from '../../server/scripts/schemas/entity-files.ts';
import { generatedFiles } from '../../server/scripts/schemas/generated-files.ts';
import { entityFiles, projectRoot } from '../support/entity-files.ts';

const { metas, issues } = parseEntityFiles(readEntityFiles());

describe('the declarations', () => {
  it('are all read, and all well-formed', () => {
    expect(issues).toEqual([]);
    expect(metas.map(({ entity }) => entity)).toEqual(entityFiles.map(({ name }) => name));
  });
});

describe('the generated files', () => {
  const expected = generatedFiles(metas);

  it.each(Object.keys(expected))('are what the declarations give: %s', (path) => {
    expect(readFileSync(projectRoot + path, 'utf8')).toBe(expected[path]);
  });

  it('have no other files among them', () => {
    const present = readdirSync(`${projectRoot}schemas/generated`).map((name) => `schemas/generated/${name}`);
    expect(present.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it('give every entity a record type', () => {
    const account: Pick<Records['account'], 'id' | 'version'> = { id: '1', version: 1 };
    expect(Object.keys(account)).toEqual(['id', 'version']);
    expect(existsSync(`${projectRoot}schemas/generated/records.d.ts`)).toBe(true);
  });
});
