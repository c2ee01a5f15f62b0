import type { Layout, ReadRow } from './bill.ts';
import { fedexLayout, isWholeFedex, looksLikeFedex } from './fedex.ts';
import { Invoices, type ReadInvoice } from './invoices.ts';
import { BadFile } from './refusal.ts';
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

/** Reads a whole bill; throws `BadFile` with the position of the first error. */
export async function readBill(source: BillSource, taker: RowTaker): Promise<ReadInvoice[]> {
  const attempt: { layout: Layout | null } = { layout: null };
  try {
    return await readAs(source, taker, attempt);
  } catch (error) {
    const other = attempt.layout?.other;
    if (!(error instanceof BadFile) || !ofDates.includes(error.code) || !other) throw error;
    await taker.restart();
    try {
      return await readAs(source, taker, { layout: other });
    } catch (second) {
      throw second instanceof BadFile && ofDates.includes(second.code) ? error : second;
    }
  }
}

async function readAs(source: BillSource, taker: RowTaker, attempt: { layout: Layout | null }): Promise<ReadInvoice[]> {
  const invoices = new Invoices();
  const widths = new Widths();
  const batches = rowsOf(source.path, source.workbook, source.signal);
  let end: RowsEnd | null = null;
  let layout = attempt.layout;
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done) {
        end = next.value;
        break;
      }
      layout ??= attempt.layout = layoutOf(next.value, source.others);
      const rows: { key: string; row: ReadRow }[] = [];
      for (const [at, cells] of next.value.rows.entries()) {
        const line = next.value.lines[at] as number;
        widths.see(cells.length, line);
        const row = layout.read(cells, line);
        if (row) rows.push({ key: invoices.add(row), row });
      }
      if (rows.length > 0) await taker.take(rows);
    }
  } finally {
    await batches.return({ separator: null, whole: true });
  }
  if (!layout) throw new BadFile('billing.empty');
  if (!end.whole) widths.refuseCut();
  const found = invoices.end();
  if (found.length === 0) throw new BadFile('billing.noLines');
  return found;
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
  if (rows[0] && looksLikeUps(rows[0])) return upsLayout(rows);
  const heading = rows.slice(0, 20).findIndex((cells) => looksLikeFedex(cells));
  const names = rows[heading] ?? [];
  // Other carriers use some of the same headings: what a tenant has described goes before a part of them.
  const other = isWholeFedex(names) ? null : others?.(rows, lines);
  if (other) return other;
  if (heading >= 0) return fedexLayout(names, lines[heading] as number, rows.slice(heading + 1));
  const found = (rows[0] ?? []).slice(0, 4).join(' | ').slice(0, 80);
  throw new BadFile('billing.kind', { found }, lines[0] ?? 1, 1);
}
