import type { Widget } from '../../../kit/index.ts';
import { carriers, faultOf } from './carriers.ts';

/** A carrier's tracking number: says whose it is, and whether its check digit fits, before anything is sent. */
export const trackingNumber: Widget = Object.freeze<Widget>({
  name: 'tracking-number',
  types: ['text'],
  options: { carriers: { type: 'choices', options: Object.keys(carriers) } },
  icon: 'car',
  below: 22,
  samples: ['1Z999AA10123456784', '986578788855', 'RB123456785GB'],
  badSamples: ['1Z999AA10123456785', '986578788856', 'RB123456784GB', 'PARCEL-7'],
  check: faultOf,
  load: () => import('./tracking-number.tsx'),
});
