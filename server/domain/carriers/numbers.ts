const unit = 1_000_000n;

/** Millionths of a decimal number above zero; null where it is none. */
function millionths(decimal: string): bigint | null {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?\d*$/.exec(decimal.trim());
  if (!match) return null;
  return BigInt(match[1] ?? '0') * unit + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** A measure as carriers take it: rounded up to so many places, which is how they bill it. Null where it is none above zero. */
export function measure(decimal: string, places: 0 | 1 | 2): string | null {
  const exact = millionths(decimal);
  if (exact === null || exact === 0n) return null;
  const step = unit / 10n ** BigInt(places);
  const steps = (exact + step - 1n) / step;
  const digits = String(steps).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export interface Times {
  readonly amount: string;
  readonly times: number;
}

const summed = (parts: readonly Times[]): bigint =>
  parts.reduce((all, { amount, times }) => all + (millionths(amount) ?? 0n) * BigInt(Math.max(0, times)), 0n);

/** The sum of amounts, each so many times, with two places. */
export function total(parts: readonly Times[]): string {
  const digits = String((summed(parts) + 5_000n) / 10_000n).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of measures, each so many times, as a measure. */
export function totalMeasure(parts: readonly Times[], places: 0 | 1 | 2): string | null {
  const sum = summed(parts);
  return measure(`${sum / unit}.${String(sum % unit).padStart(6, '0')}`, places);
}
