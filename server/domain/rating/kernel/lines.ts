/** One line of a price. `amount` is for all `quantity` boxes; a credit is negative. */
export interface ChargeLine {
  readonly category: string;
  /** Which boxes of the shipment; null: the shipment as a whole. */
  readonly box: number | null;
  readonly quantity: number;
  readonly amount: number;
  /** What it was taken of (minor units), or the weight that was paid for, by category. */
  readonly basis: number;
  /** The rate or percent where there is one. */
  readonly rate: number | null;
  readonly rule: string;
  readonly version: number;
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
