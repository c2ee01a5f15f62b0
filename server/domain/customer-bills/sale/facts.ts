/**
 * All facts that determine what a customer owes for an order, or for a shipment without a known order. Money in cents.
 */
export interface SaleFacts {
  readonly order: string | null;
  readonly customer: string;
  /** Currency of the charge at placing; null: nothing was charged. */
  readonly currency: string | null;
  /** The charge was refunded: the order is refunded or cancelled. */
  readonly refunded: boolean;
  /** Total charged, if the single charges are unknown. */
  readonly charged: number | null;
  readonly packages: readonly PackageFacts[];
  readonly charges: readonly ChargeFacts[];
  readonly lines: readonly LineFacts[];
  /** Earlier rows, which adjusted the charge. */
  readonly rows: readonly RowFacts[];
  /** Agreements on weight and size in force on the ship date. */
  readonly agreements: readonly AgreementFacts[];
  /** What staff decided not to charge for the carrier's measure of an agreed box. */
  readonly forgone: readonly ForgoneFacts[];
  readonly terms: SaleTerms;
}

/** Weight and size of a box that tenant and customer agreed on. Decimals as texts. */
export interface AgreementFacts {
  readonly id: string;
  readonly unitType: string;
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly weightTolerance: string;
  readonly sizeTolerance: string;
}

export interface ForgoneFacts {
  readonly package: string;
  readonly category: string;
  readonly amount: number;
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
  readonly packaging?: string | null;
}

/** A predicted charge; `box` is the row of the order's boxes from 1, null for the whole shipment. */
export interface ChargeFacts {
  readonly side: 'sale' | 'cost';
  readonly category: string;
  readonly box: number | null;
  readonly amount: number;
  /** Boxes in that row. */
  readonly quantity: number | null;
}

/** A line of a carrier bill. */
export interface LineFacts {
  readonly id: string;
  /** Sort key by date of issue. */
  readonly bill: string;
  readonly line: number;
  /** SHP, RTN, ADJ or MIS; null: the file does not say. */
  readonly kind: string | null;
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
  /** Being sold now; otherwise sold by an earlier run. */
  readonly current: boolean;
}

export interface RowFacts {
  readonly package: string | null;
  readonly category: string;
  readonly currency: string;
  readonly difference: number;
}

export type SaleMode = 'rerate' | 'factor' | 'cost' | 'report';

/** Terms of a customer; `factor` in ten-thousandths. */
export interface SaleTerms {
  readonly billProcessing: string;
  readonly factor: number;
  readonly ignoreBelow: number;
  readonly own: Readonly<Record<string, { mode: SaleMode; factor: number | null; ignoreBelow: number | null }>>;
  /** The basic file's mode per category, for customers with a price list. */
  readonly basics: Readonly<Record<string, { mode: SaleMode; factor: number | null }>>;
}

export interface Mode {
  readonly mode: SaleMode;
  readonly factor: number;
  readonly ignoreBelow: number;
}

/** Always priced by tables: a price list without fuel includes it. */
const always = new Set(['transport', 'fuel']);
const one = 10_000;

/** How a category is sold to a customer: by its own terms, else the customer's general terms, else the basic file. */
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
