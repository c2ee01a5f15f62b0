import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog, Entity, Issue } from '../engine/core/index.ts';
import { fill, ownOf, textOrKey } from '../engine/core/index.ts';
import { readJson } from './catalog.ts';
import { createWords, type AddedCulture, type Override, type Words } from './words.ts';

/** The delivered cultures in `locales/`; more may be added at run time. */
export const cultures = ['zh-CN', 'en-US'] as const;
export type Culture = string;

type EntityWords = Record<string, unknown> & { name: string; plural: string; rules?: Record<string, string> };
type Flat = Record<string, string>;

/** Replaces a missing parameter, so that no reader sees braces. */
const unsaid = '…';

const said = (texts: Flat, key: string, params: Readonly<Record<string, unknown>> = {}): string =>
  fill(textOrKey(texts, key), params, unsaid);

export interface ScreenWords {
  title: string;
  note: string;
  blocks: Record<string, string>;
}

/** All server texts by culture: delivered ones, overlaid with edits made at run time. */
export interface Texts {
  /** The culture of a request; the default for unknown ones. */
  culture(asked: unknown): Culture;
  error(culture: Culture, code: string, params?: Record<string, unknown>): string;
  /** `catalog`: the actor's, for rules of their tenant. */
  issue(culture: Culture, found: Issue, catalog?: Catalog): string;
  /** An entity's texts; given an `Entity`, with its tenant's changes. */
  entity(culture: Culture, of: Entity | string): EntityWords;
  /** A text of the engine, such as `given.createdAt`; the key itself if there is none. */
  engine(culture: Culture, key: string): string;
  /** A message of a module (`locales/<culture>/modules/<name>.json`). */
  module(culture: Culture, name: string, key: string, params?: Record<string, unknown>): string;
  /** A text of a message to a person, such as `register.text`. */
  message(culture: Culture, key: string, params: Record<string, unknown>): string;
  menu(culture: Culture, code: string): string | undefined;
  dictionary(culture: Culture, code: string): { name: string; entries: Record<string, string> } | undefined;
  screen(culture: Culture, name: string): ScreenWords;
  /** All delivered texts by position, with edits. */
  readonly words: Words;
  /** Tenants of the demo, whose records have names in every language. */
  readonly demoTenants: Set<string>;
  /** Replaces edited texts and added cultures. */
  replace(added: readonly AddedCulture[], overrides: readonly Override[]): void;
}

/** Merges one tree of texts over another. */
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

  /** A code's prefix names the module with its message; shared ones are with the errors. */
  const wordsOfCode = (culture: Culture, code: string): Flat => {
    const own = flat(culture, `modules/${code.slice(0, code.indexOf('.'))}`);
    return ownOf(own, code) === undefined ? flat(culture, 'errors') : own;
  };

  const entityWords = (culture: Culture, of: Entity | string): EntityWords => {
    const name = typeof of === 'string' ? of : of.name;
    const delivered = space<EntityWords>(culture, `entities/${name}`);
    if (typeof of === 'string' || !of.own) return { name, plural: name, ...delivered };
    // A tenant's text in another language is better than none.
    const { words: own } = of.own;
    const others = Object.values(own)[0] ?? {};
    return { name, plural: name, ...layered(layered(others, delivered ?? {}), own[culture] ?? {}) };
  };

  return {
    words,
    demoTenants: new Set(),
    replace: (added, overrides) => words.replace(added, overrides),
    culture: (asked) => (typeof asked === 'string' && words.has(asked) ? asked : 'zh-CN'),
    error: (culture, code, params) => said(wordsOfCode(culture, code), code, params),
    module: (culture, name, key, params) => said(flat(culture, `modules/${name}`), key, params),
    issue(culture, { code, params = {}, entity }, catalog) {
      // Lint messages are in the designer's texts; scripts that request a plan get the same.
      const words = code.startsWith('lint.') ? flat(culture, 'designer') : wordsOfCode(culture, code);
      if (!entity) return said(words, code, params);
      return said(entityWords(culture, catalog?.byName.get(entity) ?? entity).rules ?? {}, code, params);
    },
    entity: entityWords,
    engine: (culture, key) => ownOf(flat(culture, 'engine'), key) ?? key,
    message: (culture, key, params) => said(flat(culture, 'messages'), key, params),
    // An entry may be in several applications, with the application as a prefix of its code.
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
