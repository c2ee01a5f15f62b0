import type { ModuleParts } from '../../kit/index.ts';

/** Main bills: boxes are loaded by scan, checked, and what they cost is spread over them. */
export const consolidation: ModuleParts = {
  name: 'consolidation',
  pages: { 'main-bill-scan': () => import('./main-bill-scan-page.tsx') },
  panels: [
    { entity: 'main-bill', name: 'check', needs: ['MainBill:page'], load: () => import('./check-panel.tsx') },
    { entity: 'main-bill', name: 'spread', needs: ['MainBill:enterCosts'], load: () => import('./spread-panel.tsx') },
  ],
};
