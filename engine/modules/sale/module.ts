import type { ModuleParts } from '../../kit/index.ts';

/** Bills of customers: making them, and what they say. */
export const sale: ModuleParts = {
  name: 'sale',
  pages: {
    'bill-run': () => import('./bill-run-page.tsx'),
    'bill-refunds': () => import('./bill-refunds-page.tsx'),
  },
  panels: [
    {
      ...{ entity: 'member-bill', name: 'changes', needs: ['MemberBillLine:page'] },
      load: () => import('./changes-panel.tsx'),
    },
  ],
};
