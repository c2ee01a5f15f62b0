import { groupBy } from './group.ts';
import { mulDiv } from '../../rating/kernel/exact.ts';
import type { LineFacts } from './facts.ts';

/** Credits of a carrier for a charge, and the charge before them. Two-legged corrections are no credits. */
export interface Credits {
  readonly charged: number;
  readonly credited: number;
}

/**
 * A bill with only negative lines for a charge is a credit; one with both signs is a correction, except for what it adjusts
 * down of its own charge. Where all lines together come to nothing, all was given back, also by the bill that charged it.
 */
export function creditsOf(lines: readonly LineFacts[]): Credits {
  const taken = lines.reduce((sum, { net }) => sum + Math.max(net, 0), 0);
  if (taken > 0 && sumOf(lines) === 0) return { charged: taken, credited: taken };
  let charged = 0;
  let credited = 0;
  for (const each of groupBy(lines, ({ bill }) => bill).values()) {
    const sum = sumOf(each);
    const credit = sum < 0 && each.every(({ net }) => net <= 0) ? -sum : givenBack(each, lines);
    credited += credit;
    charged += sum + credit;
  }
  return { charged, credited };
}

const sumOf = (lines: readonly LineFacts[]): number => lines.reduce((sum, { net }) => sum + net, 0);

/**
 * What a bill adjusts down of charges that it takes itself. Not the legs of a correction: a row that reverses a whole charge
 * for another one, or a package that an earlier bill has charged.
 */
function givenBack(own: readonly LineFacts[], all: readonly LineFacts[]): number {
  let credit = 0;
  for (const [number, lines] of groupBy(own, numberOf)) {
    const bill = lines[0]?.bill ?? '';
    if (all.some((line) => line.net > 0 && line.bill < bill && numberOf(line) === number)) continue;
    const rows = [...groupBy(lines, ({ line }) => String(line)).values()].map((row) => ({
      net: sumOf(row),
      adjusts: row.every(({ kind }) => kind === 'ADJ'),
    }));
    const left = withoutReversals(rows);
    if (left.every(({ net, adjusts }) => adjusts === net < 0))
      credit -= left.reduce((sum, { net }) => sum + Math.min(net, 0), 0);
  }
  return credit;
}

const numberOf = ({ trackingNo }: LineFacts): string => trackingNo ?? '';

/** Rows without charges that were reversed and charged again, and without their reversals. */
function withoutReversals<Row extends { readonly net: number }>(rows: readonly Row[]): readonly Row[] {
  let left = rows.filter(({ net }) => net !== 0);
  for (const { net } of left.filter((row) => row.net < 0)) {
    const reversed = left.findIndex((row) => row.net === -net);
    if (reversed < 0 || left.filter((row) => row.net > 0).length < 2) continue;
    const reversal = left.findIndex((row) => row.net === net);
    left = left.filter((_, at) => at !== reversed && at !== reversal);
  }
  return left;
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
