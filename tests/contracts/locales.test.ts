import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../engine/core/meta/entity.ts';
import { systemFields } from '../../engine/core/meta/entity.ts';
import { errorKinds } from '../../server/errors.ts';
import { entityFiles, projectRoot } from '../support/entity-files.ts';
import { entityWordKeys } from '../../engine/core/meta/word-keys.ts';
import { readSources } from '../support/source-files.ts';

const cultures = ['zh-CN', 'en-US'] as const;
const readJson = <T>(path: string): T => JSON.parse(readFileSync(projectRoot + path, 'utf8')) as T;
const filesOf = (culture: string): string[] =>
  readdirSync(`${projectRoot}locales/${culture}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted();

/** A tree of words as dotted keys. */
function flatten(words: unknown, prefix = ''): Map<string, string> {
  if (typeof words === 'string') return new Map([[prefix, words]]);
  const entries = Object.entries(words as Record<string, unknown>);
  return new Map(entries.flatMap(([key, inner]) => [...flatten(inner, prefix ? `${prefix}.${key}` : key)]));
}

const wordsOf = (culture: string, file: string): Map<string, string> => flatten(readJson(`locales/${culture}/${file}`));
const paramsOf = (words: string): string[] =>
  [...new Set([...words.matchAll(/\{\{?\s*(\w+)[^}]*\}?\}/g)].map(([, name]) => name ?? ''))].toSorted();
const without = (keys: Iterable<string>, known: { has(key: string): boolean }): string[] =>
  [...keys].filter((key) => !known.has(key));

describe('the two cultures', () => {
  it('have the same files', () => {
    expect(filesOf('en-US')).toEqual(filesOf('zh-CN'));
  });

  it.each(filesOf('zh-CN'))('say the same things with the same parameters: %s', (file) => {
    const [chinese, english] = cultures.map((culture) => wordsOf(culture, file)) as [
      Map<string, string>,
      Map<string, string>,
    ];
    expect(without(chinese.keys(), english), 'missing in en-US').toEqual([]);
    expect(without(english.keys(), chinese), 'missing in zh-CN').toEqual([]);
    const differing = [...chinese].filter(
      ([key, words]) => `${paramsOf(words)}` !== `${paramsOf(english.get(key) ?? '')}`,
    );
    expect(
      differing.map(([key]) => key),
      'other parameters',
    ).toEqual([]);
    expect(
      [...chinese, ...english].filter(([, words]) => words.trim() === '').map(([key]) => key),
      'empty',
    ).toEqual([]);
  });
});

describe.each(cultures)('the words of refusals in %s', (culture) => {
  const sources = readSources(['engine', 'server', 'designer']);
  const words = wordsOf(culture, 'errors.json');
  const used = new Set([
    ...errorKinds.flatMap((kind) => [`error.${kind}`, `advice.${kind}`]),
    ...sources.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:issue|refuse|report)\(\s*'([a-zA-Z][\w.]*)'/g)].map(([, code]) => code ?? ''),
    ),
  ]);

  it('are there for every code that the program uses', () => {
    // What only the browser says stands with the browser's own words.
    const others = filesOf(culture).filter((file) => !file.startsWith('entities/') && file !== 'errors.json');
    const all = new Map([...words, ...others.flatMap((file) => [...wordsOf(culture, file)])]);
    expect(without(used, all)).toEqual([]);
  });

  it('are all in use', () => {
    const literals = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, name]) => name ?? '')),
    );
    // `expression.${kind}`: the checker names its kinds by their last word.
    const isUsed = (key: string): boolean =>
      used.has(key) ||
      literals.has(key) ||
      (key.startsWith('expression.') && literals.has(key.slice('expression.'.length)));
    expect([...words.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('stand in the order of their keys', () => {
    expect([...words.keys()]).toEqual([...words.keys()].toSorted());
  });
});

const moduleFiles = filesOf('en-US').filter((file) => file.startsWith('modules/'));

describe.each(moduleFiles)('the words of %s', (file) => {
  const module = file.replace(/^modules\/|\.json$/g, '');
  const browser = readSources(['engine']).filter(({ path }) => path.startsWith(`engine/modules/${module}/`));
  const sources = [...browser, ...readSources(['server']).filter(({ path }) => path.startsWith('server/domain/'))];
  const keys = [...wordsOf('en-US', file).keys()];
  const all = sources.map(({ text }) => text).join('\n');
  /** What a template begins a key with: `reason.${code}`. */
  const beginnings = [...all.matchAll(/`([a-z][\w]*(?:\.\w+)*\.)\$\{/g)].map(([, start]) => start ?? '');
  const literals = new Set([...all.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, name]) => name ?? ''));

  it('belong to a module that there is', () => {
    expect(browser.length).toBeGreaterThan(0);
  });

  it('are all in use', () => {
    // The headings of panels, of buttons over a list and of pages at stations are asked for by the part's name.
    const named = (key: string) => /^(panel|bulk|stationPage)\./.test(key) && literals.has(key.replace(/^\w+\./, ''));
    const used = (key: string) => literals.has(key) || named(key) || beginnings.some((start) => key.startsWith(start));
    expect(keys.filter((key) => !used(key))).toEqual([]);
  });

  it('are there for whatever the module says, with those that every page has', () => {
    const common = ['engine', 'shell', 'errors', 'door'].flatMap((name) => [
      ...wordsOf('en-US', `${name}.json`).keys(),
    ]);
    const known = new Set([...keys, ...common]);
    const said = browser.flatMap(({ text }) => [...text.matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, key]) => key ?? ''));
    expect(said.filter((key) => !known.has(key))).toEqual([]);
  });
});

describe.each(entityFiles)('the words of $name', ({ name, file }) => {
  const meta = JSON.parse(readFileSync(file, 'utf8')) as EntityMeta;
  const { needed, possible } = entityWordKeys(meta);

  it.each(cultures)('are all there in %s, and no others', (culture) => {
    const words = wordsOf(culture, `entities/${name}.json`);
    expect(without(needed, words), 'missing').toEqual([]);
    expect(without(words.keys(), new Set([...needed, ...possible])), 'of nothing').toEqual([]);
  });

  it.each(cultures)('fill their places with what the record has, in %s', (culture) => {
    const inputs = Object.values({ ...meta.workflow?.transitions, ...meta.actions }).map(({ input }) => input);
    const known = new Set(Object.keys(Object.assign({}, meta.fields, ...inputs)).concat(systemFields, 'status'));
    const params = [...wordsOf(culture, `entities/${name}.json`)]
      .filter(([key]) => /^(confirm|rules)\./.test(key))
      .flatMap(([key, words]) => paramsOf(words).map((param) => ({ key, param })));
    expect(params.filter(({ param }) => !known.has(param))).toEqual([]);
  });
});

describe.each(cultures)('the words of lists and menus in %s', (culture) => {
  const jsonFiles = (folder: string): string[] =>
    readdirSync(`${projectRoot}schemas/${folder}`).filter((name) => name.endsWith('.json'));

  it('name every dictionary and every entry', () => {
    const needed = jsonFiles('dictionaries').flatMap((file) => {
      const { code, entries } = readJson<{ code: string; entries: string[] }>(`schemas/dictionaries/${file}`);
      return [`${code}.name`, ...entries.map((entry) => `${code}.entries.${entry}`)];
    });
    expect([...wordsOf(culture, 'dictionaries.json').keys()].toSorted()).toEqual(needed.toSorted());
  });

  it('name every declared screen and every block of it', () => {
    const needed = jsonFiles('screens').flatMap((file) => {
      const { screen, blocks } = readJson<{ screen: string; blocks: { block: string }[] }>(`schemas/screens/${file}`);
      return [`${screen}.title`, `${screen}.note`, ...blocks.map(({ block }) => `${screen}.blocks.${block}`)];
    });
    expect([...wordsOf(culture, 'screens.json').keys()].toSorted()).toEqual(needed.toSorted());
  });

  it('name every application and every menu item that is no entity', () => {
    interface Item {
      code: string;
      entity?: string;
      page?: string;
      children?: Item[];
    }
    const codesOf = (items: Item[]): string[] =>
      items.flatMap(({ code, entity, page, children = [] }) => [
        ...(entity && !page ? [] : [code]),
        ...codesOf(children),
      ]);
    const menus = jsonFiles('menus').map((file) =>
      readJson<{ application: string; items: Item[] }>(`schemas/menus/${file}`),
    );
    const needed = new Set(menus.flatMap(({ application, items }) => [application, ...codesOf(items)]));
    const words = wordsOf(culture, 'menus.json');
    expect(without(needed, words), 'missing').toEqual([]);
    const entityItems = new Set(entityFiles.map(({ name }) => name));
    expect(without(words.keys(), new Set([...needed, ...entityItems])), 'of nothing').toEqual([]);
  });
});
