/** Everything that decides what a customer owes for one order, or for a shipment that no order is known of. Money in cents. */
export interface SaleFacts {
  readonly order: string | null;
  readonly customer: string;
  /** Of what was charged at placing; null: nothing was. */
  readonly currency: string | null;
  /** What was charged was given back: the order is refunded or cancelled. */
  readonly refunded: boolean;
  /** What was charged in all, where its charges are not known one by one. */
  readonly charged: number | null;
  readonly packages: readonly PackageFacts[];
  readonly charges: readonly ChargeFacts[];
  readonly lines: readonly LineFacts[];
  /** What earlier rows have added to what was charged. */
  readonly rows: readonly RowFacts[];
  readonly terms: SaleTerms;
}

export interface PackageFacts {
  readonly id: string;
  readonly trackingNo: string | null;
  readonly voided: boolean;
  readonly unitType: string;
  readonly weight: string | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly declaredValue: string | null;
  readonly signature: string | null;
}

/** A predicted charge; `box` counts rows of the order's boxes from 1, null: the shipment as a whole. */
export interface ChargeFacts {
  readonly side: 'sale' | 'cost';
  readonly category: string;
  readonly box: number | null;
  readonly amount: number;
  /** Boxes of the row that it is for. */
  readonly quantity: number | null;
}

/** A line of a carrier's bill. */
export interface LineFacts {
  readonly id: string;
  /** Sorts bills as they were issued. */
  readonly bill: string;
  readonly line: number;
  readonly package: string | null;
  readonly trackingNo: string | null;
  readonly category: string;
  readonly currency: string;
  readonly net: number;
  readonly enteredWeight: string | null;
  readonly billedWeight: string | null;
  readonly weightUnit: string | null;
  readonly length: string | null;
  readonly width: string | null;
  readonly height: string | null;
  readonly zone: string | null;
  readonly shipDate: string | null;
  /** It is being sold now; else an earlier run has sold it. */
  readonly current: boolean;
}

export interface RowFacts {
  readonly package: string | null;
  readonly category: string;
  readonly currency: string;
  readonly difference: number;
}

export type SaleMode = 'rerate' | 'factor' | 'cost' | 'report';

/** What was agreed with the customer; `factor` in ten-thousandths. */
export interface SaleTerms {
  readonly billProcessing: string;
  readonly factor: number;
  readonly ignoreBelow: number;
  readonly own: Readonly<Record<string, { mode: SaleMode; factor: number | null; ignoreBelow: number | null }>>;
  /** What the basic file says of a category, for customers whose price list counts. */
  readonly basics: Readonly<Record<string, { mode: SaleMode; factor: number | null }>>;
}

export interface Mode {
  readonly mode: SaleMode;
  readonly factor: number;
  readonly ignoreBelow: number;
}

/** Priced by tables and nothing else: a price list without fuel has it inside. */
const always = new Set(['transport', 'fuel']);
const one = 10_000;

/** How a category is sold to a customer: as agreed for it, else as agreed for all, else as the basic file says. */
export function modeOf(terms: SaleTerms, category: string): Mode {
  const own = terms.own[category];
  const ignoreBelow = own?.ignoreBelow ?? terms.ignoreBelow;
  if (own) return { mode: own.mode, factor: own.factor ?? one, ignoreBelow };
  if (terms.billProcessing === 'atCost') return { mode: 'cost', factor: one, ignoreBelow };
  if (terms.billProcessing === 'factor') return { mode: 'factor', factor: terms.factor, ignoreBelow };
  if (terms.billProcessing === 'reportOnly') return { mode: 'report', factor: one, ignoreBelow };
  if (always.has(category)) return { mode: 'rerate', factor: one, ignoreBelow };
  const basic = terms.basics[category];
  return { mode: basic?.mode ?? 'cost', factor: basic?.factor ?? one, ignoreBelow };
}
