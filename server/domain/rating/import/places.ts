import { countries } from '../../../../engine/core/index.ts';
import { readPrefixes } from './prefixes.ts';
import { plain } from './sheet.ts';
import { countryNames, doubtfulCountries, pattern } from './vocabulary.ts';

/** ISO codes of countries by their names in both languages, and by what price lists call them besides. */
const byName = new Map<string, string>();
function learn(): ReadonlyMap<string, string> {
  if (byName.size > 0) return byName;
  const names = ['zh-Hans', 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
  for (const code of countries) {
    byName.set(code.toLowerCase(), code);
    for (const each of names) byName.set((each.of(code) ?? code).toLowerCase(), code);
  }
  for (const [name, code] of Object.entries(countryNames)) byName.set(name, code);
  return byName;
}

/** The countries that a cell names: `US`, `United States (US)`, `France, Spain`, in either language; null where it is something else. */
export function readCountries(cell: string | undefined): string[] | null {
  const known = learn();
  const text = plain(cell).toLowerCase();
  if (text === '') return null;
  const whole = known.get(text);
  if (whole) return [whole];
  const coded = /^(.*?)[ ([-]+([a-z]{2})[)\]]?$/.exec(text) ?? /^([a-z]{2})[ -]+(.*)$/.exec(text);
  const [one = '', other = ''] = coded ? [coded[1], coded[2]] : [];
  const code = known.get(other.length === 2 ? other : one);
  const name = known.get((other.length === 2 ? one : other).trim());
  if (coded && code && (name === code || /[\u3400-\u9fff]/.test(one + other))) return [code];
  const parts = text.split(/ ?[、,;/] ?/).filter((part) => part !== '');
  const all = parts.map((part) => known.get(part));
  // A remark in brackets, such as "including remote areas", is no part of the name; a part of the country is another place.
  const [, outside = '', remark = ''] = /^(.*?) ?[([]([^()[\]]*)[)\]]$/.exec(text) ?? [];
  const bare = known.get(outside);
  if (bare && (pattern('countryRemark').test(remark) || known.get(remark) === bare)) return [bare];
  if (bare) return null;
  return parts.length > 1 && all.every((each) => each !== undefined) ? [...new Set(all)] : null;
}

/** Names that are also those of a state, of a part of one or of something else. */
const doubtful: ReadonlySet<string> = new Set(doubtfulCountries);
let names: RegExp | null = null;

/** Names of countries in running text, the longer first, since `Papua New Guinea` holds another. */
function namePattern(): RegExp {
  const words = [...learn().keys()].filter((name) => !/^[a-z]{2}$/.test(name) || name === 'uk');
  const sources = [...words, ...doubtfulCountries]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => {
      const source = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return /[\u3400-\u9fff]/.test(name) ? source : `(?<![a-z])${source}(?![a-z])`;
    });
  return new RegExp(sources.join('|'), 'g');
}

/** A country that a text names, with what stands around it. */
export interface NamedCountry {
  readonly code: string;
  readonly before: string;
  readonly after: string;
}

/** The countries that a title names. */
export function countriesIn(title: string): NamedCountry[] {
  const text = plain(title);
  names ??= namePattern();
  const named = [...text.toLowerCase().matchAll(names)].flatMap(({ 0: name, index }) => {
    const code = doubtful.has(name) ? undefined : byName.get(name);
    return code === undefined ? [] : [{ code, before: text.slice(0, index), after: text.slice(index + name.length) }];
  });
  const at = text.search(/\bUS\b/);
  return at < 0 ? named : [...named, { code: 'US', before: text.slice(0, at), after: text.slice(at + 2) }];
}

/** The codes and ranges of a cell; null where one of them is none. */
export function readPostals(cell: string | undefined, length: number | null): (readonly [string, string])[] | null {
  const prefixes = readPrefixes(cell, false);
  if (prefixes) return [...prefixes.ranges];
  const found = codesIn(cell).map((code) => readPostal(code, length));
  const known = found.filter((each) => each !== null);
  return known.length > 0 && known.length === found.length ? known : null;
}

/** `900-908, 910/912`; blanks alone divide codes of one length, since a code may be written with a blank. */
export function codesIn(cell: string | undefined): string[] {
  const text = plain(cell).replace(/ ?- ?/g, '-');
  const parts = text.split(/ ?[,;、/|&] ?/).filter((part) => part !== '');
  return parts.flatMap((part) => {
    const apart = part.split(' ');
    const lengths = new Set(apart.flatMap((each) => each.split('-')).map((each) => each.length));
    return apart.every((each) => /^\d[\d-]*$/.test(each)) && lengths.size === 1 ? apart : [part];
  });
}

/** Postal codes or first characters of them as a list names them, `005-089` included; null where it is none. */
export function readPostal(cell: string | undefined, length: number | null): readonly [string, string] | null {
  const whole = plain(cell).toUpperCase();
  // A blank inside a number is a mistake or a second one.
  if (/\d \d/.test(whole) && !/[A-Z]/.test(whole)) return null;
  const text = whole.replace(/ /g, '');
  const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  if (!found) return /^[A-Z]\d[A-Z](\d[A-Z]\d)?$/.test(text) ? [text, text] : null;
  const [low = '', high = low] = [found[1], found[2]];
  // A spreadsheet eats the leading zeros of a number.
  const wide = length ?? Math.max(3, low.length, high.length);
  if (low.length > wide || high.length > wide) return null;
  const [from, to] = [low.padStart(wide, '0'), high.padStart(wide, '0')];
  return from <= to ? [from, to] : null;
}

/**
 * How long the codes of columns are: as long as the longest of them, since a spreadsheet eats leading zeros. Null where first
 * three characters and whole codes are mixed, each as long as it is written: no whole code is below 00500.
 */
export function codeLength(texts: Iterable<string>): 1 | 3 | 5 | null {
  const written = [...texts].filter((text) => readPrefixes(text, false) === null).flatMap(codesIn);
  const codes = written
    .flatMap((text) => [/^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []])
    .flatMap(([, low, high]) =>
      low === undefined ? [] : [{ low, longest: Math.max(low.length, (high ?? low).length) }],
    );
  // Single digits alone are first ones: no list has but three characters of which two are zeros.
  if (codes.length > 1 && codes.every(({ longest }) => longest === 1)) return 1;
  const isLong = codes.some(({ longest }) => longest > 3);
  const isShort = codes.some(({ low, longest }) => longest <= 3 && (/^0\d\d$/.test(low) || Number(low) < 500));
  // Where zeros were eaten, four figures are left of most of the codes.
  const isCut = written.some((text) => /^\d{4}(-|$)/.test(text)) || !codes.some(({ longest }) => longest <= 3);
  return isLong && (isShort || !isCut) ? null : isLong ? 5 : 3;
}

/** Codes as a chart keeps them: runs that follow each other without a gap as one range. */
export function joinRanges(country: string, ranges: readonly (readonly [string, string])[]): string[] {
  const joined: [string, string][] = [];
  for (const [from, to] of ranges.toSorted(
    (one, other) => one[0].length - other[0].length || (one[0] < other[0] ? -1 : 1),
  )) {
    const last = joined.at(-1);
    if (last && follows(last[1], from)) last[1] = to > last[1] ? to : last[1];
    else joined.push([from, to]);
  }
  return joined.map(([from, to]) => `${country}:${from === to ? from : `${from}-${to}`}`);
}

const follows = (last: string, next: string): boolean =>
  last.length === next.length && /^\d+$/.test(last) && /^\d+$/.test(next) && Number(next) <= Number(last) + 1;
