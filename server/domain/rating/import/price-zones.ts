import type { FileSheet } from '../../../modules/module.ts';
import { joinRanges } from './places.ts';
import { headsPrefixes, isRegion, readPrefixes, zonesOf, type Prefixes } from './prefixes.ts';
import { plain } from './sheet.ts';

/** The zones of a price list that says by first characters of postal codes what each of them is; none where it does not. */
export function zonesOfPrices(sheets: readonly FileSheet[]): Record<string, string[]> {
  const zones = new Map<string, Map<string, readonly [string, string]>>();
  for (const found of sheets.flatMap(prefixesIn))
    for (const [zone, ranges] of byZone(found)) {
      const held = zones.get(zone) ?? new Map<string, readonly [string, string]>();
      zones.set(zone, held);
      for (const range of ranges) held.set(range.join('-'), range);
    }
  return Object.fromEntries([...zones].map(([zone, ranges]) => [zone, joinRanges('US', [...ranges.values()])]));
}

/** A zone for each first digit has that alone. */
function byZone(found: Prefixes): (readonly [string, Prefixes['ranges']])[] {
  const zones = zonesOf(found) ?? [];
  if (zones.length < 2) return zones.map((zone) => [zone, found.ranges] as const);
  return zones.map((zone) => {
    const digit = zone.slice(-1);
    return [zone, [[digit, digit]]] as const;
  });
}

/** What cells say by themselves, and rows and columns under a heading of postal codes. */
function prefixesIn({ rows }: FileSheet): Prefixes[] {
  const columns = new Set<number>();
  return rows.flatMap((row, at) => {
    const cells = row.map(plain);
    const isHeaded = headsPrefixes(row);
    const found = cells.flatMap((text, column) => {
      const own = readPrefixes(text, isHeaded || columns.has(column));
      if (!own) return [];
      const beside = isHeaded ? [rows[at - 1]?.[column], rows[at + 1]?.[column]] : columns.has(column) ? cells : [];
      return [{ ...own, region: own.region ?? beside.map(plain).find(isRegion) ?? null }];
    });
    for (const [column, text] of cells.entries()) if (headsPrefixes([text])) columns.add(column);
    return found;
  });
}
