import type { Dated } from './dated.ts';
import { countsOn } from './dated.ts';
import { NoPrice, type Place } from './parcel.ts';

/** One version of the zones from one origin. Destinations by postal code or its first characters, the longest that fits counts. */
export interface ZoneChart extends Dated {
  /** Country and first characters of the sender's postal codes it is made for; '' for all. */
  readonly country: string;
  readonly origin: string;
  readonly zones: ReadonlyMap<string, string>;
  /** What stands for "not served": such a destination is a hole, never another zone. */
  readonly unserved?: string;
}

/** `US:90210`, `US:902`, `CA:V6B` ... and `DE:` for a whole country. */
export const zoneKey = (country: string, prefix: string): string => `${country}:${prefix}`;

/** Throws `NoPrice` where no chart counts or none names the destination. */
export function zoneOf(charts: readonly ZoneChart[], from: Place, to: Place, shipDate: string): string {
  let chart: ZoneChart | null = null;
  for (const each of charts) {
    if (each.country !== from.country || !from.postalCode.startsWith(each.origin) || !countsOn(each, shipDate))
      continue;
    const closer = chart === null || each.origin.length > chart.origin.length;
    if (closer || (each.origin.length === chart?.origin.length && each.from > chart.from)) chart = each;
  }
  if (!chart) throw new NoPrice('rating.noZoneChart', 'from.postalCode', { postalCode: from.postalCode });
  const code = to.postalCode.replace(/[\s-]/g, '').toUpperCase();
  for (let length = Math.min(code.length, 9); length >= 0; length--) {
    const zone = chart.zones.get(zoneKey(to.country, code.slice(0, length)));
    if (zone === undefined) continue;
    if (zone === (chart.unserved ?? '-')) break;
    return zone;
  }
  throw new NoPrice('rating.noZone', 'to.postalCode', { postalCode: to.postalCode, country: to.country });
}
