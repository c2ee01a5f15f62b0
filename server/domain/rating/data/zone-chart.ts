import type { AreaList } from '../kernel/prices.ts';
import type { ZoneChart } from '../kernel/zone.ts';
import { readPlaces } from './places.ts';
import { isZone, Reader, type Read } from './read.ts';

/** Zones by place, and the word for "not served". */
export type ZonesOfChart = Pick<ZoneChart, 'zones'> & { readonly unserved: string };

/** The zones of a chart: `{"unserved": "-", "zones": {"2": ["US:900", "US:902-908"]}}`. */
export function readZoneChart(json: unknown, path = 'zones'): Read<ZonesOfChart> {
  const reader = new Reader();
  const chart = reader.object(json, path);
  if (!chart) return reader.done({ zones: new Map(), unserved: '-' });
  reader.only(chart, ['unserved', 'zones'], path);
  const unserved = chart['unserved'] ?? '-';
  if (typeof unserved !== 'string' || unserved === '' || unserved.length > 30)
    reader.add('rating.unserved', `${path}.unserved`);
  const lists = Object.entries(reader.object(chart['zones'], `${path}.zones`) ?? {});
  for (const [zone] of lists)
    if (zone !== unserved && !isZone(zone)) reader.add('rating.zone', `${path}.zones.${zone}`);
  if (lists.length === 0) reader.add('rating.noZones', `${path}.zones`);
  return reader.done({ zones: readPlaces(reader, lists, `${path}.zones`), unserved: String(unserved) });
}

/** The tiers of an area list: `{"das": ["US:01002"], "extended": ["US:82001-82009"]}`. */
export function readAreaList(json: unknown, path = 'tiers'): Read<AreaList['tiers']> {
  const reader = new Reader();
  const lists = Object.entries(reader.object(json, path) ?? {});
  for (const [tier] of lists)
    if (!/^[a-z][A-Za-z0-9]{0,29}$/.test(tier)) reader.add('rating.tier', `${path}.${tier}`, { tier });
  if (lists.length === 0) reader.add('rating.noTiers', path);
  return reader.done(readPlaces(reader, lists, path));
}
