/*
 * What the simulator keeps of a shipment, whichever format asked for it. It shares nothing with the adapters that are
 * tried against it, so that a mistake of theirs is not repeated here.
 */

export type Brand = 'ups' | 'fedex';
export type Image = 'pdf' | 'png' | 'gif' | 'zpl' | 'epl';
export type Stock = '4x6' | '4x675' | '4x8' | '4x9' | 'letter';

export interface Party {
  readonly name: string;
  readonly company: string;
  readonly lines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly residential: boolean;
}

export interface Piece {
  readonly weight: number;
  readonly unit: 'LB' | 'KG';
  /** Length, width and height; null: not given. */
  readonly sides: readonly [number, number, number] | null;
  readonly declared: number;
  readonly signature: 'none' | 'indirect' | 'direct' | 'adult';
  readonly references: readonly string[];
}

/** What a rate or ship request asks for. */
export interface Asked {
  readonly brand: Brand;
  readonly account: string;
  readonly service: string;
  readonly serviceName: string;
  /** `2026-02-28` */
  readonly shipDate: string;
  readonly currency: string;
  readonly from: Party;
  readonly to: Party;
  readonly pieces: readonly Piece[];
  /** References of the whole shipment. */
  readonly references: readonly string[];
  readonly label: { readonly image: Image; readonly stock: Stock; readonly dpi: 203 | 300 };
}

export type ChargeKind = 'residential' | 'area' | 'signature' | 'declared' | 'handling' | 'oversize' | 'fuel';

/** Cents. A package's total is its base and its extras; a shipment's is that of its packages. */
export interface PiecePrice {
  readonly base: number;
  /** Whole pounds. */
  readonly billed: number;
  readonly extras: readonly { readonly kind: ChargeKind; readonly amount: number }[];
}

export interface Price {
  readonly currency: string;
  readonly zone: string;
  readonly fuelPercent: number;
  readonly pieces: readonly PiecePrice[];
}

export interface Package {
  readonly seq: number;
  readonly number: string;
  readonly piece: Piece;
}

export interface Shipment extends Asked {
  readonly id: number;
  /** By the simulator's clock. */
  readonly madeAt: number;
  /** The first package's number. */
  readonly lead: string;
  readonly packages: readonly Package[];
  readonly price: Price;
  voidedAt: number | null;
  /** The ground close that took it. */
  closed: string | null;
  story: string;
}

/** A refusal in the carrier's own envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly { code: string; message: string }[];
  readonly retryAfter: number | null;

  constructor(status: number, errors: readonly { code: string; message: string }[], retryAfter: number | null = null) {
    super(errors.map(({ code, message }) => `${code} ${message}`).join('; '));
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}
