import type { ModuleParts } from '../../react/index.ts';

/** Bills of carriers: bringing them in, and what they say beside what was predicted. */
export const billing: ModuleParts = {
  name: 'billing',
  pages: { 'bill-import': () => import('./bill-import-page.tsx') },
  panels: [
    {
      ...{ entity: 'carrier-bill', name: 'charges', needs: ['CarrierBill:match', 'CarrierBillLine:page'] },
      load: () => import('./charges-panel.tsx'),
    },
  ],
};
