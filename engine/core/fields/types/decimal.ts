import { numeric } from '../numeric.ts';

/** A number with places; 15 digits in all. */
export const decimal = numeric({
  name: 'decimal',
  traits: { summable: true, width: 120 },
  scale: 4,
  maxScale: 10,
  samples: [0, 12.5, -0.0001, 1234.5678],
});
