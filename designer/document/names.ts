import type { Command } from '../../engine/core/index.ts';

/** The languages in which a new part is named from the start. */
export const cultures = ['zh-CN', 'en-US'] as const;

/** What something is called in each of them. */
export type Names = Readonly<Record<(typeof cultures)[number], string>>;

/** The commands that give the words at a key, language by language; what is blank is left out. */
export const nameCommands = (key: string, names: Readonly<Record<string, string>>): Command[] =>
  Object.entries(names)
    .filter(([, value]) => value.trim())
    .map(([culture, value]): Command => ({ do: 'text', culture, key, value: value.trim() }));

/** The name as the language being edited has it. */
export const nameIn = (names: Readonly<Record<string, string>>, culture: string): string =>
  names[culture] ?? Object.values(names).find(Boolean) ?? '';

/** The language of a text, judged by its letters; null if it has none. */
export function languageOf(text: string): 'zh-CN' | 'en-US' | null {
  if (/\p{Script=Han}/u.test(text)) return 'zh-CN';
  return /[A-Za-z]/.test(text) ? 'en-US' : null;
}

/** English names of many, by the rules that most of them follow; other languages have none. */
export function pluralOf(name: string): string {
  if (languageOf(name) !== 'en-US' || !/[a-z]$/i.test(name)) return name;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
}
