import type { Widget } from '../../../kit/index.ts';

/** Places by zone or tier, and amounts by zone, a line for each. */
export const zoneRanges: Widget = Object.freeze<Widget>({
  name: 'zone-ranges',
  types: ['json'],
  options: { shape: { type: 'choice', options: ['chart', 'places', 'amounts'], default: 'places' } },
  icon: 'ordered-list',
  samples: [{ das: ['US:01002', 'US:82001-82009'], extended: ['US:99501'] }],
  load: () => import('./zone-ranges.tsx'),
});
