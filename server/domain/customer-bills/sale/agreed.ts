import { lastMeasure, measuredOf } from './measured.ts';
import type { AgreementFacts, PackageFacts, SaleFacts } from './facts.ts';
import type { Rerating } from './rerate.ts';
import type { Unit } from './units.ts';

/** A package whose measured box is one that was agreed with the customer. */
export interface Agreed {
  readonly agreement: string;
  /** The reason for the carrier's claim. */
  readonly claim: 'weight' | 'dimension' | 'belowTrigger';
  /** Categories whose surplus comes from the carrier's measure. */
  readonly covers: ReadonlySet<string>;
}

const [pound, inch] = [0.453_592_37, 2.54];
const sizes = ['additionalHandling', 'largePackage', 'overMaximum'] as const;
const sizesOnly: ReadonlySet<string> = new Set(sizes);
const all: ReadonlySet<string> = new Set(['transport', 'fuel', ...sizes]);

/**
 * The agreement that covers a package: it was ordered with the agreed weight and sides, each within the tolerance, and the
 * carrier measured no more than these plus the tolerance. Null without a measure or for an order billed as a whole.
 */
export function agreedOf(facts: SaleFacts, unit: Unit, priced: () => Rerating): Agreed | null {
  const box = unit.at === null ? undefined : facts.packages[unit.at];
  if (facts.agreements.length === 0 || unit.at === null || !box || !lastMeasure(unit.lines)) return null;
  const rerated = priced();
  // Without a price list the ordered weight, rounded up, is what the carrier should find.
  const known = 'reason' in rerated ? null : rerated.facts[unit.at];
  const measured = known ?? measuredOf(box, unit.lines, () => Math.ceil(Number(box.weight)));
  if (!measured) return null;
  const found = facts.agreements.find((each) => {
    const [weight, ...sides] = inUnitOf(each, box.unitType);
    return ordered(box, weight, sides) && within(measured, weight, sides);
  });
  if (!found) return null;
  const differs = measured.weightDiffers || measured.sizeDiffers;
  return {
    agreement: found.id,
    claim: measured.sizeDiffers ? 'dimension' : measured.weightDiffers ? 'weight' : 'belowTrigger',
    covers: differs ? all : sizesOnly,
  };
}

interface Limit {
  readonly agreed: number;
  readonly tolerance: number;
}

const descending = (sides: readonly (string | null)[]): number[] =>
  sides.map(Number).toSorted((one, other) => other - one);

/** Weight, then the sides from the longest, in the unit of the package. */
function inUnitOf(agreement: AgreementFacts, unitType: string): readonly [Limit, ...Limit[]] {
  const scaled = (each: number) => (value: string | number) => {
    if (agreement.unitType === unitType) return Number(value);
    return Number((unitType === '1' ? Number(value) * each : Number(value) / each).toFixed(2));
  };
  const [weight, side] = [scaled(pound), scaled(inch)];
  return [
    { agreed: weight(agreement.weight), tolerance: weight(agreement.weightTolerance) },
    ...descending([agreement.length, agreement.width, agreement.height]).map((each) => ({
      ...{ agreed: side(each), tolerance: side(agreement.sizeTolerance) },
    })),
  ];
}

/** Half of the last decimal of a weight or side, for figures converted between units. */
const slack = 0.005;

const ordered = (box: PackageFacts, weight: Limit, sides: readonly Limit[]): boolean => {
  const near = (value: number, limit: Limit | undefined) =>
    limit !== undefined && Math.abs(value - limit.agreed) <= limit.tolerance + slack;
  return (
    near(Number(box.weight), weight) &&
    descending([box.length, box.width, box.height]).every((side, at) => near(side, sides[at]))
  );
};

/** Carriers round up to whole units, so the limit is rounded up too. */
const within = (
  measured: { readonly weight: string; readonly sides: readonly string[] },
  weight: Limit,
  sides: readonly Limit[],
): boolean => {
  const below = (value: number, limit: Limit | undefined) =>
    limit !== undefined && value <= Math.ceil(Number((limit.agreed + limit.tolerance).toFixed(2)));
  return (
    below(Number(measured.weight), weight) && descending(measured.sides).every((side, at) => below(side, sides[at]))
  );
};
