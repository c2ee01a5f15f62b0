import { readDay } from './day.ts';
import { isTooLargeAmount, readCents, readNumber } from './exact.ts';
import type { Style } from './bill.ts';
import { BadFile, letterOf } from './refusal.ts';

/** The cells of one row by their columns, each as what the layout expects of it. What does not fit throws `BadFile`. */
export class Cells {
  constructor(
    private readonly cells: readonly string[],
    private readonly row: number,
    private readonly names: readonly string[],
    private readonly style: Style,
  ) {}

  text(column: number, most = 200): string | null {
    const text = (this.cells[column] ?? '').trim();
    return text === '' ? null : text.slice(0, most);
  }

  needed(column: number, expected: string): string {
    return this.text(column) ?? this.fail('billing.missing', column, { expected });
  }

  matching(column: number, pattern: RegExp, code: string): string | null {
    // The apostrophe by which a spreadsheet keeps a number as text.
    const text = this.text(column)?.replace(/^'(?=[\w-]+$)/, '') ?? null;
    if (text === null || pattern.test(text)) return text;
    // Spreadsheets round numbers of more than fifteen digits, which cannot be undone.
    return this.fail(/^\d+([.,]\d+)?E\+?\d+$/i.test(text) ? 'billing.rounded' : code, column);
  }

  currency(column: number): string | null {
    return this.matching(column, /^[A-Z]{3}$/i, 'billing.notCurrency')?.toUpperCase() ?? null;
  }

  day(column: number): string | null {
    const text = this.text(column);
    return text === null ? null : (readDay(text, this.style.order) ?? this.fail('billing.notDate', column));
  }

  neededDay(column: number): string {
    return this.day(column) ?? this.fail('billing.missingDate', column);
  }

  cents(column: number): bigint | null {
    const text = this.text(column);
    if (text === null) return null;
    const { decimal } = this.style;
    const code = isTooLargeAmount(text, decimal) ? 'billing.tooLargeAmount' : 'billing.notAmount';
    return readCents(text, decimal) ?? this.fail(code, column);
  }

  neededCents(column: number): bigint {
    return this.cents(column) ?? this.fail('billing.missingAmount', column);
  }

  number(column: number): string | null {
    const text = this.text(column);
    return text === null ? null : (readNumber(text, this.style.decimal, 6) ?? this.fail('billing.notNumber', column));
  }

  /** The cells behind the last column. */
  refuseBehind(width: number): void {
    const behind = this.cells.findIndex((cell, column) => column >= width && cell.trim() !== '');
    if (behind >= 0) this.fail('billing.tooWide', behind, { max: width });
  }

  fail(code: string, column: number, params: Readonly<Record<string, unknown>> = {}): never {
    throw this.fault(code, column, params);
  }

  fault(code: string, column: number, params: Readonly<Record<string, unknown>> = {}): BadFile {
    const found = (this.cells[column] ?? '').trim().slice(0, 60);
    const name = this.names[column] ?? '';
    return new BadFile(code, { ...params, found, name, letter: letterOf(column) }, this.row, column + 1);
  }
}
