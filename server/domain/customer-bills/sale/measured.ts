import type { LineFacts, PackageFacts } from './facts.ts';

/** The carrier's measurements of a package, in the unit of the order. Decimals as texts. */
export interface Measured {
  readonly weight: string;
  readonly sides: readonly [string, string, string];
  readonly weightDiffers: boolean;
  readonly sizeDiffers: boolean;
}

/** The latest line with a package's weight and size: by bill, then by line. */
export function lastMeasure(lines: readonly LineFacts[]): LineFacts | null {
  const telling = lines.filter((line) => line.net > 0 && line.category === 'transport' && line.billedWeight !== null);
  return (
    telling
      .toSorted((one, other) => (one.bill === other.bill ? one.line - other.line : one.bill < other.bill ? -1 : 1))
      .at(-1) ?? null
  );
}

const isKilos = (unit: string | null): boolean => /^k/i.test(unit ?? '');
const [pound, inch] = [0.453_592_37, 2.54];

/** Converts to the order's unit, with two decimals as orders have. */
const inUnit = (value: string, from: boolean, to: boolean, each: number): string => {
  if (from === to) return value;
  return (from ? Number(value) / each : Number(value) * each).toFixed(2);
};

const sorted = (sides: readonly string[]): number[] => sides.map(Number).toSorted((one, other) => other - one);

/**
 * The measurements for repricing a package. Dimensions are the carrier's if all three are given. The weight is the
 * carrier's if it exceeds `expected` (billable weight as ordered) or is below the ordered weight; else the ordered one,
 * because a billed weight derived from the size is no measurement.
 */
export function measuredOf(
  ordered: PackageFacts,
  lines: readonly LineFacts[],
  expected: (sides: readonly [string, string, string]) => number | null,
): Measured | null {
  const { weight, length, width, height, unitType } = ordered;
  if (weight === null || length === null || width === null || height === null) return null;
  const kilos = unitType === '1';
  const own = [length, width, height] as const;
  const found = lastMeasure(lines);
  if (!found) return { weight, sides: own, weightDiffers: false, sizeDiffers: false };
  const from = isKilos(found.weightUnit);
  const given = [found.length, found.width, found.height];
  const whole = given.every((side) => side !== null && Number(side) > 0);
  const theirs = whole
    ? (given.map((side) => inUnit(side ?? '0', from, kilos, inch)) as [string, string, string])
    : own;
  // Carriers round dimensions up, so the next whole number is the same dimension.
  const differs = sorted(theirs).some((side, at) => Math.abs(side - (sorted(own)[at] ?? 0)) >= 1);
  const sides = differs ? theirs : own;
  const billed = Number(inUnit(found.billedWeight ?? '0', from, kilos, pound));
  const actual = Math.ceil(Number(weight));
  const known = expected(sides);
  const heavier = known !== null && billed > known;
  const lighter = billed > 0 && billed < actual;
  const taken = heavier || lighter;
  return { weight: taken ? String(billed) : weight, sides, weightDiffers: taken, sizeDiffers: differs };
}
