/** A share: a stable key, and its weight as a whole number of grams, cubic centimetres, cents or pieces. */
export interface Part {
  readonly key: string;
  readonly size: bigint;
}

/**
 * Spreads an amount over parts in proportion to their sizes, by largest remainder: the shares add up to exactly the
 * amount, and each differs from its exact share by less than a unit. Equal remainders are settled by key, so that the
 * order of the parts does not matter. Null where every size is zero.
 */
export function spread(amount: bigint, parts: readonly Part[]): ReadonlyMap<string, bigint> | null {
  const total = parts.reduce((sum, { size }) => sum + size, 0n);
  if (total === 0n) return null;
  const sign = amount < 0n ? -1n : 1n;
  const whole = amount * sign;
  const shares = parts.map(({ key, size }) => ({
    key,
    share: (whole * size) / total,
    remainder: (whole * size) % total,
  }));
  const missing = Number(whole - shares.reduce((sum, { share }) => sum + share, 0n));
  const raised = new Set(
    shares
      .toSorted((one, other) => compare(other.remainder, one.remainder) || compare(one.key, other.key))
      .slice(0, missing)
      .map(({ key }) => key),
  );
  return new Map(shares.map(({ key, share }) => [key, sign * (raised.has(key) ? share + 1n : share)]));
}

const compare = <T extends bigint | string>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0);
