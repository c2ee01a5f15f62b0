import type { ModuleParts } from '../../kit/index.ts';

/** How the installation itself is, for its operators. */
export const health: ModuleParts = {
  name: 'health',
  pages: { health: () => import('./health-page.tsx') },
};
