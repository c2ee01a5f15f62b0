import type { ShopWeight } from './store.ts';

/** Micrograms of a unit, exact. */
const micrograms: Readonly<Record<ShopWeight['unit'], bigint>> = {
  lb: 453_592_370n,
  oz: 28_349_524n,
  kg: 1_000_000_000n,
  g: 1_000_000n,
};
const million = 1_000_000n;

const units = (decimal: string): bigint => {
  const [whole = '0', part = ''] = decimal.split('.');
  return BigInt(whole) * million + BigInt(part.slice(0, 6).padEnd(6, '0'));
};

const up = (top: bigint, below: bigint): bigint => (top + below - 1n) / below;

const printed = (value: bigint, scale: bigint, places: number): string =>
  places === 0 ? String(value / scale) : `${value / scale}.${String(value % scale).padStart(places, '0')}`;

/** A weight in a shop's units ('0' pounds, '1' kilograms) with four places, rounded up, and in grams. */
export function weightIn({ value, unit }: ShopWeight, unitType: string): { weight: string; grams: string } {
  const wanted = unitType === '1' ? 'kg' : 'lb';
  const total = units(value) * micrograms[unit];
  const same = wanted === unit ? up(units(value), 100n) : up(total * 10_000n, micrograms[wanted] * million);
  return { weight: printed(same, 10_000n, 4), grams: printed(up(total, (million * million) / 1_000n), 1_000n, 3) };
}

/** Hundredths of a decimal text, rounded up. */
export const hundredths = (decimal: string): bigint => up(units(decimal), 10_000n);
/** A number with two places of hundredths. */
export const figureOf = (value: bigint): number => Number(printed(value, 100n, 2));

/** Hundredths of one system of units in the other: pounds and kilograms, inches and centimetres. */
export function converted(value: bigint, kind: 'weight' | 'length', from: string, to: string): bigint {
  if (from === to) return value;
  const [pound, whole] = kind === 'weight' ? [45_359_237n, 100_000_000n] : [254n, 100n];
  return to === '1' ? up(value * pound, whole) : up(value * whole, pound);
}
