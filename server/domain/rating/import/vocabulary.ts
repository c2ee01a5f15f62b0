import vocabulary from './vocabulary.json';

type Word = keyof typeof vocabulary.patterns;

/** What price lists call things, in both languages, as the source of a pattern. */
export const said = (word: Word): string => vocabulary.patterns[word];

const known = new Map<string, RegExp>();

/** The pattern of a word; made once. One with the flag `g` is for replacing alone, since it remembers where it was. */
export function pattern(word: Word, flags = ''): RegExp {
  const key = `${word} ${flags}`;
  const found = known.get(key) ?? new RegExp(vocabulary.patterns[word], flags);
  known.set(key, found);
  return found;
}

export const { countryNames, currencyWords, doubtfulCountries, groupNames, postalFigures } = vocabulary;
/** The longer words first, as they hold the shorter ones. */
export const tierNames: readonly (readonly [string, string])[] = Object.entries(vocabulary.tierNames).toSorted(
  ([one], [other]) => other.length - one.length,
);
