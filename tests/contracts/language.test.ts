import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/entity-files.ts';
import { readSources } from '../support/source-files.ts';

/** The words of the glossary's third column that no declared name may contain, alone or inside a compound. */
const held = /^(wing|door|crowd|house|asker|doors|wings|trouble|waybill)$/;

const glossary = readFileSync(`${projectRoot}engine/docs/glossary.md`, 'utf8');
const files = readSources(['engine', 'server', 'designer']);

/** `useDoorForm` -> use, door, form. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/);

const declared = /\b(?:function|class|interface|type|const|let|enum)\s+([A-Za-z_$][\w$]*)/g;

describe('the glossary', () => {
  it('names every word that is held', () => {
    const forbidden = glossary
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Term') && !line.startsWith('| ---'))
      .flatMap((line) => line.split('|')[3]?.match(/[a-z]+/g) ?? []);
    expect(forbidden).toEqual(
      expect.arrayContaining(['wing', 'doors', 'crowd', 'house', 'asker', 'trouble', 'waybill']),
    );
  });

  it('is kept by declared names', () => {
    const strays = files.flatMap(({ path, text }) =>
      [...text.matchAll(declared)]
        .map(([, name = '']) => name)
        .filter((name) => wordsOf(name).some((word) => held.test(word)))
        .map((name) => `${path}: ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('is kept by the names of files', () => {
    const strays = files.map(({ path }) => path).filter((path) => path.split(/[/.-]/).some((word) => held.test(word)));
    expect(strays).toEqual([]);
  });
});
