import type { ModuleParts } from '../../kit/index.ts';

/** How business goes: income, operations, the screen on the wall, and the map. */
export const boards: ModuleParts = {
  name: 'boards',
  publicPages: { monitor: () => import('./public-monitor-page.tsx') },
  panels: [
    {
      ...{ entity: 'board-display', name: 'display', needs: ['BoardDisplay:page'] },
      load: () => import('./display-panel.tsx'),
    },
  ],
  pages: {
    income: () => import('./income-page.tsx'),
    map: () => import('./map-page.tsx'),
    operations: () => import('./operations-page.tsx'),
    'screen-monitor': () => import('./screen-monitor-page.tsx'),
  },
};
