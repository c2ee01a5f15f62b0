import type { FileSheet, Issue } from '../../../modules/module.ts';
import { decimalOf } from './figures.ts';
import type { Entry } from './read-rows.ts';
import { cellIssue } from './sheet.ts';

export interface SheetRow {
  to: string;
  mode: Exclude<Entry['mode'], 'none'>;
  first?: string;
  step?: string;
  minimum?: string;
  prices: Record<string, string | readonly [string, string]>;
  fee?: { amount: string; per: 'piece' | 'shipment' };
}

/** A rate table as `rate-table.sheet` keeps it. */
export interface PriceSheet {
  zones: string[];
  rows: SheetRow[];
  above?: Record<string, string>;
  packaging?: Partial<Record<'letter' | 'pak', { to: string; prices: Record<string, string> }>>;
}

/** An entry with the weights that it is for. */
interface Placed extends Entry {
  over: number;
  until: number;
}

const unit = 10_000;
/** The end of an open-ended list; the service limits the weight. */
const endless = 9_999 * unit;

/** The entries of one product as a sheet: rows at every weight where a price of any zone changes. */
export function toSheet(
  all: readonly (Entry & { sheet: FileSheet })[],
  inPounds: boolean,
): { sheet: PriceSheet; issues: Issue[] } {
  const issues: Issue[] = [];
  const entries = all.filter(({ packaging }) => packaging === undefined);
  const byZone = new Map<string, (Entry & { sheet: FileSheet })[]>();
  for (const entry of entries) byZone.set(entry.zone, [...(byZone.get(entry.zone) ?? []), entry]);
  const above: Record<string, string> = {};
  const last = new Map<string, Placed>();
  const ends = endsOf(entries);
  const placed = [...byZone].flatMap(([zone, own]) => {
    const rows = place(own, ends, issues);
    const end = rows.at(-1);
    if (end && end.band.to === null && isPlain(end) && rows.length > 1) {
      above[zone] = String(end.price);
      last.set(zone, end);
    }
    return rows;
  });
  const priced = new Set(placed.flatMap(({ zone, mode }) => (mode === 'none' ? [] : [zone])));
  const zones = [...priced].toSorted(compareZones);
  const wholly = zones.filter((zone) => above[zone] !== undefined);
  // Of several without an end only the last has none: each ends where the next begins.
  const kept = placed.filter((entry) => entry.mode !== 'none' && last.get(entry.zone) !== entry);
  // A price by the unit that begins further up leaves a hole below it.
  const begins = [...last.values()].map(({ over }) => over);
  const rows = rowsOf(kept, begins);
  const packaging = packagingOf(all, zones, inPounds ? '0.5' : '0.227');
  const more = {
    ...(wholly.length > 0 ? { above: inOrder(wholly, above) } : {}),
    ...(Object.keys(packaging).length > 0 ? { packaging } : {}),
  };
  return { sheet: { zones, rows, ...more }, issues };
}

/** Letters and paks: one price for each zone that the list has at all, up to half a pound, which carriers' envelopes hold. */
function packagingOf(
  entries: readonly Entry[],
  zones: readonly string[],
  to: string,
): NonNullable<PriceSheet['packaging']> {
  const found: NonNullable<PriceSheet['packaging']> = {};
  for (const { packaging, zone, price } of entries) {
    if (!packaging || !zones.includes(zone) || typeof price !== 'string') continue;
    const own = (found[packaging] ??= { to, prices: {} });
    own.prices[zone] = price;
  }
  return found;
}

const isPlain = ({ mode, fee, step, minimum }: Entry): boolean => mode === 'perUnit' && !fee && !step && !minimum;

const inOrder = (zones: readonly string[], above: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(zones.map((zone) => [zone, above[zone] ?? '']));

/** Numbers by their size and before names. */
function compareZones(one: string, other: string): number {
  const [a, b] = [Number(one), Number(other)];
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
  return Number.isNaN(a) ? (one < other ? -1 : 1) : a - b;
}

/** The entries of one zone by ascending weight, each with its lower bound; two for one weight are an issue. */
function place(own: readonly (Entry & { sheet: FileSheet })[], all: readonly number[], issues: Issue[]): Placed[] {
  const ends = endsOf(own);
  const limited = own.map((entry) => ({ ...entry, over: beginOf(entry, ends, all), until: entry.band.to ?? endless }));
  const sorted = limited.toSorted((one, other) => one.over - other.over || one.until - other.until);
  return sorted.map((entry, at) => {
    const next = sorted[at + 1];
    // First weight and steps go on until something else begins.
    const until = entry.band.to === null && next ? next.over : entry.until;
    if (next && (until > next.over || until <= entry.over))
      issues.push(cellIssue('rating.import.overlap', next.sheet, next.cell, { zone: next.zone }));
    return { ...entry, until };
  });
}

/** A band is open below: one that is written `0.221 - 1` begins where the one before it ends, in its zone or in another. */
function beginOf({ band }: Entry, own: readonly number[], all: readonly number[]): number {
  if (band.over !== undefined) return band.over;
  const low = band.from ?? band.to ?? 0;
  if (band.from === undefined) return own.findLast((end) => end < low) ?? 0;
  const before = own.findLast((end) => end <= low);
  if (before !== undefined && low - before <= unit) return before;
  return all.findLast((end) => end <= low && low - end <= band.grain) ?? Math.max(0, low - band.grain);
}

const endsOf = (entries: readonly Entry[]): number[] =>
  entries.flatMap(({ band }) => band.to ?? []).toSorted((one, other) => one - other);

function rowsOf(placed: readonly Placed[], begins: readonly number[]): SheetRow[] {
  const edges = [...placed.flatMap(({ over, until }) => [over, until]), ...begins];
  const ends = [...new Set(edges)].filter((end) => end > 0);
  ends.sort((one, other) => one - other);
  const rows: SheetRow[] = [];
  for (const [at, end] of ends.entries()) {
    const begin = ends[at - 1] ?? 0;
    const here = placed.filter(({ over, until }) => over <= begin && end <= until);
    // An explicit row for "not offered", because the next row would reach down to here.
    if (here.length === 0) rows.push({ to: decimalOf(end), mode: 'flat', prices: {} });
    rows.push(...alike(here, decimalOf(end)));
  }
  return rows;
}

/** A row for everything that is charged in the same way. */
function alike(entries: readonly Placed[], to: string): SheetRow[] {
  const rows = new Map<string, SheetRow>();
  for (const { mode, first, step, minimum, fee, zone, price } of entries) {
    if (mode === 'none') continue;
    const way = { mode, ...(first ? { first } : {}), ...(step ? { step } : {}), ...(minimum ? { minimum } : {}) };
    const key = JSON.stringify([way, fee]);
    const row: SheetRow = rows.get(key) ?? { to, ...way, prices: {}, ...(fee ? { fee } : {}) };
    row.prices[zone] = price;
    rows.set(key, row);
  }
  return [...rows.values()];
}
