import type { WordTree } from '../../engine/core/index.ts';

/** Every file of the product's words, in both languages. A chunk of its own, for few ask for it. */
export const wordFiles = import.meta.glob<WordTree>(
  '../../locales/*/{entities/*,modules/*,dictionaries,engine,menus,names,screens}.json',
  { eager: true, import: 'default' },
);
