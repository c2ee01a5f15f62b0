import type { ModuleParts } from '../../react/index.ts';

/** Placing orders: what has failed, by an address of its own. */
export const shipping: ModuleParts = {
  name: 'shipping',
  pages: { 'error-orders': () => import('./error-orders-page.tsx') },
};
