import type { ModuleParts } from '../../kit/index.ts';

/** Placing orders: many at once, and what has failed by an address of its own. */
export const shipping: ModuleParts = {
  name: 'shipping',
  panels: [{ entity: 'order-batch', name: 'causes', needs: ['Order:page'], load: () => import('./causes-panel.tsx') }],
  pages: {
    'error-orders': () => import('./error-orders-page.tsx'),
    'refund-orders': () => import('./refund-orders-page.tsx'),
    'inner-cancels': () => import('./inner-cancels-page.tsx'),
    'ship-from-book': () => import('./ship-from-book-page.tsx'),
  },
  bulk: [
    {
      ...{ entity: 'order', name: 'place', needs: ['Order:submit'], maxRecords: 3_000 },
      fits: ({ status }) => status === 'draft' || status === 'failed',
      load: () => import('./place-dialog.tsx'),
    },
  ],
};
