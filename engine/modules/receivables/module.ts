import type { ModuleParts } from '../../kit/index.ts';

/** What customers owe, and what they are told of it. */
export const receivables: ModuleParts = {
  name: 'receivables',
  pages: {
    'receivables-ageing': () => import('./ageing-page.tsx'),
    'customer-statement': () => import('./statement-page.tsx'),
  },
};
