import type { Dated } from './dated.ts';
import { ceilTo, mulDiv, rateScale, weightScale } from './exact.ts';
import { NoPrice, type Packaging } from './parcel.ts';
import { roundWeight, type WeightStep } from './weight.ts';

/** A table row for weights up to and including `to`, above the previous row. */
export interface RateRow {
  readonly to: number;
  /** By zone; a zone that is missing is not offered. */
  readonly prices: Readonly<Record<string, RatePrice>>;
}

export type RatePrice =
  /** Minor units, whatever the weight within the row. */
  | { readonly mode: 'flat'; readonly amount: number; readonly fee?: Fee }
  /** Rate (`rateScale`) a unit of the whole weight, at least of `minimum`, rounded by the row's own step. */
  | {
      readonly mode: 'perUnit';
      readonly rate: number;
      readonly step?: number;
      readonly minimum?: number;
      readonly fee?: Fee;
    }
  /** The first weight for an amount, then an amount for each started step. */
  | {
      readonly mode: 'firstAndSteps';
      readonly first: { readonly weight: number; readonly amount: number };
      readonly step: { readonly weight: number; readonly amount: number };
      readonly fee?: Fee;
    };

/** A fee beside the price by weight: minor units for each piece or once for the shipment. */
export interface Fee {
  readonly amount: number;
  readonly per: 'piece' | 'shipment';
}

/** One version of one table. It is never changed: another price is another version from a day on. */
export interface RateTable extends Dated {
  readonly id: string;
  readonly version: number;
  /** Ascending by `to`. */
  readonly rows: readonly RateRow[];
  /** Above the last row: a rate a unit by zone (`rateScale`); absent: nothing heavier is offered. */
  readonly above?: Readonly<Record<string, number>>;
  /** One price by zone for a letter or pak up to a weight; a heavier one is priced as a box. */
  readonly packaging?: Readonly<Partial<Record<Packaging, PackagePrice>>>;
  /** A higher weight break that is cheaper is billed instead ("deficit weight"). */
  readonly deficit?: boolean;
}

export interface PackagePrice {
  readonly to: number;
  /** Minor units by zone. */
  readonly prices: Readonly<Record<string, number>>;
}

export interface Priced {
  readonly amount: number;
  /** The weight that was paid for: higher than the billed one where a higher break is cheaper. */
  readonly weight: number;
  readonly mode: RatePrice['mode'] | 'above';
  /** The rate a unit where there is one (`rateScale`). */
  readonly rate: number | null;
  /** Paid by a higher weight break, which is cheaper. */
  readonly higher?: true;
}

const unrounded: WeightStep = { step: 0 };

/**
 * Transport for one weight to one zone, for `pieces` boxes that are billed together. A higher break is paid from the first
 * weight on that the service's rounding knows in it. Throws `NoPrice` for a hole.
 */
export function priceOf(
  table: RateTable,
  {
    zone,
    weight,
    pieces,
    rounding = unrounded,
  }: { zone: string; weight: number; pieces: number; rounding?: WeightStep },
): Priced {
  const at = firstRow(table.rows, weight);
  const plain = at < table.rows.length ? inRow(table, at, zone, weight, pieces) : aboveRows(table, zone, weight);
  if (!table.deficit) return plain;
  let best = plain;
  // A break begins just above the previous row, so that the billed weight is never below the actual one.
  for (let next = at + 1; next < table.rows.length; next++) {
    const from = table.rows[next - 1]?.to ?? 0;
    const begins = roundWeight(from + 1, rounding);
    const other = begins > (table.rows[next]?.to ?? 0) ? null : tryRow(table, next, zone, begins, pieces);
    if (other && other.amount < best.amount) best = { ...other, higher: true };
  }
  return best;
}

/** What a letter or pak costs by its own row; null where it goes as a box. Throws `NoPrice` where its zone is not offered. */
export function packagePrice(table: RateTable, zone: string, actual: number, packaging: Packaging): Priced | null {
  const own = table.packaging?.[packaging];
  if (!own || actual > own.to) return null;
  const amount = Object.hasOwn(own.prices, zone) ? own.prices[zone] : undefined;
  if (amount === undefined) throw new NoPrice('rating.noRate', '', { table: table.id, zone, weight: actual });
  return { amount, weight: actual, mode: 'flat', rate: null };
}

/** The index of the first row that reaches the weight; the number of rows where none does. */
function firstRow(rows: readonly RateRow[], weight: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.to ?? 0) < weight) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inRow(table: RateTable, at: number, zone: string, weight: number, pieces: number): Priced {
  const found = tryRow(table, at, zone, weight, pieces);
  if (!found) throw new NoPrice('rating.noRate', '', { table: table.id, zone, weight });
  return found;
}

function tryRow(table: RateTable, at: number, zone: string, weight: number, pieces: number): Priced | null {
  const prices = table.rows[at]?.prices;
  const price = prices && Object.hasOwn(prices, zone) ? prices[zone] : undefined;
  if (!price) return null;
  const fee = price.fee ? price.fee.amount * (price.fee.per === 'piece' ? pieces : 1) : 0;
  switch (price.mode) {
    case 'flat':
      return { amount: price.amount + fee, weight, mode: 'flat', rate: null };
    case 'perUnit': {
      const paid = ceilTo(Math.max(weight, price.minimum ?? 0), price.step ?? 0);
      return { amount: unitAmount(price.rate, paid) + fee, weight: paid, mode: 'perUnit', rate: price.rate };
    }
    case 'firstAndSteps': {
      const { first, step } = price;
      const more = Math.max(0, Math.ceil((weight - first.weight) / step.weight));
      return { amount: first.amount + more * step.amount + fee, weight, mode: 'firstAndSteps', rate: null };
    }
  }
}

/** Above the last row the whole weight is paid by the unit. */
function aboveRows(table: RateTable, zone: string, weight: number): Priced {
  const { above } = table;
  const rate = above && Object.hasOwn(above, zone) ? above[zone] : undefined;
  if (rate === undefined) throw new NoPrice('rating.tooHeavy', '', { table: table.id, zone, weight });
  return { amount: unitAmount(rate, weight), weight, mode: 'above', rate };
}

/** A rate a unit in ten-thousandths of the currency times a weight in ten-thousandths of a unit, as minor units (hundredths). */
const unitAmount = (rate: number, weight: number): number => mulDiv(rate, weight, (rateScale * weightScale) / 100);
