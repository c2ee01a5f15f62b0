import type { ModuleParts } from '../../kit/index.ts';

/** The shop of the platform for its tenants: what is offered, what was bought, and what is used of it. */
export const plans: ModuleParts = {
  name: 'plans',
  pages: {
    'tenant-plan': () => import('./plan-page.tsx'),
    'tenant-goods': () => import('./goods-page.tsx'),
  },
};
