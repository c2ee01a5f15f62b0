/**
 * Exact figures as integers: money in minor units, percents and rates in ten-thousandths, weights in ten-thousandths of
 * a pound or kilogram, sides in thousandths of an inch or centimetre. No figure of a price is ever a fraction of a float.
 */

/** How many parts of each a unit has. */
export const weightScale = 10_000;
export const sideScale = 1_000;
export const rateScale = 10_000;
export const percentScale = 10_000;

/** `value * by / over`, halves away from zero. Exact for any size. */
export function mulDiv(value: number, by: number, over: number): number {
  const product = value * by;
  if (Number.isSafeInteger(product)) return divide(product, over);
  return Number(divideBig(BigInt(value) * BigInt(by), BigInt(over)));
}

function divide(value: number, over: number): number {
  const sign = value < 0 ? -1 : 1;
  const whole = Math.abs(value);
  const rest = whole % over;
  const floor = (whole - rest) / over;
  // A zero has one sign only.
  return rest * 2 >= over ? sign * (floor + 1) : floor === 0 ? 0 : sign * floor;
}

function divideBig(value: bigint, over: bigint): bigint {
  const whole = value < 0n ? -value : value;
  const rounded = (whole * 2n + over) / (over * 2n);
  return value < 0n ? -rounded : rounded;
}

/** The part of an amount that a percent is: minor units, halves away from zero. */
export const percentOf = (amount: number, percent: number): number => mulDiv(amount, percent, percentScale * 100);

/** The next multiple of a step, upwards; a step of 0 leaves the value as it is. */
export const ceilTo = (value: number, step: number): number => (step > 0 ? Math.ceil(value / step) * step : value);

/** The nearest multiple of a step, halves upwards. */
export const roundTo = (value: number, step: number): number =>
  step > 0 ? Math.floor((value + step / 2) / step) * step : value;

/**
 * A decimal as typed or stored, in parts of `scale` (a power of ten): `"12.5"` at 1,000 is 12500. Null where it is no decimal,
 * is finer than the scale, or leaves the range that is exact.
 */
export function exact(text: string | number, scale: number): number | null {
  const found = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(String(text).trim());
  if (!found) return null;
  const places = String(scale).length - 1;
  const fraction = (found[3] ?? '').replace(/0+$/, '');
  if (fraction.length > places) return null;
  const value = Number(`${found[2]}${fraction.padEnd(places, '0')}`);
  if (!Number.isSafeInteger(value)) return null;
  return found[1] === '-' && value !== 0 ? -value : value;
}

/** The way back, without trailing zeros: 12500 at 1,000 is `"12.5"`. */
export function decimal(value: number, scale: number, least = 0): string {
  const places = String(scale).length - 1;
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  let fraction = digits.slice(digits.length - places);
  while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${value < 0 ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}
