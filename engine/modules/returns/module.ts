import type { ModuleParts } from '../../kit/index.ts';

/** Parcels that come back: taken in by scan, found again by who owns them, sent once more. */
export const returns: ModuleParts = {
  name: 'returns',
  pages: {
    'return-scan': () => import('./return-scan-page.tsx'),
    'return-offers': () => import('./return-offers-page.tsx'),
  },
  stationPages: [{ name: 'take', needs: ['ReturnedParcel:add'], load: () => import('./shared-return-scan-page.tsx') }],
  panels: [
    {
      ...{ entity: 'returned-parcel', name: 'likely', needs: ['ReturnedParcel:assign'] },
      load: () => import('./likely-panel.tsx'),
    },
    {
      ...{ entity: 'returned-parcel', name: 'resend', needs: ['ReturnedParcel:claim', 'Order:add'] },
      load: () => import('./resend-panel.tsx'),
    },
    {
      ...{ entity: 'order', name: 'back', needs: ['Order:add', 'ReturnedParcel:page'] },
      load: () => import('./return-label-panel.tsx'),
    },
  ],
};
