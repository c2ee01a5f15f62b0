import type { ModuleParts } from '../../kit/index.ts';

/** Where parcels are: many numbers at once, and the way of each package. */
export const tracking: ModuleParts = {
  name: 'tracking',
  publicPages: { track: () => import('./public-page.tsx') },
  pages: { 'track-numbers': () => import('./track-page.tsx') },
  panels: (['package', 'order', 'track-alert'] as const).map((entity) => ({
    ...{ entity, name: 'tracking', needs: ['TrackEvent:page'] },
    load: () => import('./tracking-panel.tsx'),
  })),
};
