import type { FileSheet, Issue } from '../../../modules/module.ts';
import { titledCountry } from './chart-country.ts';
import { joinRanges } from './places.ts';
import { headsPrefixes, isRegion, readPrefixes, zonesOf, type Prefixes } from './prefixes.ts';
import { cellIssue, hiddenCells, plain, textsOf } from './sheet.ts';

/** The zones of a price list that says by first characters of postal codes what each of them is; none where it does not. */
export function zonesOfPrices(
  sheets: readonly FileSheet[],
  fileName: string,
): { readonly zones: Record<string, string[]>; readonly issues: readonly Issue[] } {
  const zones = new Map<string, Map<string, Prefixes['ranges'][number][]>>();
  const issues: Issue[] = [];
  for (const sheet of sheets) {
    const found = prefixesIn(sheet);
    const [first] = found;
    if (!first) continue;
    const above = sheet.rows.slice(0, first.cell[0]).flatMap(textsOf);
    const { country, among } = titledCountry([fileName, sheet.name, ...above]);
    if (among.length > 0)
      issues.push(cellIssue('rating.import.countryUnsure', sheet, first.cell, { countries: among.join(', ') }));
    issues.push(...found.flatMap(({ cell: [row, column] }) => hiddenCells(sheet, row, [column])));
    for (const [zone, ranges] of found.flatMap(byZone)) {
      const held = zones.get(zone) ?? new Map<string, Prefixes['ranges'][number][]>();
      zones.set(zone, held.set(country ?? 'US', [...(held.get(country ?? 'US') ?? []), ...ranges]));
    }
  }
  const joined = [...zones].map(([zone, held]) => [zone, [...held].flatMap(joinDistinct)] as const);
  return { zones: Object.fromEntries(joined), issues };
}

const joinDistinct = ([country, ranges]: readonly [string, Prefixes['ranges']]): string[] =>
  joinRanges(country, [...new Map(ranges.map((range) => [range.join('-'), range])).values()]);

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
function prefixesIn({ rows }: FileSheet): (Prefixes & { readonly cell: readonly [number, number] })[] {
  const columns = new Set<number>();
  return rows.flatMap((row, at) => {
    const cells = row.map(plain);
    const isHeaded = headsPrefixes(row);
    const found = cells.flatMap((text, column) => {
      const own = readPrefixes(text, isHeaded || columns.has(column));
      if (!own) return [];
      const beside = isHeaded ? [rows[at - 1]?.[column], rows[at + 1]?.[column]] : columns.has(column) ? cells : [];
      return [{ ...own, cell: [at, column] as const, region: own.region ?? beside.map(plain).find(isRegion) ?? null }];
    });
    for (const [column, text] of cells.entries()) if (headsPrefixes([text])) columns.add(column);
    return found;
  });
}
