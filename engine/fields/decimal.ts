import { noNumbers, numeric } from './numeric.ts';

/** A number with places; 15 digits in all. */
export const decimal = numeric({
  name: 'decimal',
  scale: 4,
  maxScale: 10,
  samples: { valid: [0, 12.5, -0.0001, 1234.5678], invalid: [...noNumbers, 0.00001, 123_456_789_012] },
});
