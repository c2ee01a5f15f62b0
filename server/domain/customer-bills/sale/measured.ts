import type { LineFacts, PackageFacts } from './facts.ts';

/** What the carrier found of one package, in the unit in which it was ordered. Decimals as texts. */
export interface Measured {
  readonly weight: string;
  readonly sides: readonly [string, string, string];
  readonly weightDiffers: boolean;
  readonly sizeDiffers: boolean;
}

/** The line that speaks last of a package's weight and size: by the bill, then by its place on it. */
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

/** In the unit of the order. Two decimals, as orders have them. */
const inUnit = (value: string, from: boolean, to: boolean, each: number): string => {
  if (from === to) return value;
  return (from ? Number(value) / each : Number(value) * each).toFixed(2);
};

const sorted = (sides: readonly string[]): number[] => sides.map(Number).toSorted((one, other) => other - one);

/**
 * The figures that a package is priced by again. Sides are the carrier's where it gives all three. The weight is the
 * carrier's where it is more than `expected` (what size and weight as ordered come to), or less than the ordered weight;
 * else the ordered one, since a billed weight that only follows from size is no weight.
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
  // Carriers round sides up; what is the next whole one is the same side.
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
