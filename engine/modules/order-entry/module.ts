import type { ModuleParts } from '../../kit/index.ts';

/** One order on one page: typed on the left, priced on the right, placed, and followed until its labels are there. */
export const orderEntry: ModuleParts = {
  name: 'order-entry',
  pages: {
    'order-entry': () => import('./order-entry-page.tsx'),
    'ship-to': () => import('./ship-to-page.tsx'),
  },
  bulk: [
    {
      ...{ entity: 'order', name: 'again', needs: ['Order:add'], maxRecords: 1 },
      fits: () => true,
      load: () => import('./again-dialog.tsx'),
    },
  ],
};
