import { allOn, type Dated } from './dated.ts';
import { NoPrice, type Place } from './parcel.ts';

/** One version of the zones from one origin. Destinations by postal code or its first characters, the longest that fits counts. */
export interface ZoneChart extends Dated {
  /** Country and first characters of the sender's postal codes it is made for; '' for all. */
  readonly country: string;
  readonly origin: string;
  readonly zones: ReadonlyMap<string, string>;
  /** The mark for "not served": such a destination has no zone. */
  readonly unserved?: string;
}

/** `US:90210`, `US:902`, `CA:V6B` ... and `DE:` for a whole country. */
export const zoneKey = (country: string, prefix: string): string => `${country}:${prefix}`;

interface Known {
  /** Key lengths of the map, longest first; computed once per map, because maps never change. */
  readonly lengths: readonly number[];
  /** The place that was looked up last, and what it was: cost and sale of a parcel ask for the same one. */
  country: string;
  postalCode: string;
  found: unknown;
}

const maps = new WeakMap<ReadonlyMap<string, unknown>, Known>();

function knownOf(places: ReadonlyMap<string, unknown>): Known {
  let known = maps.get(places);
  if (!known) {
    const seen = new Set<number>();
    for (const key of places.keys()) seen.add(key.length - key.indexOf(':') - 1);
    const lengths = [...seen].sort((one, other) => other - one);
    maps.set(places, (known = { lengths, country: '', postalCode: '', found: undefined }));
  }
  return known;
}

/** Looks a place up in a map by `zoneKey`: the longest matching prefix of its postal code. */
export function closestOf<T>(places: ReadonlyMap<string, T>, { country, postalCode }: Place): T | undefined {
  const known = knownOf(places);
  // A place without a country is in no map.
  if (known.postalCode === postalCode && known.country === country && country !== '')
    return known.found as T | undefined;
  const found = search(places, known.lengths, { country, postalCode });
  known.country = country;
  known.postalCode = postalCode;
  known.found = found;
  return found;
}

function search<T>(
  places: ReadonlyMap<string, T>,
  lengths: readonly number[],
  { country, postalCode }: Pick<Place, 'country' | 'postalCode'>,
): T | undefined {
  const code = /^[0-9A-Z]*$/.test(postalCode) ? postalCode : postalCode.replace(/[\s-]/g, '').toUpperCase();
  for (const length of lengths) {
    if (length > code.length) continue;
    const found = places.get(zoneKey(country, code.slice(0, length)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A ZIP code has five digits, or nine with or without a hyphen. One that has lost its leading zeros in a spreadsheet begins
 * as a code of another state does, and would have its price.
 */
const isCut = ({ country, postalCode: { length } }: Place): boolean =>
  (country === 'US' || country === 'PR') && length !== 5 && length !== 9 && length !== 10;

/** Throws `NoPrice` where no chart counts or none names the destination. */
export function zoneOf(charts: readonly ZoneChart[], from: Place, to: Place, shipDate: string): string {
  let chart: ZoneChart | null = null;
  for (const each of allOn(charts, shipDate)) {
    if (each.country !== from.country || !from.postalCode.startsWith(each.origin)) continue;
    const closer = chart === null || each.origin.length > chart.origin.length;
    if (closer || (each.origin.length === chart?.origin.length && each.from > chart.from)) chart = each;
  }
  if (!chart || isCut(from))
    throw new NoPrice('rating.noZoneChart', 'from.postalCode', { postalCode: from.postalCode });
  const zone = isCut(to) ? undefined : closestOf(chart.zones, to);
  if (zone !== undefined && zone !== (chart.unserved ?? '-')) return zone;
  throw new NoPrice('rating.noZone', 'to.postalCode', { postalCode: to.postalCode, country: to.country });
}
