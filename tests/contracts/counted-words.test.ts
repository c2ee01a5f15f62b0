import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fill, formatted } from '../../engine/core/index.ts';
import { explainCodes } from '../../server/operations/read/explain-codes.ts';
import { cultures, loadTexts } from '../../server/texts.ts';
import { projectRoot } from '../support/entity-files.ts';
import { readSources } from '../support/source-files.ts';

/* A count reads as people write it, for one as for many, and every code of a refusal is explained. */

type Tree = { [key: string]: string | Tree };

/** Every text of a culture by its file and key. */
function textsOf(culture: string): [string, string][] {
  const folder = `${projectRoot}locales/${culture}`;
  const below = (at: string, tree: Tree): [string, string][] =>
    Object.entries(tree).flatMap(([key, word]): [string, string][] =>
      typeof word === 'string' ? [[`${at} ${key}`, word]] : below(`${at} ${key}`, word),
    );
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => below(file, JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Tree));
}

describe.each(cultures)('texts in %s', (culture) => {
  it('use only formats that there are', () => {
    const odd = textsOf(culture).filter(([, text]) => {
      const places = text.replace(/\{\w+(?:, ([^{}]+))?\}/g, (_, format?: string) =>
        format === undefined || formatted('1', format) !== null ? '' : '{',
      );
      return /\{\w+, /.test(places) || places.includes('{{');
    });
    expect(odd).toEqual([]);
  });
});

/** Limits are never one, and neither is what stands beside them. */
const limits = new Set(['max', 'most', 'limit', 'min', 'least', 'to', 'from']);

describe('texts in English', () => {
  it('say one record and not one records', () => {
    const all = textsOf('en-US');
    // Nouns that are counted somewhere, as their plural forms say.
    const nouns = new Set(
      all.flatMap(([, text]) =>
        [...text.matchAll(/\{\w+, plural, ([a-z]+)[^|{}]*\|([a-z]+)/g)].flatMap(([, one, many]) =>
          one !== many && many?.endsWith('s') ? many : [],
        ),
      ),
    );
    expect(nouns.size).toBeGreaterThan(20);
    const counted = new RegExp(
      `(?<![\\d.,])1 (?:new |first |own |working |handling )?(?:${[...nouns].join('|')})\\b(?!')`,
    );
    const wrong = all.flatMap(([at, text]) => {
      const params = Object.fromEntries(
        [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, limits.has(name) ? '2' : '1']),
      );
      return at.endsWith('_other') || !counted.test(fill(text, params)) ? [] : [`${at}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('the list of error codes', () => {
  it.each(cultures)('explains every code of an issue that the server makes, in %s', (culture) => {
    const texts = loadTexts(`${projectRoot}locales`);
    const { reasons } = explainCodes(texts, culture);
    const explained = new Map(reasons.map(({ code, message }) => [code, message]));
    const made = new Set(
      readSources(['engine/core', 'server']).flatMap(({ text }) =>
        [...text.matchAll(/\bissue\(\s*'([a-z][\w-]*\.[\w.-]+)'/g)].map(([, code = '']) => code),
      ),
    );
    expect(made.size).toBeGreaterThan(300);
    expect([...made].filter((code) => !/^(lint|error)\./.test(code) && !explained.has(code))).toEqual([]);
    expect(reasons.filter(({ code, message }) => message === code || /[{}]|\[\[/.test(message))).toEqual([]);
  });
});
