import { plainNumber, type BillLine, type Layout, type Style } from './bill.ts';
import { Cells } from './cells.ts';
import { dayOrderOf } from './day.ts';
import { decimalSignOf } from './exact.ts';
import { BadFile } from './refusal.ts';
import { unitOf } from './ups.ts';

/** What a tenant has said of the files of another carrier: which heading means what. */
export interface Mapping {
  readonly name: string;
  readonly carrier: string;
  readonly account: string | null;
  readonly currency: string | null;
  /** From 1. */
  readonly headingRow: number;
  readonly decimalSign: 'auto' | 'point' | 'comma';
  readonly dayOrder: 'auto' | 'dayFirst' | 'monthFirst';
  readonly reversed: boolean;
  readonly columns: readonly { readonly field: string; readonly heading: string }[];
  /** Rows that are none: a cell with this text, or an empty one. */
  readonly skip: readonly { readonly heading: string; readonly equals: string | null }[];
}

const plain = (heading: string): string => heading.trim().toLowerCase().replace(/\s+/g, ' ');

interface Head {
  readonly mapping: Mapping;
  readonly names: readonly string[];
  readonly at: ReadonlyMap<string, number>;
  readonly references: readonly number[];
  readonly skip: readonly { readonly column: number; readonly equals: string }[];
  readonly row: number;
}

/** Null: the file does not have the headings of this mapping. */
export function mappedLayout(
  mapping: Mapping,
  rows: readonly (readonly string[])[],
  lines: readonly number[],
): Layout | null {
  const place = lines.indexOf(mapping.headingRow);
  const names = rows[place]?.map((name) => name.trim());
  if (!names) return null;
  const known = names.map(plain);
  const columnOf = (heading: string): number => known.indexOf(plain(heading));
  if (mapping.columns.some(({ heading }) => columnOf(heading) < 0)) return null;
  const at = new Map(mapping.columns.map(({ field, heading }) => [field, columnOf(heading)]));
  const references = mapping.columns
    .filter(({ field }) => field === 'reference')
    .map(({ heading }) => columnOf(heading));
  const skip = mapping.skip
    .map(({ heading, equals }) => ({ column: columnOf(heading), equals: plain(equals ?? '') }))
    .filter(({ column }) => column >= 0);
  const head = { mapping, names, at, references, skip, row: mapping.headingRow };
  const sample = rows.slice(place + 1);
  const cells = (field: string): string[] => sample.map((row) => row[at.get(field) ?? -1] ?? '');
  const signs = { point: '.', comma: ',', auto: decimalSignOf([...cells('net'), ...cells('amount')]) } as const;
  const decimal = signs[mapping.decimalSign];
  if (mapping.dayOrder !== 'auto') return layout(head, { decimal, order: mapping.dayOrder }, null);
  const shipped = cells('shipDate');
  const pairs = cells('date').map((billed, index) => ({ billed, shipped: shipped[index] ?? '' }));
  const { order, sure } = dayOrderOf(pairs, 'dayFirst');
  const other = order === 'dayFirst' ? 'monthFirst' : 'dayFirst';
  return layout(head, { decimal, order }, sure ? null : layout(head, { decimal, order: other }, null));
}

const layout = (head: Head, style: Style, other: Layout | null): Layout => ({
  ...{ name: 'mapped', width: head.names.length, other },
  read(cells, row) {
    if (row <= head.row) return null;
    if (head.skip.some(({ column, equals }) => plain(cells[column] ?? '') === equals)) return null;
    const of = new Cells(cells, row, head.names, style);
    of.refuseBehind(head.names.length);
    const at = (field: string): number => head.at.get(field) ?? -1;
    const last = Math.max(at('net'), at('number'), at('date'));
    if (cells.length <= last)
      throw new BadFile('billing.cut', { found: cells.length, least: last + 1 }, row, cells.length);
    const { mapping } = head;
    const invoice = {
      carrier: mapping.carrier,
      account: plainNumber(of.text(at('account'), 40) ?? mapping.account ?? of.needed(at('account'), 'account')),
      number: (
        of.matching(at('number'), /^(?!\d+[.,]?\d*E\+?\d+$).+$/i, 'billing.rounded') ??
        of.needed(at('number'), 'number')
      ).slice(0, 40),
      date: of.neededDay(at('date')),
      currency: of.currency(at('currency')) ?? mapping.currency,
      amount: signed(of.cents(at('amount')), mapping.reversed),
    };
    return { invoice, lines: [lineOf(head, of, cells, row)] };
  },
});

const signed = (cents: bigint | null, reversed: boolean): bigint | null =>
  reversed && cents !== null ? -cents : cents;

function lineOf(head: Head, of: Cells, cells: readonly string[], row: number): BillLine {
  const at = (field: string): number => head.at.get(field) ?? -1;
  const extra: Record<string, string> = {};
  const mapped = new Set(head.at.values());
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim();
    if (text !== '' && !mapped.has(column)) extra[head.names[column] || String(column + 1)] = text.slice(0, 200);
  }
  const tracking = of.matching(at('tracking'), /^[A-Z0-9 -]{4,40}$/i, 'billing.notTracking');
  return {
    ...{ row, extra, kind: null, detail: null, chargeClass: null, incentive: null, basis: null, quantity: null },
    tracking: tracking?.replace(/[ -]/g, '').toUpperCase() ?? null,
    leadTracking: of.text(at('leadTracking'), 40)?.replaceAll(' ', '').toUpperCase() ?? null,
    references: head.references.map((column) => of.text(column, 50)).filter((text) => text !== null),
    shipDate: of.day(at('shipDate')),
    code: of.text(at('code'), 20),
    text: of.text(at('text'), 200),
    net: signed(of.neededCents(at('net')), head.mapping.reversed) ?? 0n,
    enteredWeight: of.number(at('enteredWeight')),
    billedWeight: of.number(at('billedWeight')),
    weightUnit: unitOf(null),
    ...{ length: of.number(at('length')), width: of.number(at('width')), height: of.number(at('height')) },
    zone: of.text(at('zone'), 10),
    service: of.text(at('service'), 120),
  };
}
