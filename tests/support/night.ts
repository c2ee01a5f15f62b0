/** Whether nothing is taken as alike, as in `npm run test:night`: every entity in full, every journey in every language. */
export const night = process.env['NIGHT'] === '1';

/**
 * Both rounds of a journey in the night, and one of them in the run of a day: which, the file says, so that files differ.
 * For what is the same in any language, and has no screen of its own.
 */
export const oneOf = <T>(both: readonly [T, T], turn: 0 | 1): readonly T[] => (night ? both : [both[turn]]);
