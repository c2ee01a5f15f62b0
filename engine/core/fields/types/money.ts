import { numeric } from '../numeric.ts';

/** An amount in the currency of the field: two places, four at most, never rounded. */
export const money = numeric({
  name: 'money',
  traits: { summable: true, width: 140 },
  scale: 2,
  maxScale: 4,
  shown: 2,
  options: { currency: { type: 'text', maxLength: 64 } },
  samples: [0, 12.5, 0.01, -3.2, 1_234_567.89],
});
