import { createHash } from 'node:crypto';
import { lineContent, plainNumber, type BillLine, type ReadRow } from './bill.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { centsText } from './exact.ts';
import { BadFile, Faults } from './refusal.ts';

/** One invoice of a file with what its lines come to. */
export interface ReadInvoice {
  readonly facts: InvoiceFacts;
  /** Its permanent key. */
  readonly key: string;
  readonly lines: number;
  /** Where it begins in the file. */
  readonly row: number;
  readonly sum: bigint;
  /** Of its lines in any order. */
  readonly content: string;
}

export const invoiceKey = ({ carrier, account, number, date }: InvoiceFacts): string =>
  [carrier, account, plainNumber(number), date].join('|');

/** Gathers the invoices of one file, row by row, and holds each row to what the rows before it said. */
export class Invoices {
  private readonly byKey = new Map<string, Gathering>();
  private whole = true;
  private last: { facts: InvoiceFacts; key: string } | null = null;

  /** Answers the invoice's key. */
  add({ invoice, lines, doubt }: ReadRow): string {
    const { key, known } = this.gatheringOf(invoice);
    const row = lines[0]?.row ?? 0;
    if (invoice.amount !== null) {
      known.amount ??= invoice.amount;
      if (known.amount !== invoice.amount) {
        const params = { number: invoice.number, expected: centsText(known.amount), found: centsText(invoice.amount) };
        throw new BadFile('billing.otherAmount', params, row);
      }
    }
    if (invoice.currency !== null) {
      known.currency ??= invoice.currency;
      if (known.currency !== invoice.currency) {
        const params = { number: invoice.number, expected: known.currency, found: invoice.currency };
        throw new BadFile('billing.otherCurrencyOfInvoice', params, row);
      }
    }
    for (const line of lines) known.take(line);
    if (doubt) known.doubts.push(doubt);
    return key;
  }

  /** A row that is refused: what it moves counts for the judgement of the other rows of its invoice. */
  miss(fault: BadFile): void {
    if (!fault.moved) return this.missAll();
    const { invoice, money } = fault.moved;
    const { known } = this.gatheringOf(invoice);
    known.amount ??= invoice.amount;
    if (!money) known.whole = false;
    known.sum += money?.net ?? 0n;
    if (money?.doubt) known.doubts.push(money.doubt);
  }

  /** Rows are missing, and their invoice is unknown. */
  missAll(): void {
    this.whole = false;
  }

  /** The rows that the amounts of the invoices do not prove; none of an invoice whose sum is not known. */
  doubts(): BadFile[] {
    const wrong = [...this.byKey.values()].filter(({ amount, sum, whole }) => this.whole && whole && amount !== sum);
    return wrong.flatMap(({ doubts }) => doubts);
  }

  /** Throws `BadFile` with all rows that the amounts of the invoices do not prove. */
  end(): ReadInvoice[] {
    const faults = new Faults();
    for (const doubt of this.doubts()) faults.note(doubt);
    if (faults.any) throw faults.asOne();
    return [...this.byKey].map(([key, gathered]) => {
      const again = gathered.doubledAt();
      if (again !== null) throw new BadFile('billing.doubled', { number: gathered.facts.number }, again);
      const { facts, amount, currency, count: lines, sum } = gathered;
      return {
        facts: { ...facts, amount, currency },
        key,
        lines,
        row: gathered.firstRow,
        sum,
        content: gathered.content(),
      };
    });
  }

  private gatheringOf(facts: InvoiceFacts): { key: string; known: Gathering } {
    const key = this.keyOf(facts);
    const known = this.byKey.get(key) ?? new Gathering(facts);
    this.byKey.set(key, known);
    return { key, known };
  }

  private keyOf(facts: InvoiceFacts): string {
    const same = this.last?.facts;
    if (
      same?.number === facts.number &&
      same.account === facts.account &&
      same.date === facts.date &&
      same.carrier === facts.carrier
    ) {
      return (this.last as { key: string }).key;
    }
    const key = invoiceKey(facts);
    this.last = { facts, key };
    return key;
  }
}

class Gathering {
  amount: bigint | null = null;
  currency: string | null = null;
  /** Whether the money of all its rows is known. */
  whole = true;
  firstRow = 0;
  count = 0;
  sum = 0n;
  readonly doubts: BadFile[] = [];
  private hashes = new BigUint64Array(256);
  private rows = new Uint32Array(256);

  constructor(readonly facts: InvoiceFacts) {}

  take(line: BillLine): void {
    if (this.count === this.hashes.length) {
      const [hashes, rows] = [new BigUint64Array(this.count * 2), new Uint32Array(this.count * 2)];
      hashes.set(this.hashes);
      rows.set(this.rows);
      [this.hashes, this.rows] = [hashes, rows];
    }
    this.hashes[this.count] = createHash('sha1').update(lineContent(line)).digest().readBigUInt64LE(0);
    if (this.count === 0) this.firstRow = line.row;
    this.rows[this.count] = line.row;
    this.count += 1;
    this.sum += line.net;
  }

  content(): string {
    const sorted = this.hashes.slice(0, this.count).sort();
    return createHash('sha256').update(new Uint8Array(sorted.buffer)).digest('hex').slice(0, 40);
  }

  /**
   * The row at which the invoice repeats, if each of its lines occurs several times and one occurrence matches its amount
   * better.
   */
  doubledAt(): number | null {
    const sorted = this.hashes.slice(0, this.count).sort();
    let times = 0;
    for (let at = 0, from = 0; at < sorted.length; at += 1) {
      if (at + 1 < sorted.length && sorted[at + 1] === sorted[at]) continue;
      times = common(times, at + 1 - from);
      if (times === 1) return null;
      from = at + 1;
    }
    if (times < 2) return null;
    const off = (sum: bigint): bigint =>
      sum > (this.amount ?? 0n) ? sum - (this.amount ?? 0n) : (this.amount ?? 0n) - sum;
    if (this.amount !== null && off(this.sum / BigInt(times)) >= off(this.sum)) return null;
    const seen = new Set<bigint>();
    for (let at = 0; at < this.count; at += 1) {
      if (seen.has(this.hashes[at] as bigint)) return this.rows[at] as number;
      seen.add(this.hashes[at] as bigint);
    }
    return null;
  }
}

const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
