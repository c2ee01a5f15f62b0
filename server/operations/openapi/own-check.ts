/**
 * Marks a part of a schema that the call validates itself, with its own error codes; it is still documented in full.
 */
export const ownCheck = 'x-own-check';
