import type { ModuleParts } from '../../kit/index.ts';

/** Less than truckload: one order on one page, many from a sheet, offers, classes, bills of lading and proof. */
export const freight: ModuleParts = {
  name: 'freight',
  pages: {
    'freight-entry': () => import('./freight-entry-page.tsx'),
    'freight-bulk': () => import('./freight-bulk-page.tsx'),
  },
  panels: [
    { entity: 'ltl-order', name: 'quote', needs: ['LtlOrder:page'], load: () => import('./quote-panel.tsx') },
    { entity: 'ltl-order', name: 'class', needs: ['LtlOrder:page'], load: () => import('./class-panel.tsx') },
    { entity: 'ltl-order', name: 'proof', needs: ['LtlOrder:page'], load: () => import('./proof-panel.tsx') },
    { entity: 'ltl-main-bill', name: 'bol', needs: ['LtlMainBill:page'], load: () => import('./bol-panel.tsx') },
  ],
};
