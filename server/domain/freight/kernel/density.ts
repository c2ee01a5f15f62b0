import { exact, sideScale, weightScale } from '../../rating/kernel/exact.ts';

/** Pounds per cubic foot as an exact fraction, so that no figure is rounded before it meets a step of the scale. */
export interface Density {
  readonly over: bigint;
  readonly under: bigint;
}

/** The freight classes, the densest first. */
export const freightClasses = [
  ...['50', '55', '60', '65', '70', '77.5', '85', '92.5', '100', '110', '125', '150', '175', '200', '250', '300'],
  ...['400', '500'],
] as const;
export type FreightClass = (typeof freightClasses)[number];

/** A step of a scale: from this many pounds per cubic foot on (included) the class is this one. */
export interface Step {
  readonly from: string;
  readonly freightClass: FreightClass;
}

/** A density scale of the NMFC, in force from its day on. */
export interface Scale {
  readonly from: string | null;
  readonly steps: readonly Step[];
}

const upTo30: readonly Step[] = [
  ...([
    { from: '0', freightClass: '400' },
    { from: '1', freightClass: '300' },
    { from: '2', freightClass: '250' },
    { from: '4', freightClass: '175' },
    { from: '6', freightClass: '125' },
    { from: '8', freightClass: '100' },
    { from: '10', freightClass: '92.5' },
    { from: '12', freightClass: '85' },
    { from: '15', freightClass: '70' },
    { from: '22.5', freightClass: '65' },
    { from: '30', freightClass: '60' },
  ] as const),
];

/** Eleven steps before docket 2025-1 of the NMFC, thirteen since: 35 and 50 pounds per cubic foot came on top. */
export const scales: readonly Scale[] = [
  { from: null, steps: upTo30 },
  {
    from: '2025-07-19',
    steps: [...upTo30, { from: '35', freightClass: '55' }, { from: '50', freightClass: '50' }],
  },
];

/** The scale of a pickup day. */
export const scaleOn = (day: string): Scale =>
  scales.findLast(({ from }) => from === null || from <= day) ?? (scales[0] as Scale);

/** A handling unit with its pallet, as it is typed: decimals in inches and pounds, or centimetres and kilograms. */
export interface Measures {
  readonly weight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly isMetric: boolean;
}

/** 0.45359237 kg is a pound, 16.387064 cubic centimetres are a cubic inch: both exact by definition. */
const kilogram = { over: 100_000_000n, under: 45_359_237n };
const cubicCentimetre = { over: 1_000_000n, under: 16_387_064n };
const cubicInches = 1728n;

const parts = (text: string, scale: number): bigint | null => {
  const value = exact(text, scale);
  return value === null || value <= 0 ? null : BigInt(value);
};

/** Cubic feet of one handling unit; null where a side is missing or not positive. */
export function volumeOf({ length, width, height, isMetric }: Measures): Density | null {
  const sides = [length, width, height].map((side) => parts(side, sideScale));
  let over = 1n;
  for (const side of sides) {
    if (side === null) return null;
    over *= side;
  }
  const under = BigInt(sideScale) ** 3n * cubicInches;
  return isMetric ? { over: over * cubicCentimetre.over, under: under * cubicCentimetre.under } : { over, under };
}

/** Pounds of one handling unit. */
export function poundsOf({ weight, isMetric }: Measures): Density | null {
  const over = parts(weight, weightScale);
  if (over === null) return null;
  const under = BigInt(weightScale);
  return isMetric ? { over: over * kilogram.over, under: under * kilogram.under } : { over, under };
}

export function densityOf(measures: Measures): Density | null {
  const [volume, pounds] = [volumeOf(measures), poundsOf(measures)];
  if (!volume || !pounds) return null;
  return { over: pounds.over * volume.under, under: pounds.under * volume.over };
}

/** The rated weight of several units in whole pounds, rounded up. */
export function wholePounds(measures: Measures, quantity: number): number {
  const pounds = poundsOf(measures);
  if (!pounds) return 0;
  const over = pounds.over * BigInt(quantity);
  return Number((over + pounds.under - 1n) / pounds.under);
}

const reaches = ({ over, under }: Density, bound: string): boolean => {
  const least = exact(bound, weightScale) ?? 0;
  return over * BigInt(weightScale) >= BigInt(least) * under;
};

/** The step that a density falls into, and the bound of the next one. */
export function stepOf({ steps }: Scale, density: Density): { step: Step; below: string | null } {
  const at = steps.findLastIndex(({ from }) => reaches(density, from));
  return { step: steps[Math.max(at, 0)] as Step, below: steps[at + 1]?.from ?? null };
}

/** Whether a density is at least a bound. */
export const isAtLeast = reaches;

/**
 * A figure with four places, cut and never rounded up: a density just below a step must not read as if it had reached it.
 */
export function written({ over, under }: Density): string {
  const cut = String((over * 10_000n) / under).padStart(5, '0');
  const fraction = cut.slice(-4).replace(/0+$/, '');
  return fraction === '' ? cut.slice(0, -4) : `${cut.slice(0, -4)}.${fraction}`;
}
