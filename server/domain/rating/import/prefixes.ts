import { plain } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** First characters of postal codes for which a price is, as lists of forwarders zone a country: `West (8, 9)`. */
export interface Prefixes {
  readonly region: string | null;
  readonly ranges: readonly (readonly [string, string])[];
}

/**
 * `ZIP 4-7`, `West (8, 9)`, in either language; under a heading that says what they are, the figures alone. Null where nothing says that figures
 * are first characters of postal codes.
 */
export function readPrefixes(cell: string | undefined, isHeaded: boolean): Prefixes | null {
  const text = plain(cell);
  if (text === '' || text.length > 60) return null;
  const isMarked = pattern('prefixSure', 'i').test(text);
  const bare = text
    .replace(pattern('prefixMark', 'gi'), ' ')
    .replace(isMarked ? /[()[\]【】:.]/g : /[()[\]【】:]/g, ' ')
    .replace(pattern('prefixUntil', 'g'), '$1')
    .trim();
  const [, name = '', list = ''] = /^([^\d]*?)[ ,、]*(\d.*)$/.exec(bare) ?? [];
  const region = name.trim() === '' ? null : name.trim();
  if (list === '' || (region !== null && !isRegion(region)) || !(isHeaded || isMarked || region !== null)) return null;
  const ranges = list.split(pattern('prefixSeparators')).map((part): [string, string] | null => {
    const [, low = '', high = low] = pattern('prefixRange').exec(part) ?? [];
    return low !== '' && low.length === high.length && low <= high ? [low, high] : null;
  });
  const known = ranges.filter((each) => each !== null);
  const isAlike = known.every(([low]) => low.length === known[0]?.[0].length);
  return known.length === ranges.length && isAlike ? { region, ranges: known } : null;
}

/** A part of a country that forwarders price by itself. */
export const isRegion = (text: string): boolean => pattern('region', 'i').test(plain(text));

/** The zones of a price: its region, else one for each first digit, else one of all that it lists. */
export function zonesOf({ region, ranges }: Prefixes): string[] | null {
  if (region !== null) return [region];
  if (ranges.every(([low]) => low.length === 1))
    return ranges.flatMap(([low, high]) =>
      Array.from({ length: Number(high) - Number(low) + 1 }, (_, at) => `ZIP ${Number(low) + at}`),
    );
  const zone = `ZIP ${ranges.map(([low, high]) => (low === high ? low : `${low}-${high}`)).join('/')}`;
  return zone.length <= 30 ? [zone] : null;
}

/** Zones of a cell whose figures are first characters of postal codes. */
export const prefixZones = (cell: string | undefined, isHeaded: boolean): string[] | null => {
  const found = readPrefixes(cell, isHeaded);
  return found === null ? (isRegion(cell ?? '') ? [plain(cell)] : null) : zonesOf(found);
};

/** Whether a row is one of first characters, as its first cell says. */
export function headsPrefixes(row: readonly string[]): boolean {
  const first = row.map(plain).find((text) => text !== '') ?? '';
  return pattern('headPrefix', 'i').test(first) && !/\d/.test(first);
}
