import type { ModuleParts } from '../../kit/index.ts';

/** Many orders at once, on a sheet. */
export const bulkOrder: ModuleParts = {
  name: 'bulk-order',
  pages: { 'bulk-order': () => import('./bulk-order-page.tsx') },
};
