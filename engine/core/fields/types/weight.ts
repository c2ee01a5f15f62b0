import { numeric } from '../numeric.ts';

/** A weight as entered, in the unit that the sibling field names. */
export const weight = numeric({
  name: 'weight',
  traits: { summable: true, width: 120 },
  scale: 3,
  maxScale: 6,
  options: { unit: { type: 'text', maxLength: 64 } },
  samples: [0, 0.125, 12, 150.5],
});
