import type { ModuleParts } from '../../kit/index.ts';

/** What rules of members do to their drafts. */
export const orderRules: ModuleParts = {
  name: 'order-rules',
  pages: { 'rules-try': () => import('./try-page.tsx') },
};
