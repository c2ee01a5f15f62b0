import type { Dated } from './dated.ts';
import { ceilTo, mulDiv, percentScale, roundTo, sideScale, weightScale } from './exact.ts';
import type { Box } from './parcel.ts';

/** How a weight is rounded up: by one step, and by another from a weight on. 0: as it is. */
export interface WeightStep {
  readonly step: number;
  readonly above?: { readonly weight: number; readonly step: number };
}

/**
 * How a channel's service turns sides and scales into the weight that is billed. Dated, because carriers change it:
 * UPS and FedEx rounded sides to the nearest inch to 17 August 2025 and round every fraction up since.
 */
export interface WeightRule extends Dated {
  readonly sides: 'none' | 'nearest' | 'up';
  /** Cubic units a unit of weight: 139 for inches and pounds, 5000 for centimetres and kilograms on most lists. */
  readonly divisor: number;
  /** Another divisor above a volume, in cubic units. */
  readonly divisorAbove?: { readonly volume: number; readonly divisor: number };
  /** No volume weight up to this volume, in cubic units. */
  readonly freeVolume?: number;
  /** The greater of both, the volume alone, or the actual weight plus a share (percent) of what the volume exceeds it by. */
  readonly basis: 'greater' | 'volume' | { readonly excess: number };
  /** Boxes are compared one by one and rounded, compared one by one and rounded as a sum, or summed and then compared. */
  readonly pieces: 'each' | 'comparedThenSummed' | 'summedThenCompared';
  readonly rounding: WeightStep;
  /** The least billed weight of a box, or of the shipment where pieces are summed. */
  readonly minimum: number;
}

/** A box as the rules measure it. Sides rounded and sorted, longest first; girth and volume of the rounded sides. */
export interface Measured {
  readonly sides: readonly [number, number, number];
  readonly lengthPlusGirth: number;
  /** Cubic thousandths of a unit (`sideScale`), so that it stays exact without rounding. */
  readonly volume: number;
  readonly actual: number;
  readonly dimensional: number;
}

/** Sides are longest first whatever was typed first; a rounded side is at least one unit. */
export function measure(box: Box, rule: WeightRule): Measured {
  const rounded = box.sides.map((side) => roundSide(side, rule.sides)).sort((one, other) => other - one);
  const [length = 0, width = 0, height = 0] = rounded;
  // Thousandths times thousandths times thousandths, brought back to one thousandth: exact for sides without a rounding, too.
  const volume = mulDiv(mulDiv(length, width, 1), height, sideScale * sideScale);
  return {
    sides: [length, width, height],
    lengthPlusGirth: length + 2 * (width + height),
    volume,
    actual: box.weight,
    dimensional: volumeWeight(volume, rule),
  };
}

function roundSide(side: number, way: WeightRule['sides']): number {
  if (way === 'none') return side;
  return Math.max(sideScale, way === 'up' ? ceilTo(side, sideScale) : roundTo(side, sideScale));
}

/** What a volume (cubic thousandths) is divided by; 0: it does not count. */
export function divisorOf(volume: number, { divisor, divisorAbove, freeVolume }: WeightRule): number {
  if (freeVolume !== undefined && volume <= freeVolume * sideScale) return 0;
  return divisorAbove && volume > divisorAbove.volume * sideScale ? divisorAbove.divisor : divisor;
}

/** Unrounded, because the rule's step rounds only the billed weight. The last unit is rounded up. */
function volumeWeight(volume: number, rule: WeightRule): number {
  const by = divisorOf(volume, rule);
  return by > 0 ? Math.ceil((volume * (weightScale / sideScale)) / by) : 0;
}

export function roundWeight(weight: number, { step, above }: WeightStep): number {
  return ceilTo(weight, above && weight > above.weight ? above.step : step);
}

/** The billed weight of one box by its rule, at least `least` (the minimum of a triggered surcharge). */
export function billable(box: Measured, rule: WeightRule, least = 0): number {
  return Math.max(roundWeight(compared(box.actual, box.dimensional, rule), rule.rounding), rule.minimum, least);
}

/** The billed weight of a whole shipment, where its service is priced on the total. Each box comes with its quantity. */
export function billableTotal(
  boxes: readonly { readonly box: Measured; readonly quantity: number; readonly least: number }[],
  rule: WeightRule,
): number {
  const sum = (weightOf: (one: (typeof boxes)[number]) => number) =>
    boxes.reduce((total, one) => total + weightOf(one) * one.quantity, 0);
  const least = Math.max(
    rule.minimum,
    sum((one) => one.least),
  );
  switch (rule.pieces) {
    case 'each':
      return sum(({ box, least: own }) => billable(box, rule, own));
    case 'comparedThenSummed':
      return Math.max(
        roundWeight(
          sum(({ box }) => compared(box.actual, box.dimensional, rule)),
          rule.rounding,
        ),
        least,
      );
    case 'summedThenCompared':
      return Math.max(
        roundWeight(
          compared(
            sum(({ box }) => box.actual),
            sum(({ box }) => box.dimensional),
            rule,
          ),
          rule.rounding,
        ),
        least,
      );
  }
}

/** What the weights of a box, or of all boxes, come to before any rounding. */
export function compared(actual: number, dimensional: number, { basis }: WeightRule): number {
  if (basis === 'greater') return Math.max(actual, dimensional);
  if (basis === 'volume') return dimensional;
  return actual + mulDiv(Math.max(0, dimensional - actual), basis.excess, percentScale * 100);
}
