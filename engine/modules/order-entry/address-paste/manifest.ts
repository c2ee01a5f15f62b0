import type { Widget } from '../../../kit/index.ts';

/** Takes a whole postal address in one paste and splits it into the fields around this one. */
export const addressPaste: Widget = Object.freeze<Widget>({
  name: 'address-paste',
  types: ['text', 'address'],
  options: {},
  icon: 'contacts',
  below: 24,
  samples: ['Ann Lee', 'Acme Returns Dock 4'],
  load: () => import('./address-paste.tsx'),
});
