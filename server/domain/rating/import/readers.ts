import {
  defineReader,
  issue,
  type FoundRecord,
  type Issue,
  type Reader,
  type ReaderCall,
} from '../../../modules/module.ts';
import { readRateSheet } from '../data/rate-sheet.ts';
import { readAreas } from './area-lists.ts';
import { parts, readDecimal } from './figures.ts';
import { readFuel, type Fuel, type FuelLine } from './fuel-weeks.ts';
import { readProducts, type Product } from './products.ts';
import { codeOf, plain } from './sheet.ts';
import { readCharts } from './zone-charts.ts';

/** A code and a name that a person entered for a file with one record only; else those that are made from the file. */
const chosen = (
  call: ReaderCall,
  made: { code: string; name: string },
  isOnly: boolean,
): { code: string; name: string } => ({
  code: (isOnly && call.given['code']) || made.code,
  name: (isOnly && call.given['name']) || made.name,
});

/** Values of the file win over those that the person entered for the whole file. */
function filled(call: ReaderCall, values: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return { ...call.given, ...Object.fromEntries(own) };
}

const rateTables = defineReader('rate-table', {
  asks: ['code', 'name', 'side', 'service', 'level', 'currency', 'unitType', 'from', 'to'],
  read: (call) => {
    const products = readProducts(call.sheets, call.name);
    return { records: products.map((product) => rateTable(call, product, products.length === 1)) };
  },
});

function rateTable(call: ReaderCall, product: Product, isOnly: boolean): FoundRecord {
  const { at, from, to, currency, unit, sheet, notes, issues } = product;
  const { code, name } = chosen(call, product, isOnly && !product.coded);
  const unitType = unit === null ? null : unit === 'lb' || unit === 'oz' ? '0' : '1';
  return {
    at: `${at} ${product.code}`,
    title: name,
    values: filled(call, { code, name, from, to, currency, unitType, sheet, notes: kept(notes), source: call.name }),
    summary: issue('rating.import.foundTable', '', {
      zones: sheet.zones.length,
      rows: sheet.rows.length,
      prices: prices(product),
    }),
    notes,
    issues: issues.length > 0 ? issues : faultsOf(product),
  };
}

/** Issues of a sheet whose cells are all valid: the same checks as for tables edited by hand. */
function faultsOf(product: Product): readonly Issue[] {
  if (prices(product) === 0) return [issue('rating.import.noPrices', product.at)];
  const read = readRateSheet(product.sheet);
  return read.ok ? [] : read.issues;
}

const prices = ({ sheet }: Product): number =>
  sheet.rows.reduce((sum, row) => sum + Object.keys(row.prices).length, 0) + Object.keys(sheet.above ?? {}).length;

const kept = (notes: readonly string[]): string => notes.join('\n').slice(0, 4_000);

const zoneCharts = defineReader('zone-chart', {
  asks: ['code', 'name', 'carrier', 'serviceGroup', 'country', 'origin', 'from', 'to'],
  read: (call) => ({
    records: readCharts(call.sheets, call.name).map((chart, _, all) => {
      const { at, part, service, origin, country, from, zones, codes, notes, issues } = chart;
      const made = [codeOf(call.name), part].filter(Boolean).join('-').slice(0, 40);
      const { code, name } = chosen(call, { code: made, name: chart.name }, all.length === 1);
      const own = {
        code,
        name: name.slice(0, 80),
        serviceGroup: service || null,
        origin,
        country,
        from,
        zones,
        source: call.name,
      };
      const summary = issue('rating.import.foundChart', '', { zones: Object.keys(zones.zones).length, codes });
      return {
        at: `${at} ${part}`,
        title: name,
        // Left open it is asked for, and not taken for what a new chart begins with.
        values: { country: null, ...filled(call, { ...own, notes: kept(notes) }) },
        summary,
        notes,
        issues,
      };
    }),
  }),
});

const areaLists = defineReader('area-list', {
  asks: ['code', 'name', 'carrier', 'recipients', 'serviceGroups', 'from', 'to'],
  read: (call) => ({
    records: readAreas(call.sheets, call.name).map((area, _, all) => {
      const { at, kind, from, tiers, codes, notes, issues } = area;
      const made = [codeOf(call.name), kind].filter(Boolean).join('-').slice(0, 40);
      const { code, name } = chosen(call, { code: made, name: area.name }, all.length === 1);
      const whose = {
        recipients: recipientsOf(kind),
        serviceGroups: recipientsOf(kind) === 'all' ? kind || null : null,
      };
      const own = { code, name: name.slice(0, 80), ...whose, from, tiers, source: call.name, notes: kept(notes) };
      const summary = issue('rating.import.foundAreas', '', { tiers: Object.keys(tiers).length, codes });
      return { at: `${at} ${kind}`, title: name, values: filled(call, own), summary, notes, issues };
    }),
  }),
});

/** A column for homes or for businesses; any other word names services. */
const recipientsOf = (kind: string): 'all' | 'residential' | 'commercial' =>
  /home|resid/i.test(kind) ? 'residential' : /commerc|business/i.test(kind) ? 'commercial' : 'all';

const fuelWeeks = defineReader('fuel-surcharge', {
  asks: ['carrier', 'serviceGroup', 'from', 'to', 'percent'],
  read: (call) => {
    const fuel = readFuel(call.sheets);
    if (!fuel) return { records: [] };
    if (fuel.kind === 'bands')
      return { records: bands(call, fuel), questions: [{ name: 'index', label: 'rating.import.index' }] };
    const bad = fuel.issues;
    // The carrier is asked for each line where there are several: one answer for the whole file would mix them.
    const isMixed = new Set(fuel.lines.map(({ carrier }) => carrier)).size > 1;
    const { carrier: _, ...given } = call.given;
    const own = isMixed ? { ...call, given } : call;
    const records = fuel.lines.map((line) => week(own, line, line.percent, []));
    return { records: bad.length > 0 ? [{ ...(records[0] ?? blank(call)), issues: bad }] : records };
  },
});

const blank = (call: ReaderCall): FoundRecord => ({
  at: call.name,
  title: call.name,
  values: {},
  summary: issue('rating.import.foundWeek', ''),
  notes: [],
  issues: [],
});

function week(
  call: ReaderCall,
  line: FuelLine,
  percent: string | null,
  issues: readonly Issue[],
  count?: number,
): FoundRecord {
  const own = { serviceGroup: line.group, from: line.from, to: line.to, percent, source: call.name };
  return {
    at: count === undefined ? line.at : `${line.carrier} ${line.group}`,
    title: [line.carrier.toUpperCase(), line.group, line.from].filter(Boolean).join(' '),
    values: filled(call, own),
    summary:
      count === undefined
        ? issue('rating.import.foundWeek', '')
        : issue('rating.import.foundBands', '', { bands: count }),
    notes: [],
    issues,
  };
}

/** In a list of bands the weekly index selects the band. An index outside all of them is an issue. */
function bands(call: ReaderCall, { lines, issues, index }: Fuel): FoundRecord[] {
  const groups = [...new Set(lines.map(({ carrier, group }) => `${carrier} ${group}`))];
  const said = readDecimal(plain(call.given['index']).replace(/^\$/, ''));
  return groups.map((name) => {
    const own = lines.filter(({ carrier, group }) => `${carrier} ${group}` === name);
    const [first] = own as [FuelLine];
    const value = said === null ? null : parts(said);
    const band = own.find(
      ({ atLeast = '', lessThan = '' }) =>
        value !== null && (parts(atLeast) ?? 0) <= value && value < (parts(lessThan) ?? 0),
    );
    const faults = [...issues, ...gaps(own)];
    if (said === null) faults.push(issue('rating.import.noIndex', 'index', { index }));
    else if (!band) faults.push(issue('rating.import.outOfBands', 'index', { value: said }));
    return week(call, first, band?.percent ?? null, faults, own.length);
  });
}

/** Bands follow each other without a hole: else a price between two of them would have no percent. */
const gaps = (own: readonly FuelLine[]): Issue[] =>
  own.flatMap((line, at) => {
    const before = own[at - 1];
    return before && before.lessThan !== line.atLeast
      ? [issue('rating.import.bandGap', line.at, { from: before.lessThan ?? '', to: line.atLeast ?? '' })]
      : [];
  });

/** What the lists of price data read beside their own columns. */
export const priceReaders: readonly Reader[] = [rateTables, zoneCharts, areaLists, fuelWeeks];
