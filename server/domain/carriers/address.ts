import type { CarrierAddress } from './carrier.ts';

/**
 * The lines of an address within what a carrier prints: as they are where they fit, else broken between words, so that
 * nothing of a street is lost. Null: it does not fit.
 */
export function fitLines(lines: readonly string[], width: number, most: number): readonly string[] | null {
  const given = lines.map((line) => line.trim().replace(/\s+/g, ' ')).filter((line) => line !== '');
  if (given.length === 0) return null;
  if (given.length <= most && given.every((line) => line.length <= width)) return given;
  const byLine = given.flatMap((line) => wrap(line, width));
  if (byLine.length <= most) return byLine;
  const together = wrap(given.join(' '), width);
  return together.length <= most ? together : null;
}

function wrap(words: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else for (let at = 0; at < word.length; at += width) lines.push(word.slice(at, at + width));
  }
  return lines;
}

/** A name no longer than it may be, cut between words where one ends near enough. */
export function cut(words: string, width: number): string {
  const clean = words.trim().replace(/\s+/g, ' ');
  if (clean.length <= width) return clean;
  const end = clean.lastIndexOf(' ', width);
  return clean.slice(0, end > width / 2 ? end : width).trimEnd();
}

/** Puerto Rico is a country to the carriers. */
export const countryOf = ({ country, state }: Pick<CarrierAddress, 'country' | 'state'>): string =>
  country === 'US' && state?.toUpperCase() === 'PR' ? 'PR' : country.toUpperCase();

/** The digits; without the country code of an American number. */
export function phoneDigits(phone: string | null, country: string): string | null {
  const digits = (phone ?? '').replace(/(ext|x)\.?\s*\d+$/i, '').replace(/\D/g, '');
  if (digits === '') return null;
  const ten = ['US', 'CA', 'PR', 'VI'].includes(country) && digits.length === 11 && digits.startsWith('1');
  return (ten ? digits.slice(1) : digits).slice(0, 15);
}

const home = ['US', 'PR'];
/** Whether goods cross a border of customs: between the United States and Puerto Rico there is none. */
export const crossesCustoms = (from: string, to: string): boolean =>
  from !== to && !(home.includes(from) && home.includes(to));

/** How the same street may be written. */
const short: Readonly<Record<string, string>> = {
  ...{ STREET: 'ST', AVENUE: 'AVE', AV: 'AVE', BOULEVARD: 'BLVD', ROAD: 'RD', DRIVE: 'DR', LANE: 'LN', COURT: 'CT' },
  ...{ PLACE: 'PL', CIRCLE: 'CIR', HIGHWAY: 'HWY', PARKWAY: 'PKWY', TERRACE: 'TER', SQUARE: 'SQ', TRAIL: 'TRL' },
  ...{ SUITE: 'STE', APARTMENT: 'APT', BUILDING: 'BLDG', FLOOR: 'FL', ROOM: 'RM', DEPARTMENT: 'DEPT', UNIT: 'UNIT' },
  ...{ NORTH: 'N', SOUTH: 'S', EAST: 'E', WEST: 'W', NORTHEAST: 'NE', NORTHWEST: 'NW', SOUTHEAST: 'SE' },
  ...{ SOUTHWEST: 'SW', MOUNT: 'MT', FORT: 'FT', SAINT: 'ST' },
};

const spelled = (words: string): string =>
  words
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => short[word] ?? word)
    .join(' ');

/** Whether two addresses are the same but for spelling; the last four digits of a ZIP are no correction. */
export function sameAddress(one: CarrierAddress, other: CarrierAddress): boolean {
  const shape = (address: CarrierAddress) =>
    [
      spelled(address.lines.join(' ')),
      ...[spelled(address.city), spelled(address.state ?? ''), postalKey(address), countryOf(address)],
    ].join('|');
  return shape(one) === shape(other);
}

const postalKey = ({ postalCode, ...address }: CarrierAddress): string => {
  const plain = postalCode.replace(/[\s-]/g, '').toUpperCase();
  return home.includes(countryOf(address)) ? plain.slice(0, 5) : plain;
};
