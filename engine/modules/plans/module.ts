import type { ModuleParts } from '../../kit/index.ts';

/** The platform's shop for tenants: goods, orders and usage. */
export const plans: ModuleParts = {
  name: 'plans',
  pages: {
    'tenant-plan': () => import('./plan-page.tsx'),
    'tenant-goods': () => import('./goods-page.tsx'),
  },
};
