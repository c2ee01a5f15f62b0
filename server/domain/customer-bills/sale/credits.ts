import { groupBy } from './group.ts';
import { mulDiv } from '../../rating/kernel/exact.ts';
import type { LineFacts } from './facts.ts';

/** Credits of a carrier for a charge, and the charge before them. Two-legged corrections are no credits. */
export interface Credits {
  readonly charged: number;
  readonly credited: number;
}

/**
 * A bill with only negative lines for a charge is a credit; one with both signs is a correction. Where all lines together come
 * to nothing, all was given back, also by the bill that charged it.
 */
export function creditsOf(lines: readonly LineFacts[]): Credits {
  const taken = lines.reduce((sum, { net }) => sum + Math.max(net, 0), 0);
  if (taken > 0 && lines.reduce((sum, { net }) => sum + net, 0) === 0) return { charged: taken, credited: taken };
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
 * A price after credits: a credit has its charge's markup, so that a full refund costs the customer nothing. Without a
 * bill of the charge, its prediction is used.
 */
export function afterCredits(price: number, { charged, credited }: Credits, predictedCost: number): number {
  if (credited === 0) return price;
  const base = charged > 0 ? charged : predictedCost;
  if (base <= 0) return price - credited;
  return price - mulDiv(price, Math.min(credited, base), base);
}
