import { numeric } from '../numeric.ts';

/** Hundredths, as people say them: 12.5 is 12.5 %. */
export const percent = numeric({
  name: 'percent',
  traits: { width: 110 },
  scale: 2,
  maxScale: 6,
  suffix: '%',
  samples: [0, 12.5, 100, -5.25],
});
