import type { Dated } from './dated.ts';
import type { FuelConcession, FuelWeek } from './fuel.ts';
import type { Unit } from './parcel.ts';
import type { SurchargeRule } from './surcharge.ts';
import type { RateTable } from './table.ts';
import type { WeightRule } from './weight.ts';
import type { ZoneChart } from './zone.ts';

/** What a service takes at most; sides as the service rounds them. */
export interface Limits extends Dated {
  readonly weight?: number;
  readonly longest?: number;
  readonly lengthPlusGirth?: number;
  readonly boxes?: number;
}

/** One price for anything that fits: a flat-rate box or envelope. */
export interface FixedRate extends Dated {
  readonly id: string;
  readonly version: number;
  readonly amount: number;
  readonly weight: number;
  readonly sides?: readonly [number, number, number];
}

/** Boxes priced together by weight from a total on, where that is cheaper than one by one. */
export interface Multiweight {
  readonly tables: readonly RateTable[];
  readonly from: number;
  /** Each box counts at least this much on average. */
  readonly average: number;
}

/** Postal codes with a tier, one version of one carrier's list. */
export interface AreaList extends Dated {
  /** The recipients that it is for; left out: all. */
  readonly recipients?: 'residential' | 'commercial';
  readonly tiers: ReadonlyMap<string, string>;
}

/** The compiled, immutable prices of one service for one side (cost or sale). */
export interface ServicePrices {
  readonly currency: string;
  readonly unit: Unit;
  readonly weightRules: readonly WeightRule[];
  readonly limits: readonly Limits[];
  readonly charts: readonly ZoneChart[];
  readonly tables: readonly RateTable[];
  readonly mode: 'perBox' | 'perShipment';
  readonly fixed?: readonly FixedRate[];
  readonly multiweight?: Multiweight;
  readonly areas: readonly AreaList[];
  readonly surcharges: readonly SurchargeRule[];
  /** null: fuel is in the price. */
  readonly fuel: readonly FuelWeek[] | null;
  readonly concession: FuelConcession | null;
  /** Percent off transport, and the least that is left of it. Given once; surcharges have discounts of their own. */
  readonly discount: { readonly percent: number; readonly least?: number } | null;
  /** Declared value (minor units) from which one direct signature counts for the whole shipment; null: each box by itself. */
  readonly directFrom: number | null;
  /** A customer's own customers pay this percent more, on the finished total. */
  readonly distribution?: number;
}
