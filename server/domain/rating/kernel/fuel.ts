import { onDay, type Dated } from './dated.ts';
import { mulDiv, percentOf, percentScale } from './exact.ts';
import { NoPrice } from './parcel.ts';

/** The percent of one week (`percentScale`). Weeks of one schedule neither overlap nor leave a gap. */
export interface FuelWeek extends Dated {
  readonly percent: number;
}

/** What a customer was granted on fuel: percent off the rate, or points off, then at most a cap. */
export interface FuelConcession {
  readonly off: { readonly percent: number } | { readonly points: number } | null;
  readonly cap?: number;
}

/** The percent for a ship date and the week it is of; the invoice's date never counts. Throws `NoPrice` for a day without a week. */
export function fuelOn(weeks: readonly FuelWeek[], shipDate: string, concession: FuelConcession | null): FuelDue {
  const week = onDay(weeks, shipDate);
  if (!week) throw new NoPrice('rating.noFuel', 'shipDate', { shipDate });
  const { from } = week;
  if (!concession) return { percent: week.percent, from };
  const { off, cap } = concession;
  const less = off === null ? 0 : 'points' in off ? off.points : mulDiv(week.percent, off.percent, percentScale * 100);
  return { percent: Math.min(Math.max(0, week.percent - less), cap ?? Infinity), from };
}

/** What fuel is charged with: the percent after what was granted on it, and the first day of its week. */
export interface FuelDue {
  readonly percent: number;
  readonly from: string;
}

/** Fuel of one box: rounded to the cent a box, then summed, as carriers do. */
export const fuelAmount = (base: number, percent: number): number => percentOf(base, percent);
