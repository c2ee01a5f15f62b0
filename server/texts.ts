import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog, Entity, Issue } from '../engine/core/index.ts';
import { ownOf, translate } from '../engine/core/index.ts';
import { readJson } from './catalog.ts';
import { createWords, type AddedCulture, type Override, type Words } from './words.ts';

/** The cultures that `locales/` delivers; more may be added while the server runs. */
export const cultures = ['zh-CN', 'en-US'] as const;
export type Culture = string;

type EntityWords = Record<string, unknown> & { name: string; plural: string; rules?: Record<string, string> };
type Flat = Record<string, string>;

/** What stands for a parameter that nobody gave: no reader shall meet a place in braces. */
const unsaid = '…';

export interface ScreenWords {
  title: string;
  note: string;
  blocks: Record<string, string>;
}

/** All words that the server speaks, per culture: as delivered, and over them what was edited while it runs. */
export interface Texts {
  /** The culture meant by a request; anything unknown is the default. */
  culture(asked: unknown): Culture;
  error(culture: Culture, code: string, params?: Record<string, unknown>): string;
  /** `catalog`: the asker's, where a rule may be their tenant's own. */
  issue(culture: Culture, found: Issue, catalog?: Catalog): string;
  /** An entity's words; given whole, with what its tenant says otherwise. */
  entity(culture: Culture, of: Entity | string): EntityWords;
  /** A word of the engine's own, such as `given.createdAt`; the key itself where there is none. */
  engine(culture: Culture, key: string): string;
  /** A sentence of a module's own words (`locales/<culture>/modules/<name>.json`). */
  module(culture: Culture, name: string, key: string, params?: Record<string, unknown>): string;
  /** The words of a message to a person, as `register.text`. */
  message(culture: Culture, key: string, params: Record<string, unknown>): string;
  menu(culture: Culture, code: string): string | undefined;
  dictionary(culture: Culture, code: string): { name: string; entries: Record<string, string> } | undefined;
  screen(culture: Culture, name: string): ScreenWords;
  /** Every delivered text by its place, and what was edited. */
  readonly words: Words;
  /** Takes the edited texts and the added cultures as they are now, in place of those known before. */
  replace(added: readonly AddedCulture[], overrides: readonly Override[]): void;
}

/** One tree of words over another. */
function layered(below: object, above: object): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...below };
  for (const [key, word] of Object.entries(above)) {
    const under = ownOf(whole, key);
    const trees = typeof word === 'object' && word !== null && typeof under === 'object' && under !== null;
    whole[key] = trees ? layered(under, word as object) : word;
  }
  return whole;
}

export function loadTexts(localesDir: string): Texts {
  const delivered = new Map(
    cultures.map((culture) => {
      const folder = join(localesDir, culture);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
      return [
        culture as string,
        new Map(files.map((file) => [file.replace(/\.json$/, '').replaceAll('\\', '/'), readJson(join(folder, file))])),
      ];
    }),
  );
  const words = createWords(delivered, 'en-US');
  const space = <T>(culture: Culture, name: string): T | undefined => words.space(culture, name) as T | undefined;
  const flat = (culture: Culture, name: string): Flat => space<Flat>(culture, name) ?? {};

  /** A code begins with the module that says it; what several say stands with all the others. */
  const wordsOfCode = (culture: Culture, code: string): Flat => {
    const own = flat(culture, `modules/${code.slice(0, code.indexOf('.'))}`);
    return ownOf(own, code) === undefined ? flat(culture, 'errors') : own;
  };

  const entityWords = (culture: Culture, of: Entity | string): EntityWords => {
    const name = typeof of === 'string' ? of : of.name;
    const delivered = space<EntityWords>(culture, `entities/${name}`);
    if (typeof of === 'string' || !of.own) return { name, plural: name, ...delivered };
    // What the tenant wrote in another language alone is better than no word.
    const { words: own } = of.own;
    const others = Object.values(own)[0] ?? {};
    return { name, plural: name, ...layered(layered(others, delivered ?? {}), own[culture] ?? {}) };
  };

  return {
    words,
    replace: (added, overrides) => words.replace(added, overrides),
    culture: (asked) => (typeof asked === 'string' && words.has(asked) ? asked : 'zh-CN'),
    error: (culture, code, params) => translate(wordsOfCode(culture, code), code, params, unsaid),
    module: (culture, name, key, params) => translate(flat(culture, `modules/${name}`), key, params, unsaid),
    issue(culture, { code, params = {}, entity }, catalog) {
      // What the designer says of a draft has its words there; scripts that ask for the plan are told the same.
      const words = code.startsWith('lint.') ? flat(culture, 'designer') : wordsOfCode(culture, code);
      if (!entity) return translate(words, code, params, unsaid);
      return translate(entityWords(culture, catalog?.byName.get(entity) ?? entity).rules ?? {}, code, params, unsaid);
    },
    entity: entityWords,
    engine: (culture, key) => ownOf(flat(culture, 'engine'), key) ?? key,
    message: (culture, key, params) => translate(flat(culture, 'messages'), key, params, unsaid),
    // The same entry may stand in several applications, under a code that begins with one of them.
    menu: (culture, code) =>
      ownOf(flat(culture, 'menus'), code) ?? ownOf(flat(culture, 'menus'), code.replace(/^\w+\./, '')),
    dictionary: (culture, code) =>
      ownOf(space<Record<string, { name: string; entries: Flat }>>(culture, 'dictionaries'), code),
    screen: (culture, name) => ({
      title: name,
      note: '',
      blocks: {},
      ...ownOf(space<Record<string, Partial<ScreenWords>>>(culture, 'screens'), name),
    }),
  };
}
