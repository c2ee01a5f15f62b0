import type { ModuleParts } from '../../kit/index.ts';

/** Programs of customers: their keys, and how they begin. */
export const apiDocs: ModuleParts = {
  name: 'api-docs',
  pages: { 'api-docs': () => import('./api-docs-page.tsx') },
  panels: [
    { entity: 'api-key', name: 'secret', needs: ['ApiKey:add'], load: () => import('./secret-panel.tsx') },
    {
      entity: 'webhook',
      name: 'hookSecret',
      needs: ['Webhook:add'],
      load: () => import('./webhook-secret-panel.tsx'),
    },
  ],
};
