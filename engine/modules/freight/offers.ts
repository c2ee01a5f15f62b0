/** A line of a price, as the server stores it. */
export interface PriceLine {
  readonly kind: string;
  readonly amount: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface Offer {
  readonly offer: number;
  readonly carrierName: string;
  readonly amount: string;
  readonly lines: readonly PriceLine[];
}

/** What staff alone get beside an offer. */
export interface CostOffer {
  readonly offer: number;
  readonly saleName: string;
  readonly costName: string | null;
  readonly amount: string | null;
  readonly margin: string | null;
  readonly lines: readonly PriceLine[];
}

export interface Classified {
  readonly line: number;
  readonly description: string;
  readonly quantity: number;
  readonly pounds: number;
  readonly unitPounds: string;
  readonly volume: string;
  readonly density: string;
  readonly scale: string | null;
  readonly from: string;
  readonly below: string | null;
  readonly densityClass: string;
  readonly stated: string | null;
  readonly nmfcItem: string | null;
  readonly freightClass: string;
  readonly reason: 'density' | 'stated' | 'item';
}

type Values = Readonly<Record<string, unknown>>;
const rows = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : []);

export const offersOf = (record: Values): readonly Offer[] => rows<Offer>(record['offers']);
export const costsOf = (record: Values): readonly CostOffer[] => rows<CostOffer>(record['costOffers']);
export const classesOf = (record: Values): readonly Classified[] => rows<Classified>(record['classification']);
