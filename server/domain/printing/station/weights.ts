/** Pounds and ounces are so many grams by law. */
const grams: Readonly<Record<string, number>> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };

/** To the thousandth of a gram, which is far below what a scale of parcels tells. */
export const gramsOf = (weight: string | number, unit: string): number =>
  Math.round(Number(weight) * (grams[unit] ?? 1) * 1000) / 1000;

export const unitOf = (unitType: string): 'lb' | 'kg' => (unitType === '1' ? 'kg' : 'lb');

/** A weight in the unit of an order, as people read it. */
export const shown = (weight: number, unitType: string): string => (weight / (grams[unitOf(unitType)] ?? 1)).toFixed(3);

const usualTolerance = 5;
/** What rounding to the thousandth of a gram may make of a weight that is just within. */
const rounding = 0.01;
/** Below this a scale and a person cannot tell the difference. */
const minGrams = 10;

/** Whether a parcel weighs what its order says, within so many percent. */
export function agrees(weight: number, expected: number, tolerance: string | null): boolean {
  const said = /^(\d{1,2}(?:\.\d{1,2})?)%$/.exec(tolerance?.trim() ?? '')?.[1];
  const most = Math.max(minGrams, (expected * Number(said ?? usualTolerance)) / 100);
  return Math.abs(weight - expected) <= most + rounding;
}
