import type { InvoiceFacts } from './invoice-facts.ts';

/** The invoice of a faulty row, and its money where that can be read. */
export interface Moved {
  readonly invoice: InvoiceFacts;
  readonly money: { readonly net: bigint; readonly doubt: BadFile | null } | null;
}

/** The reason for refusing a file: issue code, position and expected value. Lines and columns count from 1. */
export class BadFile extends Error {
  /** Further faults of the same file, in the order of its rows. */
  readonly also: BadFile[] = [];
  /** What can be read of a faulty row; null: not even its invoice. */
  moved: Moved | null = null;

  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>> = {},
    readonly line: number | null = null,
    readonly column: number | null = null,
  ) {
    super(code);
  }
}

/** Faults that are listed of one file; reading ends with the last of them. */
const mostFaults = 100;

/** The faults of a file as they are found. A file with one is refused whole, so reading on only names the others. */
export class Faults {
  private readonly found: BadFile[] = [];

  get any(): boolean {
    return this.found.length > 0;
  }

  get full(): boolean {
    return this.found.length >= mostFaults;
  }

  /** Errors of another kind are thrown again. A row is faulty once. */
  note(error: unknown): void {
    if (!(error instanceof BadFile)) throw error;
    const line = error.line ?? -1;
    if (!this.found.some((each) => each.line === line)) this.found.push(error);
  }

  /** The first fault with all others. */
  asOne(): BadFile {
    const inOrder = this.found
      .slice(0, mostFaults)
      .toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0);
    const [first, ...others] = inOrder as [BadFile, ...BadFile[]];
    first.also.push(...others);
    if (this.full) first.also.push(new BadFile('billing.moreFaults', { max: mostFaults }));
    return first;
  }
}

/** A column as a spreadsheet names it: 0 is `A`, 52 is `BA`. */
export function letterOf(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
