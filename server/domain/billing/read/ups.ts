import names from '../data/ups-columns.json' with { type: 'json' };
import { plainNumber, type BillLine, type Layout, type Style } from './bill.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { Cells } from './cells.ts';
import { dayOrderOf } from './day.ts';
import { decimalSignOf } from './exact.ts';
import { BadFile } from './refusal.ts';

/** Columns of the UPS Billing Data file, which has no header: by position. */
const at = {
  ...{ version: 0, account: 2, country: 3, date: 4, number: 5, currency: 9, amount: 10, shipDate: 11, lead: 13 },
  ...{ reference1: 15, reference2: 16, quantity: 18, tracking: 20, packageReference: 21, enteredWeight: 26 },
  ...{ enteredUnit: 27, billedWeight: 28, billedUnit: 29, dimensions: 32, zone: 33, kind: 34, detail: 35 },
  ...{ chargeClass: 43, code: 44, text: 45, basisCurrency: 47, basis: 48, rowCurrency: 50, incentive: 51, net: 52 },
  ...{ otherCurrency: 53, original: 200 },
};
/** The amounts in the currency of `otherCurrency`; stored with the line like columns without a field. */
const converted = { incentive: 54, net: 55 };
/** Up to the net amount; what follows may be cut off. */
const least = at.net + 1;
const width = 250;

const version = /^2[.,]\d{1,2}$/;
const letters = /^[A-Z]{3}$/;
const tracking = /^[A-Z0-9][A-Z0-9 -]{3,38}[A-Z0-9]$/i;

/** Columns with a field, and those with names and streets of people, which are not stored. */
const unkept = new Set<number>([
  ...Object.values(at),
  ...[1, 6, 7, 8, 12, 17, 19, 22, 23, 24, 25, 46, 49],
  ...range(66, 79),
  ...range(82, 114),
  158,
]);
/** What of the receiver a claim needs. */
for (const column of [78, 79]) unkept.delete(column);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/** Whether a row could be one of UPS: it begins with a version, or is of such a width. */
export const looksLikeUps = (cells: readonly string[]): boolean =>
  version.test((cells[at.version] ?? '').trim()) || isUpsHeading(cells) || (cells.length >= 240 && !looksNamed(cells));

/** A row of headings: words in most of its cells. */
const looksNamed = (cells: readonly string[]): boolean =>
  cells.filter((cell) => /[A-Za-z]{3} [A-Za-z]{2}/.test(cell)).length > 40;

const plainName = (cell: string | undefined): string => (cell ?? '').toLowerCase().replace(/[^a-z]/g, '');

/** Some tools put the names of the columns above the rows, each in its own writing. */
export const isUpsHeading = (cells: readonly string[]): boolean =>
  ['version', 'versionnumber'].includes(plainName(cells[at.version])) &&
  plainName(cells[at.number]) === 'invoicenumber';

/** The layout as these first rows write it. `first`: where they begin. */
export function upsLayout(sample: readonly (readonly string[])[], first: number): Layout {
  const rows = sample.filter((cells) => !isUpsHeading(cells));
  const cell = (cells: readonly string[], column: number): string => cells[column] ?? '';
  const cellsAt = (...columns: number[]) => rows.flatMap((cells) => columns.map((column) => cell(cells, column)));
  const decimal = decimalSignOf(
    cellsAt(at.amount, at.net),
    cellsAt(at.incentive, at.basis, at.enteredWeight, at.billedWeight),
  );
  const american = decimal === '.' && rows.some((cells) => cell(cells, at.country).trim() === 'US');
  const pairs = rows.map((cells) => ({ billed: cell(cells, at.date), shipped: cell(cells, at.shipDate) }));
  const { order, sure } = dayOrderOf(pairs, american ? 'monthFirst' : 'dayFirst');
  const other = order === 'dayFirst' ? 'monthFirst' : 'dayFirst';
  return layout(first, { decimal, order }, sure ? null : layout(first, { decimal, order: other }, null));
}

const layout = (first: number, style: Style, other: Layout | null): Layout => ({
  ...{ name: 'ups', width, other },
  read(cells, row) {
    if (isUpsHeading(cells)) {
      if (row === first) return null;
      throw new BadFile('billing.headingAgain', {}, row, 1);
    }
    const of = new Cells(cells, row, names, style);
    if (!version.test((cells[0] ?? '').trim())) of.fail('billing.notVersion', at.version);
    of.refuseBehind(width);
    // A line of information moves no money: its row may end before the amount.
    if (cells.length < least && (cells[at.chargeClass] ?? '').trim() !== 'INF') {
      throw new BadFile('billing.cut', { found: cells.length, least }, row, cells.length);
    }
    const invoice = {
      carrier: 'UPS',
      account: plainNumber(
        of.matching(at.account, /^[A-Z0-9 -]{4,20}$/i, 'billing.notAccount') ?? of.needed(at.account, 'account'),
      ),
      number:
        of.matching(at.number, /^[A-Z0-9 /-]{1,30}$/i, 'billing.notNumberOfInvoice') ?? of.needed(at.number, 'number'),
      date: of.neededDay(at.date),
      currency: of.currency(at.currency) ?? of.fail('billing.missing', at.currency, { expected: 'currency' }),
      amount: of.neededCents(at.amount),
    };
    const { line, doubt } = lineIn(invoice, of, cells, row);
    return doubt ? { invoice, lines: [line], doubt } : { invoice, lines: [line] };
  },
});

interface ReadLine {
  readonly line: BillLine;
  readonly doubt: BadFile | null;
}

/** The line of a row; where it is faulty, its invoice and money go with the fault, because other rows are judged by them. */
function lineIn(
  invoice: InvoiceFacts & { currency: string },
  of: Cells,
  cells: readonly string[],
  row: number,
): ReadLine {
  try {
    return lineOf(of, cells, row, invoice.currency);
  } catch (error) {
    if (error instanceof BadFile) error.moved = { invoice, money: moneyIn(of, cells, invoice.currency) };
    throw error;
  }
}

function moneyIn(of: Cells, cells: readonly string[], currency: string): Money | null {
  try {
    return moneyOf(of, (cells[at.chargeClass] ?? '').trim(), currency);
  } catch (error) {
    if (error instanceof BadFile) return null;
    throw error;
  }
}

/** Column by column from the left, so that the error of a shifted row names the first wrong column. */
function lineOf(of: Cells, cells: readonly string[], row: number, invoiceCurrency: string): ReadLine {
  const shipDate = of.day(at.shipDate);
  const leadTracking = upper(of.matching(at.lead, /^[A-Z0-9 /-]{1,40}$/i, 'billing.notTracking'));
  const quantity = of.number(at.quantity);
  const number = upper(of.matching(at.tracking, tracking, 'billing.notTracking'))?.replace(/[ -]/g, '') ?? null;
  const [enteredWeight, billedWeight] = [of.number(at.enteredWeight), of.number(at.billedWeight)];
  const kind = of.matching(at.kind, letters, 'billing.notKind');
  const chargeClass = of.matching(at.chargeClass, letters, 'billing.notClass');
  of.currency(at.basisCurrency);
  const basis = of.number(at.basis);
  const { net, incentive, original, doubt } = moneyOf(of, chargeClass, invoiceCurrency);
  const sides = (of.text(at.dimensions) ?? '').match(/\d{1,5}(?:[.,]\d{1,4})?/g) ?? [];
  const side = (index: number): string | null => (sides.length === 3 ? (sides[index] ?? '').replace(',', '.') : null);
  const references = [at.reference1, at.reference2, ...range(at.packageReference, at.packageReference + 4)];
  const line = {
    ...{ row, tracking: number, leadTracking, shipDate, kind, chargeClass, net, incentive, basis, quantity },
    ...{ enteredWeight, billedWeight, length: side(0), width: side(1), height: side(2) },
    references: references.map((column) => of.text(column, 50)).filter((text) => text !== null),
    detail: of.text(at.detail, 20),
    code: of.text(at.code, 20),
    text: of.text(at.text, 200),
    weightUnit: unitOf(of.text(at.billedUnit) ?? of.text(at.enteredUnit)),
    zone: of.text(at.zone, 10),
    service: null,
    extra: { ...extraOf(cells), ...original },
  };
  return { line, doubt };
}

interface Money {
  readonly net: bigint;
  readonly incentive: bigint | null;
  /** What the carrier converted, by column name. */
  readonly original: Readonly<Record<string, string>>;
  readonly doubt: BadFile | null;
}

/**
 * The money of a row in the currency of its invoice. A row in another currency, such as a duty abroad, gives its amounts in
 * that of the invoice behind its own. Where it does not, only the sum of the invoice tells whether they are converted already.
 */
function moneyOf(of: Cells, chargeClass: string | null, expected: string): Money {
  const currency = of.currency(at.rowCurrency);
  const incentive = of.cents(at.incentive);
  // A line of information moves no money and may leave the amount out.
  const net = chargeClass === 'INF' ? (of.cents(at.net) ?? 0n) : of.neededCents(at.net);
  const other = of.currency(at.otherCurrency);
  if (currency === null || currency === expected) return { net, incentive, original: {}, doubt: null };
  const kept = [at.rowCurrency, at.incentive, at.net].map((column) => [names[column] as string, of.text(column) ?? '']);
  const original = Object.fromEntries(kept.filter(([, text]) => text !== '')) as Record<string, string>;
  const own = other === expected ? of.cents(converted.net) : null;
  if (own !== null) return { net: own, incentive: of.cents(converted.incentive), original, doubt: null };
  const doubt = net === 0n ? null : of.fault('billing.otherCurrency', at.rowCurrency, { expected });
  return { net, incentive, original, doubt };
}

const upper = (text: string | null): string | null => text?.toUpperCase() ?? null;

/** `lb` and `kg`, whichever way a carrier writes them. */
export function unitOf(text: string | null): string | null {
  if (text === null) return null;
  return /^k/i.test(text) ? 'kg' : /^(l|p)/i.test(text) ? 'lb' : text.slice(0, 10);
}

function extraOf(cells: readonly string[]): Record<string, string> {
  const extra: Record<string, string> = {};
  const original = (cells[at.original] ?? '').trim();
  if (original !== '') extra[names[at.original] as string] = original.slice(0, 200);
  const end = Math.min(cells.length, width);
  for (let column = 14; column < end; column += 1) {
    const cell = cells[column] as string;
    if (cell === '' || unkept.has(column)) continue;
    const text = cell.trim();
    if (text !== '') extra[names[column] as string] = text.slice(0, 200);
  }
  return extra;
}
