import { numeric } from '../numeric.ts';

/** A factor or a price for one unit: 0.125. */
export const rate = numeric({
  name: 'rate',
  traits: { width: 110 },
  scale: 4,
  maxScale: 8,
  samples: [0, 0.125, 1.0725, 7],
});
