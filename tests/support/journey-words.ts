import { existsSync, readFileSync } from 'node:fs';
import { fill } from '../../engine/core/text/translate.ts';
import type { Culture } from './live-app.ts';
import { root } from './test-app.ts';

/** The words of the screens in one language, as the person reads them. */
export function journeyWords(
  culture: Culture,
  module = 'rating',
): (key: string, params?: Record<string, string | number>) => string {
  const words = Object.assign(
    {},
    ...['messages', 'engine', 'shell', 'errors', 'door', 'designer', `modules/${module}`].map((file) =>
      read(culture, file),
    ),
  ) as Texts;
  return (key, params = {}) => {
    const text = words[key];
    if (text === undefined) throw new Error(`no word ${key} in ${culture}`);
    return fill(text, params);
  };
}

/**
 * A sentence with places in it as a pattern: each place holds what is given for it, words as they are or a pattern, and
 * anything where nothing is given.
 */
export function sentence(text: string, places: Record<string, string | RegExp> = {}): RegExp {
  const literal = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = text.split(/\{(\w+)(?:, [^{}]+)?\}/).map((part, at) => {
    if (at % 2 === 0) return literal(part);
    const place = places[part] ?? /.+/;
    return ` ?${typeof place === 'string' ? literal(place) : place.source} ?`;
  });
  return new RegExp(parts.join(''));
}

/** The words of a screen of blocks in one language. */
export const screenTexts = (culture: Culture, name: string): ScreenTexts =>
  (read(culture, 'screens') as unknown as Record<string, ScreenTexts>)[name] ?? {
    title: `no screen ${name}`,
    blocks: {},
  };

interface ScreenTexts {
  title: string;
  blocks: Record<string, string>;
}

type Texts = Record<string, string>;

function read(culture: Culture, name: string): Texts {
  const file = `${root}locales/${culture}/${name}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
}

/** The words of one entity in one language, as its file has them. */
export const entityTexts = (culture: Culture, name: string): EntityTexts =>
  read(culture, `entities/${name}`) as unknown as EntityTexts;

interface EntityTexts {
  name: string;
  plural: string;
  fields: Texts;
  actions: Texts;
  confirm: Texts;
  titles: Texts;
  buttons: Texts;
  banners?: Texts;
  counted?: Texts;
  notes?: Texts;
  forecast: Texts;
  rules: Texts;
  states: Texts;
  views: Texts;
  options: Record<string, Texts>;
  /** Columns of its tables. */
  lines?: Record<string, Texts>;
}
