import type { FileSheet, Issue } from '../../../modules/module.ts';
import { isZone } from '../data/read.ts';
import { readFigure, readZones, zoneName } from './figures.ts';
import { asRole, type FoundTable } from './find-table.ts';
import { readCountries } from './places.ts';
import { prefixZones, readPrefixes } from './prefixes.ts';
import { cellAt, cellIssue, shown } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** The zones that a row names; null where it goes on with those above it. */
export function ownZones({ sheet, shared }: FoundTable, row: number, issues: Issue[]): string[] | null {
  const texts = (['code', 'zone', 'country', 'prefix'] as const).flatMap((role) => {
    const column = shared.get(role);
    return column === undefined ? [] : [[role, cellAt(sheet, row, column), column] as const];
  });
  for (const [role, text, column] of texts) {
    if (text === '') continue;
    if (role !== 'code' && isDay(text)) {
      issues.push(cellIssue('rating.import.notAZone', sheet, [row, column], { value: shown(text) }));
      return [];
    }
    const zones = zonesIn(text, role);
    if (zones) return zones;
    if (role === 'prefix') {
      issues.push(cellIssue('rating.import.notAZone', sheet, [row, column], { value: shown(text) }));
      return [];
    }
    if (role === 'zone' || (role === 'country' && texts.length === 1))
      return readZones(text, false) ?? named(sheet, [row, column], issues);
    if (role === 'code')
      issues.push(cellIssue('rating.import.notACountry', sheet, [row, column], { value: shown(text) }));
  }
  return null;
}

function zonesIn(text: string, role: 'code' | 'zone' | 'country' | 'prefix'): string[] | null {
  const found = role === 'code' ? null : prefixZones(text, role === 'prefix');
  if (found || role === 'prefix') return found;
  // `2-4` in a column of zones.
  const own = role === 'zone' ? (readZones(text, true) ?? readZones(`zone ${text}`, false)) : null;
  return own ?? readCountries(text);
}

/** First characters of several lengths in one column have lost zeros, and would be others. */
export function mixedPrefixes({ sheet, head, body, shared }: FoundTable): Issue[] {
  const column = shared.get('prefix');
  if (column === undefined) return [];
  const lengths = sheet.rows.slice(body).flatMap((row) => readPrefixes(row[column], true)?.ranges[0]?.[0].length ?? []);
  return new Set(lengths).size < 2 || shared.has('zone')
    ? []
    : [cellIssue('rating.import.notAPostalCode', sheet, [head, column], { value: cellAt(sheet, head, column) })];
}

/** A zone by its name; a part of a country, such as one in brackets, is none. */
function named(sheet: FileSheet, at: readonly [number, number], issues: Issue[]): string[] {
  const zone = zoneName(cellAt(sheet, ...at));
  if (isZone(zone)) return [zone];
  issues.push(cellIssue('rating.import.notAZone', sheet, at, { value: shown(zone) }));
  return [];
}

/** What a spreadsheet makes of `2-8`. */
const isDay = (text: string): boolean => pattern('dayAlone', 'i').test(text);

/** A second column of prices beside the only one, such as the old ones or those in another currency. */
export function secondPrices({ sheet, head, body, headings, others, groups, shared }: FoundTable): Issue[] {
  if (groups.length > 0 || (!shared.has('price') && !shared.has('perUnit'))) return [];
  const isPrice = (column: number) =>
    ['price', 'perUnit'].includes(asRole(headings[column] ?? '')?.[1] ?? '') &&
    readFigure(cellAt(sheet, body, column)).kind === 'price';
  return others
    .filter(isPrice)
    .map((column) => cellIssue('rating.import.secondPrice', sheet, [head, column], { value: headings[column] }));
}

/** Columns of prices below a day, which was a zone or a weight before a spreadsheet took it for one. */
export function belowDays({ sheet, head, body, headings, others }: FoundTable): Issue[] {
  const days = others.filter(
    (column) => isDay(headings[column] ?? '') && readFigure(cellAt(sheet, body, column)).kind === 'price',
  );
  return days.map((column) =>
    cellIssue('rating.import.notAZone', sheet, [head, column], { value: shown(headings[column] ?? '') }),
  );
}
