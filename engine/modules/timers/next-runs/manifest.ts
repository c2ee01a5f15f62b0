import type { Widget } from '../../../kit/index.ts';

/** Shows when a cron expression comes next, as it is typed. */
export const nextRuns: Widget = Object.freeze<Widget>({
  name: 'next-runs',
  types: ['cron'],
  options: {},
  icon: 'clock-circle',
  samples: ['0 3 * * *', '*/15 8-18 * * 1-5'],
  load: () => import('./next-runs.tsx'),
});
