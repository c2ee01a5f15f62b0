import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/entity-files.ts';
import { readSources } from '../support/source-files.ts';

/** The words of the glossary's third column that no declared name may contain, alone or inside a compound. */
const held = /^(wing|door|crowd|house|asker|doors|wings|trouble|waybill)$/;

/** Held besides in every property, parameter and local of the engine and the designer, apart from names of the wire. */
const heldWide =
  /^(wings?|doors?|crowd|house|asker|trouble|taste|deed|wish|unfit|lookout|bench|told|tells?|hear|heard|kept|keeps?|fate|torn|bones|patience|calm|fewest|farthest|deepest|nobody|whoever|unseen|begun|newcomer|somebody)$/;
/** Words of the old dialect that no comment and no title of a test may contain. */
const heldInComments =
  /\b(whoever|by whom|nought|is told (of|by|to)|no trouble|the house|for ever|anew|speaks? of|in words|begun|newcomers?|all the same|somebody|strangers?|heeds?|at the door|lies in)\b/i;

const glossary = readFileSync(`${projectRoot}engine/docs/glossary.md`, 'utf8');
const files = readSources(['engine', 'server', 'designer']);
const tests = readSources(['tests']).filter(({ path }) => path !== 'tests/contracts/language.test.ts');

/** `useDoorForm` -> use, door, form. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/);

const declared = /\b(?:function|class|interface|type|const|let|enum)\s+([A-Za-z_$][\w$]*)/g;

const named = /(?<![.'"`\w$-])([A-Za-z_$][\w$]*)\??(?=\s*(?::|=(?![=>])|,|\}|\)|\(|=>))/g;
const titles = /\b(?:it|describe)(?:\.\w+)?(?:\([^\n]*\))?\(\s*['"`][^\n]*/g;
const comments = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*/g;
/** Regular expressions name files, such as those of locales. */
const patterns = /=\s*\/.*/g;
const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}]*</g;
/** Folders that are held down to their locals. */
const wide = /^(engine\/(core|kit|app)|designer)\//;
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

  it('is kept by properties, parameters and locals of the engine and the designer', () => {
    const strays = files
      .filter(({ path }) => wide.test(path))
      .flatMap(({ path, text }) =>
        [...text.replace(comments, ' ').replace(strings, ' ').replace(patterns, ' ').matchAll(named)]
          .map(([, name = '']) => name)
          .filter((name) => wordsOf(name).some((word) => heldWide.test(word)))
          .map((name) => `${path}: ${name}`),
      );
    expect(strays).toEqual([]);
  });

  it.each([
    ['comments of the code', files, comments],
    ['comments of the tests', tests, comments],
    ['titles of the tests', tests, titles],
  ])('is kept by %s', (_, sources, pattern) => {
    const strays = sources.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)]
        .map(([found]) => found.replace(/\s*\n\s*\*?\s*/g, ' '))
        .filter((found) => heldInComments.test(found))
        .map((found) => `${path}: ${found.slice(0, 160)}`),
    );
    expect(strays).toEqual([]);
  });
});
