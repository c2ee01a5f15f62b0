import type { ModuleParts } from '../../kit/index.ts';

/** What customers owe, and the messages they get about it. */
export const receivables: ModuleParts = {
  name: 'receivables',
  pages: {
    'receivables-ageing': () => import('./ageing-page.tsx'),
    'customer-statement': () => import('./statement-page.tsx'),
  },
};
