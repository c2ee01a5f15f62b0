import { numeric } from '../numeric.ts';

/** A side as entered, in the unit that the sibling field names. */
export const length = numeric({
  name: 'length',
  traits: { width: 120 },
  scale: 2,
  maxScale: 6,
  options: { unit: { type: 'text', maxLength: 64 } },
  samples: [0, 10.25, 48, 119.5],
});
