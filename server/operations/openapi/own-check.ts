/** A part of a schema that the call itself looks through, with reasons of its own; readers of the document see it whole. */
export const ownCheck = 'x-own-check';
