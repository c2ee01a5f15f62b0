import type { Measured, WeightRule } from './weight.ts';

/** What a billed weight was made of: one box by its rule, or all boxes of a shipment together. */
export interface Weighed {
  readonly rule: WeightRule;
  readonly boxes: readonly { readonly box: Measured; readonly quantity: number; readonly least: number }[];
  /** One box; a shipment as `rule.pieces` sums it; or boxes that a multiweight price counts together. */
  readonly as: 'box' | 'shipment' | 'together';
  readonly billed: number;
  /** A higher weight break was cheaper and is paid instead. */
  readonly higher: boolean;
}

/** One line of a price. `amount` is for all `quantity` boxes; a credit is negative. */
export interface ChargeLine {
  readonly category: string;
  /** Which boxes of the shipment; null: the shipment as a whole. */
  readonly box: number | null;
  readonly quantity: number;
  readonly amount: number;
  /** What it was taken of (minor units), or the weight that was paid for, by category; null: of nothing. */
  readonly basis: number | null;
  /** The rate or percent where there is one. */
  readonly rate: number | null;
  readonly rule: string;
  readonly version: number;
  /** Of a line that is paid by weight. */
  readonly weighed?: Weighed;
}

/** The lines of a price as they come up, and their sum; nothing is booked for nothing. */
export class Lines {
  readonly lines: ChargeLine[] = [];
  total = 0;

  add(line: ChargeLine): void {
    if (line.amount === 0) return;
    this.lines.push(line);
    this.total += line.amount;
  }
}
