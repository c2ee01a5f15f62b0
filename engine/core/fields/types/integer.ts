import { numeric } from '../numeric.ts';

/** A whole number of at most 15 digits. */
export const integer = numeric({
  name: 'integer',
  traits: { summable: true, width: 100 },
  scale: 0,
  maxScale: 0,
  samples: [0, 1, -7, 1500, 999_999_999_999_999],
});
