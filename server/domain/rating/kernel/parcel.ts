/** Pounds and inches, or kilograms and centimetres; the two are never mixed in one shipment. */
export type Unit = 'lbIn' | 'kgCm';

export type Signature = 'none' | 'indirect' | 'direct' | 'adult';

/** The carrier's own envelopes. */
export type Packaging = 'letter' | 'pak';

/** One kind of box of a shipment; `quantity` of them are alike. Weights and sides in the parts of `exact.ts`. */
export interface Box {
  readonly weight: number;
  readonly sides: readonly [number, number, number];
  readonly quantity: number;
  /** Minor units. */
  readonly declaredValue?: number;
  readonly signature?: Signature;
  /** Not a corrugated box: a cylinder, a bucket, something banded or in soft wrapping. */
  readonly irregular?: boolean;
  /** In what the carrier sells a price of its own for; a box where nothing is said. */
  readonly packaging?: Packaging;
}

export interface Place {
  readonly country: string;
  readonly postalCode: string;
  readonly residential: boolean;
}

/** A shipment to be priced: one sender, one recipient, one service. */
export interface Shipment {
  readonly unit: Unit;
  /** ISO date; every dated rule counts by it, never by today. */
  readonly shipDate: string;
  readonly from: Place;
  readonly to: Place;
  readonly boxes: readonly Box[];
  /** Transport is billed to another account. */
  readonly thirdParty?: boolean;
}

/** Why a service has no price: a code with parameters, and the place of the input that it is about. */
export interface Unavailable {
  readonly code: string;
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Thrown inside the kernel and answered as `unavailable`: a hole in the tables never becomes a price of zero. */
export class NoPrice extends Error {
  readonly reason: Unavailable;
  constructor(code: string, path = '', params: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.reason = { code, path, params };
  }
}
