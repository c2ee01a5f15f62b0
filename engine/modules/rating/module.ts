import { defineModule } from '../../react/index.ts';

/** What a parcel costs: comparing, trying, explaining. */
export const rating = defineModule({
  name: 'rating',
  pages: { rate: () => import('./rate-page.tsx') },
});
