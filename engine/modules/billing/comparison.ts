/** What `CarrierBill/compare` answers. */
export interface Comparison {
  readonly bill: { readonly number: string; readonly currency: string };
  readonly categories: readonly {
    readonly category: string | null;
    readonly predicted: number;
    readonly actual: number;
    readonly lines: number;
  }[];
  readonly types: readonly { readonly type: string; readonly count: number; readonly sum: number }[];
  readonly rows: readonly Difference[];
}

export interface Difference {
  readonly type: string;
  readonly order: string | null;
  readonly orderNo: string | null;
  readonly tracking: string | null;
  readonly category: string | null;
  readonly predicted: number;
  readonly actual: number;
  readonly difference: number;
  readonly claimUntil: string | null;
}

/** A cell that no spreadsheet runs as a formula. */
const cell = (value: string): string => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Differences as a file for the carrier's claim form. */
export const csvOf = (rows: readonly Difference[], heads: readonly string[], word: (type: string) => string): string =>
  [
    heads.map(cell).join(','),
    ...rows.map((row) =>
      [
        ...[cell(word(row.type)), cell(row.orderNo ?? ''), cell(row.tracking ?? ''), cell(row.category ?? '')],
        ...[row.predicted.toFixed(2), row.actual.toFixed(2), row.difference.toFixed(2), row.claimUntil ?? ''],
      ].join(','),
    ),
  ].join('\r\n');
