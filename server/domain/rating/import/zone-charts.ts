import type { FileSheet, Issue } from '../../../modules/module.ts';
import { daysIn } from './days.ts';
import { readDecimal, readZones, zoneName } from './figures.ts';
import { rowCountries, senderCountry, titledCountry, type RowCountry, type Titled } from './chart-country.ts';
import { codeLength, joinRanges, readCountries, readPostal, readPostals } from './places.ts';
import { isRegion } from './prefixes.ts';
import { zonesOfPrices } from './price-zones.ts';
import { cellAt, cellIssue, codeOf, headingsOf, hiddenCells, nameOf, shown, textsOf } from './sheet.ts';
import { pattern } from './vocabulary.ts';

/** One chart: the zones from one origin for one family of services. */
export interface Chart {
  readonly at: string;
  /** What it is of a file with several charts: a service, an origin, or both; '' of one. */
  readonly part: string;
  readonly name: string;
  /** The service named by a zone column; '' if it names none. */
  readonly service: string;
  readonly country: string;
  readonly origin: string;
  readonly from: string | null;
  readonly zones: { unserved: string; zones: Record<string, string[]> };
  readonly codes: number;
  readonly notes: readonly string[];
  readonly issues: readonly Issue[];
}

const postalWord = pattern('postalCode', 'i');
const zoneWord = pattern('zone', 'i');
const countryWord = pattern('country', 'i');
const unserved = pattern('notServed', 'i');
const maxIssues = 50;

/** A column of postal codes or countries and the columns of zones that belong to it. */
interface Columns {
  readonly place: number;
  readonly kind: 'postal' | 'country';
  readonly zones: readonly number[];
  /** The column of the last code, where each row has a first and a last one. */
  readonly until?: number;
  /** The column of the countries of postal codes. */
  readonly country?: number;
  /** Whether its heading names nothing but countries. */
  readonly isCountry?: boolean;
}

/** Every chart of a file: a column of places, and a chart for each heading of zones beside it. */
export function readCharts(sheets: readonly FileSheet[], fileName: string): Chart[] {
  const found = sheets.flatMap((sheet) => {
    const head = headOf(sheet);
    if (!head) return [];
    const { row, columns } = head;
    const above = sheet.rows.slice(0, row).flatMap(textsOf);
    const headings = headingsOf(sheet, row);
    const services = [
      ...new Set(columns.flatMap(({ zones }) => zones.map((column) => serviceOf(headings[column] ?? '')))),
    ];
    const charts = origins(sheet, row, headings).flatMap((of) => services.map((service) => ({ ...of, service })));
    return charts.map(({ service, origin: own, rows }) => {
      const zoned = columns.map((each) => ({
        ...each,
        zones: each.zones.filter((column) => serviceOf(headings[column] ?? '') === service),
      }));
      const titles = [fileName, sheet.name, ...above];
      const titled = titledCountry([...titles, ...zoned.map(({ place }) => headings[place] ?? '')]);
      const read = readColumns(sheet, rows, { columns: zoned, titled });
      const said = originOf([fileName, ...above, ...headings]);
      const title = above.find((text) => text.length <= 60) ?? codeOf(fileName);
      return {
        at: sheet.name,
        part: [service, own].filter(Boolean).join('-'),
        name: [title, service, own].filter(Boolean).join(' '),
        service,
        origin: own ?? said.origin,
        // Codes of senders in a column are those of the United States, as a title without a country means them.
        country: senderCountry(titles) ?? (own === null ? said.country : 'US'),
        from: above.flatMap(daysIn)[0] ?? null,
        ...read,
        notes: [...above, ...read.notes],
      };
    });
  });
  return found.length > 0 ? found : chartOfPrices(sheets, fileName);
}

/** The chart of a price list that zones by first characters of postal codes; its sender is in another country. */
function chartOfPrices(sheets: readonly FileSheet[], fileName: string): Chart[] {
  const { zones, issues } = zonesOfPrices(sheets, fileName);
  const codes = Object.values(zones).flat().length;
  if (codes === 0) return [];
  const unsaid = { part: '', service: '', country: '', origin: '', from: null, notes: [], issues };
  return [{ at: sheets[0]?.name ?? '', name: codeOf(fileName), ...unsaid, zones: { unserved: '-', zones }, codes }];
}

/** The rows of each origin, where a column names the sender's codes; else all rows as one. */
function origins(
  sheet: FileSheet,
  head: number,
  headings: readonly string[],
): { readonly origin: string | null; readonly rows: readonly number[] }[] {
  const body = Array.from({ length: sheet.rows.length - head - 1 }, (_, at) => head + 1 + at);
  const column = headings.findIndex((text) => pattern('sender', 'i').test(text) && !zoneWord.test(text));
  const originAt = (row: number): string | null => readPostal(cellAt(sheet, row, column), null)?.[0] ?? null;
  const found = column < 0 ? [] : [...new Set(body.flatMap((row) => originAt(row) ?? []))];
  if (found.length === 0) return [{ origin: null, rows: body }];
  return found.map((origin) => ({ origin, rows: body.filter((row) => originAt(row) === origin) }));
}

function headOf(sheet: FileSheet): { row: number; columns: Columns[] } | null {
  for (let row = 0; row < Math.min(sheet.rows.length, 60); row += 1) {
    const columns = columnsOf(headingsOf(sheet, row));
    if (columns.length > 0 && beginsBelow(sheet, row, columns)) return { row, columns };
  }
  return null;
}

/** Headings by their words: each place takes the zones up to the next place. */
function columnsOf(headings: readonly string[]): Columns[] {
  const kindOf = (text: string): Columns['kind'] | null =>
    zoneWord.test(text) && !postalWord.test(text)
      ? null
      : postalWord.test(text)
        ? 'postal'
        : countryWord.test(text)
          ? 'country'
          : null;
  const isOrigin = (text: string) => pattern('sender', 'i').test(text);
  const kinds = headings.map((text) => (isOrigin(text) ? null : kindOf(text)));
  const postal = kinds.includes('postal');
  const places = kinds.flatMap((kind, column) => (kind && (kind === 'postal' || !postal) ? [{ column, kind }] : []));
  if (places.length === 0) return [];
  const zoned = headings.flatMap((text, column) => (!kinds[column] && zoneWord.test(text) ? [column] : []));
  // A carrier's chart has services for headings: Ground, 3 Day Select ...
  const rest = headings.flatMap((text, column) => (!kinds[column] && isService(text) ? [column] : []));
  const zones = zoned.length > 0 ? zoned : rest;
  const named = postal ? kinds.indexOf('country') : -1;
  const country =
    named < 0 ? {} : { country: named, isCountry: pattern('countrySure', 'i').test(headings[named] ?? '') };
  const [first, second] = places;
  if (first && second && places.length === 2 && isRange(headings[first.column], headings[second.column]))
    return [{ place: first.column, kind: first.kind, zones, until: second.column, ...country }];
  if (places.length === 1) return places.map(({ column, kind }) => ({ place: column, kind, zones, ...country }));
  return places.map(({ column, kind }, at) => ({
    place: column,
    kind,
    zones: zones.filter((zone) => zone > column && zone < (places[at + 1]?.column ?? Infinity)),
  }));
}

/** Whether a heading may be a service: no weight, no price, no town. */
const isService = (text: string): boolean =>
  text !== '' &&
  readDecimal(text) === null &&
  !pattern('bandSure', 'i').test(text) &&
  !pattern('noService', 'i').test(text);

/** `ZIP from`, `ZIP to`: the first and the last code of each row. */
export const isRange = (one = '', other = ''): boolean =>
  pattern('rangeFrom', 'i').test(one) && pattern('rangeTo', 'i').test(other);

function beginsBelow(sheet: FileSheet, row: number, columns: readonly Columns[]): boolean {
  const [first] = columns;
  if (!first || first.zones.length === 0) return false;
  return Array.from({ length: 10 }, (_, at) => row + 1 + at).some((at) => {
    const place = cellAt(sheet, at, first.place);
    const known = first.kind === 'postal' ? readPostals(place, null) : readCountries(place);
    return known !== null && first.zones.some((column) => zoneIn(cellAt(sheet, at, column)) !== null);
  });
}

/** A zone of a chart without footnote marks; '-' for not served, null for anything else. */
function zoneIn(text: string): string | null {
  const bare = text.replace(/ ?[[(*†‡].*$/, '').trim();
  // A footnote alone stands for zones that depend on more than the code: without a zone, and noted.
  if (unserved.test(bare) || isFootnote(text)) return '-';
  const [zone, second] = readZones(bare, true) ?? [];
  if (zone !== undefined && second === undefined) return zone;
  if (isRegion(bare)) return bare;
  return /^[A-Za-z]{1,2}\d{0,2}$/.test(bare) ? zoneName(bare) : null;
}

const isFootnote = (text: string): boolean => /^\[\d+\]$/.test(text);

type Range = readonly [string, string];

/** What has been read of a chart so far. */
interface Reading {
  readonly sheet: FileSheet;
  /** The usual length of the codes as written. */
  readonly length: ReturnType<typeof codeLength>;
  /** The country of a row's codes, by the column of the codes. */
  readonly countryAt: ReadonlyMap<number, (row: number) => RowCountry>;
  readonly issues: Issue[];
  readonly notes: string[];
  readonly zones: Map<string, { postal: Range[]; countries: string[] }>;
  /** The zone of each code met. */
  readonly met: Map<string, string>;
  codes: number;
}

interface Zoned {
  readonly columns: readonly Columns[];
  readonly titled: Titled;
}

function readColumns(sheet: FileSheet, rows: readonly number[], { columns, titled }: Zoned) {
  const written = rows.slice(0, 5_000).flatMap((row) => columns.map(({ place }) => cellAt(sheet, row, place)));
  const countryAt = new Map(
    columns.map(({ place, country: column, isCountry: isSure = false }) => [
      place,
      rowCountries({ sheet, rows, place, column, isSure, titled }),
    ]),
  );
  const reading: Reading = {
    ...{ sheet, length: codeLength(written), countryAt, issues: [], notes: [] },
    ...{ zones: new Map(), met: new Map(), codes: 0 },
  };
  const { issues, notes, zones } = reading;
  for (const row of rows) {
    if (issues.length >= maxIssues) break;
    // Every column is read, as a row may have codes in several.
    const used = columns.map((each) => readPlace(reading, row, each)).includes(true);
    if (!used)
      notes.push(
        ...textsOf(sheet.rows[row])
          .filter((text) => readDecimal(text) === null)
          .slice(0, 3),
      );
  }
  const kept = [...zones].toSorted(([one], [other]) => Number(one) - Number(other) || (one < other ? -1 : 1));
  const chart = Object.fromEntries(
    kept.map(([zone, held]) => [zone, [...joined(held.postal), ...held.countries.toSorted()]]),
  );
  return {
    zones: { unserved: '-', zones: chart },
    codes: reading.codes,
    notes: [...new Set(notes)].slice(0, 50),
    issues,
  };
}

/** Reads one place of a row and its zone. Answers whether the cell is part of the chart; else it is a note. */
function readPlace(reading: Reading, row: number, { place, kind, zones: own, until, country }: Columns): boolean {
  const { sheet, length, issues } = reading;
  const last = until === undefined ? '' : cellAt(sheet, row, until);
  const text = [cellAt(sheet, row, place), last].filter(Boolean).join('-');
  const cells = own.map((column) => [column, cellAt(sheet, row, column)] as const).filter(([, said]) => said !== '');
  const [cell] = cells;
  const whose = reading.countryAt.get(place)?.(row);
  const abroad = whose?.country ?? null;
  const ranges = kind === 'postal' ? readPostals(text, abroad === null ? length : (whose?.length ?? null)) : null;
  const countries = kind === 'country' ? readCountries(text) : null;
  if (text === '' && !cell) return false;
  if (!ranges && !countries) {
    if (!cell || zoneIn(cell[1]) === null) return false;
    const code = kind === 'postal' ? 'rating.import.notAPostalCode' : 'rating.import.notACountry';
    issues.push(cellIssue(code, sheet, [row, place], { value: shown(text) }));
    return true;
  }
  if (ranges && whose?.issue) issues.push(whose.issue);
  issues.push(
    ...hiddenCells(
      sheet,
      row,
      [place, cell?.[0], until, country].filter((column) => column !== undefined),
    ),
  );
  const zone = cell && zoneIn(cell[1]);
  if (cell && isFootnote(cell[1])) reading.notes.push(`${text}: ${cell[1]}`);
  if (!cell || zone === null || zone === undefined) {
    const at = [row, cell?.[0] ?? own[0] ?? place] as const;
    issues.push(cellIssue('rating.import.notAZone', sheet, at, { value: shown(cell?.[1] ?? '') }));
    return true;
  }
  const clash = (column: number, zone: string, other: string) =>
    issues.push(cellIssue('rating.import.twoZones', sheet, [row, column], { value: shown(text), zone, other }));
  // Columns of services without a name in letters cannot be told apart.
  const other = cells.find(([, said]) => zoneIn(said) !== zone);
  if (other) clash(other[0], other[1], zone);
  for (const earlier of takeCodes(reading, zone, { abroad, ranges, countries })) clash(place, zone, earlier);
  return true;
}

/** The codes of a cell, of one of the two kinds. */
interface Codes {
  /** The country of the postal codes where a column names one. */
  readonly abroad: string | null;
  readonly ranges: readonly Range[] | null;
  readonly countries: readonly string[] | null;
}

/** Adds codes to their zone. Answers the other zone that each of them had before. */
function takeCodes(reading: Reading, zone: string, { abroad, ranges, countries }: Codes): string[] {
  const { zones, met } = reading;
  const held = zones.get(zone) ?? { postal: [], countries: [] };
  zones.set(zone, held);
  const codes = ranges?.map((range) => range.join('-')) ?? [(countries ?? []).join()];
  const clashes = codes.flatMap((code) => {
    const key = `${abroad ?? ''} ${code}`;
    const other = met.get(key);
    met.set(key, zone);
    return other !== undefined && other !== zone ? [other] : [];
  });
  reading.codes += codes.length;
  if (abroad === null) held.postal.push(...(ranges ?? []));
  else held.countries.push(...joinRanges(abroad, ranges ?? []));
  held.countries.push(...(countries ?? []).map((country) => `${country}:`));
  return clashes;
}

function joined(ranges: readonly (readonly [string, string])[]): string[] {
  const own = (country: string) => ranges.filter(([code]) => /^\d/.test(code) === (country === 'US'));
  return ['US', 'CA'].flatMap((country) => joinRanges(country, own(country)));
}

/** `zone_from_phx` names an origin, `Ground` a service. */
function serviceOf(heading: string): string {
  return nameOf(heading.replace(pattern('zoneHeadWords', 'gi'), '').trim());
}

/** The first characters of the sender's codes, where a title names them: `Origin ZIP: 850-00 to 853-99`, `from 850`. */
function originOf(texts: readonly string[]): { origin: string; country: string } {
  // Carriers name the file of an origin after it: `850.xls`.
  const named = /^(\d{3})\.\w+$/.exec(texts[0] ?? '')?.[1];
  if (named) return { origin: named, country: 'US' };
  const said = texts.find((text) => pattern('senderTitle', 'i').test(text) && /\d{3}/.test(text)) ?? '';
  const [first = '', last = first] = [...said.matchAll(/(\d{3})-?(\d{2})?/g)].map(([, zip3 = '']) => zip3);
  const origin = first === last ? first : sharedStart(first, last);
  // Without an origin nothing says where the sender is.
  return { origin, country: origin === '' ? '' : 'US' };
}

function sharedStart(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(0, at);
}
