import type { ModuleParts } from '../../kit/index.ts';

/** States of an order in which no box of it has a label yet. */
const before: ReadonlySet<unknown> = new Set(['draft', 'placing', 'failed', 'waitingForFunds', 'held']);

/** Labels: printing many or one, documents of an order, and the end of the day. */
export const labels: ModuleParts = {
  name: 'labels',
  pages: { handover: () => import('./handover-page.tsx') },
  panels: [{ entity: 'order', name: 'labels', needs: ['OrderBox:page'], load: () => import('./labels-panel.tsx') }],
  bulk: [
    {
      ...{ entity: 'order', name: 'print', needs: ['OrderBox:print'], maxRecords: 500 },
      fits: ({ status }) => !before.has(status),
      load: () => import('./print-orders-dialog.tsx'),
    },
    {
      ...{ entity: 'package', name: 'print', needs: ['OrderBox:print'], maxRecords: 500 },
      fits: () => true,
      load: () => import('./print-packages-dialog.tsx'),
    },
  ],
};
