import { groupBy } from './group.ts';
import { mulDiv } from '../../rating/kernel/exact.ts';
import type { LineFacts } from './facts.ts';

/** What a carrier has given back of a charge, and what the charge came to before. Corrections in two legs are no credits. */
export interface Credits {
  readonly charged: number;
  readonly credited: number;
}

/** A bill whose lines of a charge only give back is a credit; one that takes and gives is a correction. */
export function creditsOf(lines: readonly LineFacts[]): Credits {
  const bills = groupBy(lines, ({ bill }) => bill);
  let charged = 0;
  let credited = 0;
  for (const each of bills.values()) {
    const sum = each.reduce((total, { net }) => total + net, 0);
    if (sum < 0 && each.every(({ net }) => net <= 0)) credited -= sum;
    else charged += sum;
  }
  return { charged, credited };
}

/**
 * What is left of a price after credits: a credit has the markup of its charge, so that what is refunded in full costs the
 * customer nothing. Without a bill of the charge, what was predicted for it stands in its place.
 */
export function afterCredits(price: number, { charged, credited }: Credits, predictedCost: number): number {
  if (credited === 0) return price;
  const base = charged > 0 ? charged : predictedCost;
  if (base <= 0) return price - credited;
  return price - mulDiv(price, Math.min(credited, base), base);
}
