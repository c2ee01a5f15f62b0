import type { Layout, ReadRow } from './bill.ts';
import { fedexLayout, isWholeFedex, looksLikeFedex } from './fedex.ts';
import { Invoices, type ReadInvoice } from './invoices.ts';
import { BadFile, Faults } from './refusal.ts';
import { rowsOf, type RowBatch, type RowsEnd } from './rows.ts';
import { looksLikeUps, upsLayout } from './ups.ts';

/** Layouts beside those of the carriers: what a tenant has said of other files. */
export type OtherLayouts = (rows: readonly (readonly string[])[], lines: readonly number[]) => Layout | null;

export interface BillSource {
  readonly path: string;
  readonly workbook: boolean;
  readonly others?: OtherLayouts;
  readonly signal?: AbortSignal;
}

/** What takes the rows as they come. `restart`: all that came is void, and everything comes again. */
export interface RowTaker {
  take(rows: readonly { readonly key: string; readonly row: ReadRow }[]): Promise<void>;
  restart(): Promise<void>;
}

/** Mistakes that the other order of day and month may undo. */
const ofDates = ['billing.notDate'];

/** How one attempt reads the dates, and what it has found. */
interface Attempt {
  /** In the other order of day and month than the first rows suggest. */
  readonly turned: boolean;
  layout: Layout | null;
}

/** Reads a whole bill; throws `BadFile` with the positions of all errors. */
export async function readBill(source: BillSource, taker: RowTaker): Promise<ReadInvoice[]> {
  const attempt: Attempt = { turned: false, layout: null };
  try {
    return await readAs(source, taker, attempt);
  } catch (error) {
    const other = attempt.layout?.other;
    if (!isOfDates(error) || !other) throw error;
    await taker.restart();
    try {
      return await readAs(source, taker, { turned: true, layout: null });
    } catch (second) {
      throw isOfDates(second) ? error : second;
    }
  }
}

const isOfDates = (error: unknown): boolean =>
  error instanceof BadFile && [error, ...error.also].some(({ code }) => ofDates.includes(code));

async function readAs(source: BillSource, taker: RowTaker, attempt: Attempt): Promise<ReadInvoice[]> {
  const faults = new Faults();
  const invoices = new Invoices();
  const widths = new Widths();
  const noted = (read: () => void): void => {
    try {
      read();
    } catch (error) {
      faults.note(error);
      invoices.miss(error as BadFile);
    }
  };
  let end: RowsEnd | null = null;
  try {
    end = await readRows(source, attempt, async (layout, { rows, lines }) => {
      const found: { key: string; row: ReadRow }[] = [];
      for (const [at, cells] of rows.entries()) {
        const line = lines[at] as number;
        widths.see(cells.length, line);
        noted(() => {
          const row = layout.read(cells, line);
          if (row) found.push({ key: invoices.add(row), row });
        });
        if (faults.full) return false;
      }
      if (found.length > 0 && !faults.any) await taker.take(found);
      return true;
    });
  } catch (error) {
    faults.note(error);
  }
  if (end?.whole === false) noted(() => widths.refuseCut());
  if (end === null) invoices.missAll();
  if (faults.any) {
    for (const doubt of invoices.doubts()) faults.note(doubt);
    throw faults.asOne();
  }
  const found = invoices.end();
  if (found.length === 0) throw new BadFile('billing.noLines');
  return found;
}

/** Hands over the rows of a bill in batches until `take` answers false; answers null if it did. */
async function readRows(
  source: BillSource,
  attempt: Attempt,
  take: (layout: Layout, batch: RowBatch) => Promise<boolean>,
): Promise<RowsEnd | null> {
  const sheets = new Sheets(source, attempt);
  const batches = rowsOf(source.path, source.workbook, source.signal);
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done) {
        if (!attempt.layout) throw sheets.refusal ?? new BadFile('billing.empty');
        return next.value;
      }
      const layout = sheets.layoutOf(next.value);
      if (layout && !(await take(layout, next.value))) return null;
    }
  } finally {
    await batches.return({ separator: null, whole: true });
  }
}

/** A sheet with as many columns holds charges; one with fewer may be a cover. */
const wide = 50;

/** The layouts of a workbook's sheets, some of which may be covers; text has one sheet. */
class Sheets {
  refusal: BadFile | null = null;
  private sheet = -1;
  private current: Layout | null = null;

  constructor(
    private readonly source: BillSource,
    private readonly attempt: Attempt,
  ) {}

  /** Null: these rows are of no bill. */
  layoutOf(batch: RowBatch): Layout | null {
    if (batch.sheet === this.sheet) return this.current;
    this.sheet = batch.sheet;
    this.current = this.find(batch);
    this.attempt.layout = this.current ?? this.attempt.layout;
    return this.current;
  }

  private find(batch: RowBatch): Layout | null {
    try {
      const layout = layoutOf(batch, this.source.others);
      return this.attempt.turned ? (layout.other ?? layout) : layout;
    } catch (error) {
      const cover = this.source.workbook && batch.rows.every(({ length }) => length < wide);
      if (!(error instanceof BadFile) || error.code !== 'billing.kind' || !cover) throw error;
      this.refusal ??= error;
      return null;
    }
  }
}

/** A last line that was never ended and is shorter than all before it has been cut. */
class Widths {
  private same: number | null = null;
  private differ = false;
  private rows = 0;
  private last = { width: 0, line: 0 };

  see(width: number, line: number): void {
    if (this.rows > 0) {
      if (this.same !== null && this.same !== this.last.width) this.differ = true;
      this.same = this.last.width;
    }
    this.last = { width, line };
    this.rows += 1;
  }

  refuseCut(): void {
    const { width, line } = this.last;
    if (this.rows < 3 || this.differ || this.same === null || width >= this.same) return;
    throw new BadFile('billing.cut', { found: width, least: this.same }, line, width);
  }
}

/** Which layout the first rows of a file are of. */
function layoutOf({ rows, lines }: RowBatch, others?: OtherLayouts): Layout {
  if (rows[0] && looksLikeUps(rows[0])) return upsLayout(rows, lines[0] ?? 1);
  const heading = rows.slice(0, 20).findIndex((cells) => looksLikeFedex(cells));
  const names = rows[heading] ?? [];
  // Other carriers use some of the same headings: what a tenant has described goes before a part of them.
  const other = isWholeFedex(names) ? null : others?.(rows, lines);
  if (other) return other;
  if (heading >= 0) return fedexLayout(names, lines[heading] as number, rows.slice(heading + 1));
  const found = (rows[0] ?? []).slice(0, 4).join(' | ').slice(0, 80);
  throw new BadFile('billing.kind', { found }, lines[0] ?? 1, 1);
}
