/** Exact figures as integers: quantities and prices in ten-thousandths, money in cents. None is ever a fraction of a float. */

export const perUnit = 10_000n;

/** A decimal as stored or on the wire, in ten-thousandths; empty counts as zero. */
export function units(value: unknown): bigint {
  const text = value === null || value === undefined || value === '' ? '0' : String(value);
  const found = /^(-?)(\d+)(?:\.(\d{1,4})0*)?$/.exec(text.trim());
  if (!found) throw new Error(`not a decimal with four places: ${text}`);
  const parts = BigInt(`${found[2]}${(found[3] ?? '').padEnd(4, '0')}`);
  return found[1] ? -parts : parts;
}

/** Ten-thousandths as text, without zeros at the end. */
export function unitsText(value: bigint): string {
  return textOf(value, 4).replace(/\.?0+$/, '');
}

/** Cents as text with two places. */
export const centsText = (cents: bigint): string => textOf(cents, 2);

/** A product of two figures in ten-thousandths as cents, halves away from zero. */
export function toCents(product: bigint): bigint {
  const half = 500_000n;
  return product < 0n ? -((-product + half) / 1_000_000n) : (product + half) / 1_000_000n;
}

/** An amount with at most two places in cents. */
export const cents = (value: unknown): bigint => units(value) / 100n;

function textOf(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
