import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '../engine/index.ts';
import { translate } from '../engine/index.ts';
import { readJson } from './catalog.ts';

export const cultures = ['zh-CN', 'en-US'] as const;
export type Culture = (typeof cultures)[number];

type EntityWords = Record<string, unknown> & { name: string; plural: string; rules?: Record<string, string> };

/** All words that the server speaks, per culture. */
export interface Texts {
  /** The culture meant by a request; anything unknown is the default. */
  culture(asked: unknown): Culture;
  error(culture: Culture, code: string, params?: Record<string, unknown>): string;
  issue(culture: Culture, found: Issue): string;
  entity(culture: Culture, name: string): EntityWords;
  /** A word of the engine's own, such as `given.createdAt`; the key itself where there is none. */
  engine(culture: Culture, key: string): string;
  menu(culture: Culture, code: string): string | undefined;
  dictionary(culture: Culture, code: string): { name: string; entries: Record<string, string> } | undefined;
}

export function loadTexts(localesDir: string): Texts {
  const read = <T>(culture: Culture, file: string): T => {
    const path = join(localesDir, culture, file);
    return (existsSync(path) ? readJson(path) : {}) as T;
  };
  const each = <T>(load: (culture: Culture) => T) =>
    Object.fromEntries(cultures.map((culture) => [culture, load(culture)])) as Record<Culture, T>;
  const errors = each((culture) => read<Record<string, string>>(culture, 'errors.json'));
  const engine = each((culture) => read<Record<string, string>>(culture, 'engine.json'));
  const menus = each((culture) => read<Record<string, string>>(culture, 'menus.json'));
  const dictionaries = each((culture) =>
    read<Record<string, { name: string; entries: Record<string, string> }>>(culture, 'dictionaries.json'),
  );
  const entities = each((culture) => {
    const files = readdirSync(join(localesDir, culture, 'entities'));
    return new Map(
      files.map((file) => [file.replace(/\.json$/, ''), read<EntityWords>(culture, join('entities', file))]),
    );
  });

  return {
    culture: (asked) => cultures.find((culture) => culture === asked) ?? 'zh-CN',
    error: (culture, code, params) => translate(errors[culture], code, params),
    issue(culture, { code, params = {}, entity }) {
      if (!entity) return translate(errors[culture], code, params);
      return translate(entities[culture].get(entity)?.rules ?? {}, code, params);
    },
    entity: (culture, name) => entities[culture].get(name) ?? { name, plural: name },
    engine: (culture, key) => engine[culture][key] ?? key,
    menu: (culture, code) => menus[culture][code],
    dictionary: (culture, code) => dictionaries[culture][code],
  };
}
