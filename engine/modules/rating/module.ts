import type { ModuleParts } from '../../kit/index.ts';

/** What a parcel costs: comparing, trying, explaining. */
export const rating: ModuleParts = {
  name: 'rating',
  pages: { rate: () => import('./rate-page.tsx'), 'price-list': () => import('./price-list-page.tsx') },
  panels: [
    {
      ...{ entity: 'order', name: 'trial', needs: ['TrialResult:page'] },
      load: () => import('./trial-panel.tsx'),
    },
    {
      ...{ entity: 'order', name: 'charges', needs: ['OrderCharge:page'] },
      load: () => import('./charges-panel.tsx'),
    },
    {
      ...{ entity: 'what-if', name: 'whatIf', needs: ['WhatIf:page'], leads: true },
      load: () => import('./what-if-panel.tsx'),
    },
  ],
  bulk: [
    {
      ...{ entity: 'order', name: 'trial', needs: ['TrialResult:page', 'Order:submit'], maxRecords: 40 },
      fits: ({ status }) => status === 'draft' || status === 'failed',
      load: () => import('./trial-dialog.tsx'),
    },
  ],
};
