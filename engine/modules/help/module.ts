import type { ModuleParts } from '../../kit/index.ts';

/** Help for every page, and what is new. */
export const help: ModuleParts = {
  name: 'help',
  pages: { help: () => import('./help-page.tsx'), news: () => import('./news-page.tsx') },
};
