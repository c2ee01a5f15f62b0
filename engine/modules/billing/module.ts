import type { ModuleParts } from '../../kit/index.ts';

/** Carrier bills: import, matching and comparison with predicted charges. */
export const billing: ModuleParts = {
  name: 'billing',
  pages: {
    'bill-import': () => import('./bill-import-page.tsx'),
    'ups-import': () => import('./ups-import-page.tsx'),
    'ups-import-result': () => import('./ups-result-page.tsx'),
    'fedex-import': () => import('./fedex-import-page.tsx'),
    'billed-numbers': () => import('./billed-page.tsx'),
    'unmatched-lines': () => import('./unmatched-page.tsx'),
    'unknown-charges': () => import('./unknown-page.tsx'),
    'mapping-designer': () => import('./mapping-page.tsx'),
    'bill-compare': () => import('./compare-page.tsx'),
    'actual-surcharges': () => import('./surcharges-page.tsx'),
    'predicted-invoice': () => import('./expected-page.tsx'),
    'agreed-savings': () => import('./savings-page.tsx'),
    'profit-watch': () => import('./profit-page.tsx'),
  },
  panels: [
    {
      ...{ entity: 'carrier-bill', name: 'charges', needs: ['CarrierBill:match', 'CarrierBillLine:page'] },
      load: () => import('./charges-panel.tsx'),
    },
  ],
};
