/** Legal definitions of pound and ounce in grams. */
const grams: Readonly<Record<string, number>> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };

/** To the thousandth of a gram, far below a parcel scale's precision. */
export const gramsOf = (weight: string | number, unit: string): number =>
  Math.round(Number(weight) * (grams[unit] ?? 1) * 1000) / 1000;

export const unitOf = (unitType: string): 'lb' | 'kg' => (unitType === '1' ? 'kg' : 'lb');

/** A weight in an order's unit, for display. */
export const shown = (weight: number, unitType: string): string => (weight / (grams[unitOf(unitType)] ?? 1)).toFixed(3);

const usualTolerance = 5;
/** Tolerance for rounding to the thousandth of a gram. */
const rounding = 0.01;
/** Minimum tolerance in grams: smaller differences cannot be measured. */
const minGrams = 10;

/** Whether a weight matches the order within the tolerance in percent. */
export function agrees(weight: number, expected: number, tolerance: string | null): boolean {
  const said = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(tolerance?.trim() ?? '')?.[1];
  const most = Math.max(minGrams, (expected * Number(said ?? usualTolerance)) / 100);
  return Math.abs(weight - expected) <= most + rounding;
}
