import type { Widget } from '../../../kit/index.ts';
import { faultOf } from './measure.ts';

/** Length, width and height of a parcel as one text (`30x20x10 cm`): typed side by side or pasted in one go. */
export const dimensions: Widget = Object.freeze<Widget>({
  name: 'dimensions',
  types: ['text'],
  options: {
    unit: { type: 'choice', options: ['cm', 'in'], default: 'cm' },
    longest: { type: 'decimal', scale: 1, above: 0 },
    divisor: { type: 'integer', min: 1 },
  },
  icon: 'inbox',
  below: 22,
  samples: ['30x20x10 cm', '12.5x8x4 in'],
  badSamples: ['30x20 cm', '30x20x0 cm', 'large'],
  check: faultOf,
  load: () => import('./dimensions.tsx'),
});
