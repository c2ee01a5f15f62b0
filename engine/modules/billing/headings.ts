import vocabulary from './vocabulary.json';

/** What headings of carriers' files mean, in the order in which it is tried, as patterns in both languages. */
export type HeadingMeaning = keyof typeof vocabulary;

export const headingPattern = (meaning: HeadingMeaning): RegExp => new RegExp(vocabulary[meaning].join('|'), 'i');
