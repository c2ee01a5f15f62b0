import type { DayOrder } from './day.ts';
import type { DecimalSign } from './exact.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import type { BadFile } from './refusal.ts';

export interface BillLine {
  /** Its row in the file, from 1. */
  readonly row: number;
  readonly tracking: string | null;
  readonly leadTracking: string | null;
  readonly references: readonly string[];
  readonly shipDate: string | null;
  /** SHP, RTN, ADJ, MIS in the words of UPS. */
  readonly kind: string | null;
  readonly detail: string | null;
  /** FRT, FSC, ACC ... */
  readonly chargeClass: string | null;
  readonly code: string | null;
  readonly text: string | null;
  /** In cents. */
  readonly net: bigint;
  readonly incentive: bigint | null;
  readonly basis: string | null;
  readonly quantity: string | null;
  readonly enteredWeight: string | null;
  readonly billedWeight: string | null;
  readonly weightUnit: string | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly zone: string | null;
  readonly service: string | null;
  /** Further cells, by column name. */
  readonly extra: Readonly<Record<string, string>>;
}

/** How numbers and dates of one file are written. */
export interface Style {
  readonly decimal: DecimalSign;
  readonly order: DayOrder;
}

export interface ReadRow {
  readonly invoice: InvoiceFacts;
  readonly lines: readonly BillLine[];
  /** The row's fault unless the lines of its invoice come to the amount of the invoice with it. */
  readonly doubt?: BadFile;
}

/** Reads single rows of one layout. Null: a row without content, such as a heading. Throws `BadFile`. */
export interface Layout {
  readonly name: 'ups' | 'fedex' | 'mapped';
  /** Columns that a whole row has. */
  readonly width: number;
  /** The same layout written in the other order of day and month; null where the file's dates are sure. */
  readonly other: Layout | null;
  read(cells: readonly string[], row: number): ReadRow | null;
}

/** The identifying part of a bill number: without leading zeros, spaces and hyphens. */
export const plainNumber = (printed: string): string =>
  printed
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');

/** A line without its position, so that files of the same content have equal lines. */
export const lineContent = ({ row: _row, net, incentive, ...rest }: BillLine): string =>
  JSON.stringify([String(net), incentive === null ? null : String(incentive), rest]);
