import type { WireRecord } from '../../kit/index.ts';
import { spokenText, type ChargeLine, type Quote } from './quotes.ts';

/** What trials of an order found last, with until when that holds. */
export interface Trial {
  quotes: readonly Quote[];
  /** The tenant's time, as it stands on the wire; empty where nothing was tried. */
  expiresAt: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const figure = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const linesOf = (value: unknown, culture: string): readonly ChargeLine[] =>
  (Array.isArray(value) ? (value as ChargeLine[]) : []).map((line) => ({
    ...line,
    text: spokenText({ ...line }, culture),
  }));

/** The results of the newest trial, which were all written at once. `wordOf` says a reason that is kept as a code. */
export function trialOf(rows: readonly WireRecord[], culture: string, wordOf: (code: string) => string): Trial {
  const latest = rows.reduce((most, row) => (text(row['createdAt']) > most ? text(row['createdAt']) : most), '');
  const current = rows.filter((row) => text(row['createdAt']) === latest);
  const ends = current.map((row) => text(row['expiresAt'])).filter(Boolean);
  return { quotes: current.map((row) => quoteOf(row, culture, wordOf)), expiresAt: ends.toSorted()[0] ?? '' };
}

function quoteOf(row: WireRecord, culture: string, wordOf: (code: string) => string): Quote {
  const sale = figure(row['sale']);
  const cost = figure(row['cost']);
  const reason = text(row['reason']);
  return {
    channel: { id: text(row['channel']), name: text(row['$channel']) },
    service: { id: text(row['service']), name: text(row['$service']) },
    available: row['available'] === true,
    ...(reason ? { reason: { code: reason, message: wordOf(reason) } } : {}),
    currency: text(row['currency']),
    zone: text(row['zone']) || '–',
    billableWeight: figure(row['billableWeight']),
    unitType: row['unitType'] === '1' ? '1' : '0',
    days: figure(row['days']) ?? null,
    ...(text(row['shipDate']) ? { shipDate: text(row['shipDate']) } : {}),
    ...(sale === undefined ? {} : { sale: { total: sale, lines: linesOf(row['saleLines'] ?? row['lines'], culture) } }),
    ...(cost === undefined ? {} : { cost: { total: cost, lines: linesOf(row['costLines'], culture) } }),
    margin: figure(row['margin']),
  };
}
