import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../../server/catalog.ts';
import { errorKinds } from '../../server/errors.ts';
import { cultures, loadTexts } from '../../server/texts.ts';
import { projectRoot } from '../support/entity-files.ts';
import { readSources } from '../support/source-files.ts';

/* No reader ever meets a place in braces: what a text asks for is given, and what nobody gave is left out of it. */

const texts = loadTexts(`${projectRoot}locales`);
const loaded = loadCatalog(`${projectRoot}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const { entities } = loaded.value;
const placesIn = (words: string): string[] =>
  [...words.matchAll(/\{(\w+)(?:, [^{}]+)?\}/g)].map(([, name = '']) => name);
const json = (path: string) => JSON.parse(readFileSync(`${projectRoot}${path}`, 'utf8')) as Record<string, string>;

describe.each(cultures)('texts of the server in %s', (culture) => {
  const errors = json(`locales/${culture}/errors.json`);

  it('hold no place in braces, whatever is not given', () => {
    const kinds = errorKinds.map((kind) => texts.error(culture, `error.${kind}`));
    const issues = Object.keys(errors).map((code) => texts.issue(culture, { code, path: '' }));
    const rules = entities.flatMap((entity) => {
      const words = (texts.entity(culture, entity).rules ?? {}) as Record<string, string>;
      return Object.keys(words).map((code) => texts.issue(culture, { code, path: '', entity: entity.name }));
    });
    const messages = Object.keys(json(`locales/${culture}/messages.json`)).map((key) =>
      texts.message(culture, key, {}),
    );
    expect([...kinds, ...issues, ...rules, ...messages].filter((words) => placesIn(words).length > 0)).toEqual([]);
  });

  it('of a rule say nothing but what the rule reads', () => {
    const unsaid = entities.flatMap((entity) => {
      const words = (texts.entity(culture, entity).rules ?? {}) as Record<string, string>;
      const rules = [...entity.rules, ...[...entity.actions.values()].flatMap(({ guard }) => guard)];
      return rules.flatMap(({ code, when }) =>
        placesIn(words[code] ?? '').flatMap((place) =>
          when.reads.includes(place) ? [] : [`${entity.name}.${code} {${place}}`],
        ),
      );
    });
    expect(unsaid).toEqual([]);
  });

  it('of an issue get their parameters wherever it is made', () => {
    const asked = Object.fromEntries(
      Object.entries(errors).map(([code, words]) => [code, placesIn(words.replace(/\[\[.+?\]\]/g, ''))]),
    );
    const bare = readSources(['engine', 'server']).flatMap(({ path, text }) =>
      [...text.matchAll(/\bissue\('([\w.]+)',\s*(?:'[^']*'|`[^`]*`|[\w.]+)\)/g)].flatMap(([, code = '']) =>
        (asked[code] ?? []).length > 0 ? [`${path}: ${code} asks for ${String(asked[code])}`] : [],
      ),
    );
    expect(bare).toEqual([]);
  });
});
