/** A digit as itself; a letter by its place in the alphabet from A = 2, modulo ten. */
const valueOf = (sign: number): number => (sign < 58 ? sign - 48 : (sign - 63) % 10);

/** Sum of digits that count in turn `even` and `odd` times from the left, filled up to the next ten. */
export function mod10(body: string, even: number, odd: number): number {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum += valueOf(body.charCodeAt(at)) * (at % 2 === 0 ? even : odd);
  return (10 - (sum % 10)) % 10;
}

/** Weighted sum modulo eleven; ten counts as 0. */
export function mod11(body: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1)
    sum += (body.charCodeAt(at) - 48) * (weights[at % weights.length] as number);
  return (sum % 11) % 10;
}

/** The whole number modulo seven. */
export const mod7 = (body: string): number => Number(BigInt(body) % 7n);

/** The check digit of the Universal Postal Union (S10): ten counts as 0, eleven as 5. */
export function mod11Postal(body: string): number {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum += (body.charCodeAt(at) - 48) * (weights[at] as number);
  const rest = 11 - (sum % 11);
  if (rest === 10) return 0;
  return rest === 11 ? 5 : rest;
}
