import type { FreightClass } from './density.ts';

/** From how many pounds on each column of a table counts. */
export const breaks = [
  { name: 'l5c', from: 0 },
  { name: 'm5c', from: 500 },
  { name: 'm1m', from: 1_000 },
  { name: 'm2m', from: 2_000 },
  { name: 'm5m', from: 5_000 },
  { name: 'm10m', from: 10_000 },
  { name: 'm20m', from: 20_000 },
] as const;
export type Break = (typeof breaks)[number]['name'];

export interface Lane {
  readonly originFrom: string;
  readonly originTo: string;
  readonly destinationFrom: string;
  readonly destinationTo: string;
  readonly zone: string;
}

/** Prices per hundredweight (`rateScale`) by weight break; a break without a price has the one before it. */
export interface Rate {
  readonly zone: string;
  readonly freightClass: FreightClass | null;
  readonly densityFrom: string | null;
  readonly prices: Readonly<Partial<Record<Break, number>>>;
}

export interface AccessorialPrice {
  readonly accessorial: string;
  /** Minor units: for the shipment, each handling unit or each hundredweight. */
  readonly amount: number;
  readonly per: 'shipment' | 'unit' | 'cwt';
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** One table of one carrier for one side, with the fuel percent of the day that is priced. Never changed. */
export interface Tariff {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly carrier: string;
  readonly side: 'cost' | 'sale';
  readonly level: string | null;
  readonly customer: string | null;
  readonly currency: string;
  readonly from: string;
  readonly basis: 'class' | 'density';
  readonly lanes: readonly Lane[];
  readonly rates: readonly Rate[];
  readonly deficit: boolean;
  /** `percentScale`. */
  readonly discount: number;
  /** Minor units: the least that is left of the transport after the discount. */
  readonly minimum: number;
  /** Whether fuel is charged, and its percent (`percentScale`); null: no week covers the day. */
  readonly hasFuel: boolean;
  readonly fuel: { readonly percent: number; readonly from: string } | null;
  readonly accessorials: readonly AccessorialPrice[];
  readonly validDays: number;
}

/** The first lane that holds both places by the first three characters of their postal codes. */
export function zoneOf({ lanes }: Tariff, origin: string, destination: string): string | null {
  const [from, to] = [origin.slice(0, 3).toUpperCase(), destination.slice(0, 3).toUpperCase()];
  const lane = lanes.find(
    (each) =>
      each.originFrom <= from && from <= each.originTo && each.destinationFrom <= to && to <= each.destinationTo,
  );
  return lane?.zone ?? null;
}

/**
 * The tables that price a customer's orders of one side, one per carrier: the customer's own before their level's before
 * the general one, and of equals the one that began last.
 */
export function chosen<T extends Tariff>(tariffs: readonly T[], side: Tariff['side']): Map<string, T> {
  const rank = ({ customer, level }: T): number => (customer !== null ? 2 : level !== null ? 1 : 0);
  const byCarrier = new Map<string, T>();
  for (const tariff of tariffs) {
    if (tariff.side !== side) continue;
    const known = byCarrier.get(tariff.carrier);
    const isBetter =
      !known ||
      rank(tariff) > rank(known) ||
      (rank(tariff) === rank(known) &&
        (tariff.from > known.from || (tariff.from === known.from && BigInt(tariff.id) > BigInt(known.id))));
    if (isBetter) byCarrier.set(tariff.carrier, tariff);
  }
  return byCarrier;
}
