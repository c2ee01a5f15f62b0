import type { ModuleParts } from '../../kit/index.ts';

/** What customers keep in warehouses: making its bills, their proof, trying prices, and taking over what came back. */
export const warehouse: ModuleParts = {
  name: 'warehouse',
  pages: { 'warehouse-bill-run': () => import('./bill-run-page.tsx') },
  panels: [
    {
      ...{ entity: 'warehouse-bill', name: 'proof', needs: ['WarehouseBill:page'] },
      load: () => import('./proof-panel.tsx'),
    },
    {
      ...{ entity: 'warehouse-price', name: 'preview', needs: ['WarehousePrice:page'] },
      load: () => import('./preview-panel.tsx'),
    },
  ],
  bulk: [
    {
      ...{ entity: 'returned-parcel', name: 'warehouse', needs: ['WarehouseRecord:add'], maxRecords: 500 },
      fits: ({ customer }) => typeof customer === 'string',
      load: () => import('./take-over-dialog.tsx'),
    },
  ],
};
