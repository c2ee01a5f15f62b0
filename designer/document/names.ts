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
