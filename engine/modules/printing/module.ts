import type { ModuleParts } from '../../kit/index.ts';

/** States of an order in which no box of it has a label yet. */
const before: ReadonlySet<unknown> = new Set(['draft', 'placing', 'failed', 'waitingForFunds', 'held']);

/** Labels to printers that stand elsewhere, and what did not get there. */
export const printing: ModuleParts = {
  name: 'printing',
  pages: { 'print-exceptions': () => import('./exceptions-page.tsx'), station: () => import('./station-page.tsx') },
  stationPages: [{ name: 'pack', needs: ['OrderBox:print'], load: () => import('./shared-station-page.tsx') }],
  panels: [{ entity: 'account', name: 'badge', needs: ['sysUser:resetPwd'], load: () => import('./badge-panel.tsx') }],
  bulk: [
    {
      ...{ entity: 'order', name: 'send', needs: ['OrderBox:print', 'Printer:page'], maxRecords: 500 },
      fits: ({ status }) => !before.has(status),
      load: () => import('./send-orders-dialog.tsx'),
    },
    {
      ...{ entity: 'package', name: 'send', needs: ['OrderBox:print', 'Printer:page'], maxRecords: 500 },
      fits: () => true,
      load: () => import('./send-packages-dialog.tsx'),
    },
  ],
};
