/** What an import of bills found. */
export interface ImportResult {
  readonly invoices: readonly {
    readonly carrier: string;
    readonly account: string;
    readonly number: string;
    readonly date: string;
    readonly currency: string;
    readonly amount: number | null;
    readonly sum: number;
    readonly lines: number;
    readonly state: string;
    readonly unknown: readonly { code: string | null; text: string | null; count: number; sum: number }[];
  }[];
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly code: string;
  readonly message: string;
}

/** An import as `CarrierBill/imports` answers it. */
export interface BillImport {
  readonly job: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  /** Lines read so far. */
  readonly done: number;
  readonly at: string;
  /** The person who started it. */
  readonly by: string | null;
  readonly files: readonly string[];
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** The result of an import that has ended well; null: it has not. */
export const resultOf = ({ state, result }: BillImport): ImportResult | null =>
  state === 'done' ? (result as unknown as ImportResult) : null;

export const isUnderWay = ({ state }: BillImport): boolean => state === 'queued' || state === 'running';

/** Refusals as a sheet: file, line, column and what was wrong. */
export function refusalsSheet(heads: readonly string[], refused: readonly Refused[]): Blob {
  const rows = refused.map(({ file, line, column, message }) => [file, line ?? '', column ?? '', message]);
  // A cell that looks like a formula is text to every spreadsheet program.
  const cell = (value: unknown) =>
    `"${String(value)
      .replace(/^[=+\-@\t\r]/, "'$&")
      .replaceAll('"', '""')}"`;
  const lines = [heads, ...rows].map((row) => row.map(cell).join(','));
  return new Blob(['\uFEFF', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
