import type { ModuleParts } from '../../kit/index.ts';

/** How business goes: income, operations, the screen on the wall, and the map. */
export const boards: ModuleParts = {
  name: 'boards',
  pages: {
    income: () => import('./income-page.tsx'),
    map: () => import('./map-page.tsx'),
    operations: () => import('./operations-page.tsx'),
    'screen-monitor': () => import('./screen-monitor-page.tsx'),
  },
};
