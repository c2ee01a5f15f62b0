/** A decimal as an integer of `scale` decimal places; 0 for anything else. */
export function parts(text: string | null, scale: number): bigint {
  const found = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text?.trim() ?? '');
  if (!found) return 0n;
  const [, sign = '', whole = '0', rest = ''] = found;
  if (rest.length > scale && /[1-9]/.test(rest.slice(scale))) throw new Error(`${text} has more than ${scale} places`);
  const value = BigInt(whole) * 10n ** BigInt(scale) + BigInt(rest.slice(0, scale).padEnd(scale, '0') || '0');
  return sign ? -value : value;
}

/** A decimal text with `scale` places, at least `least` of them; further trailing zeros are dropped. */
export function written(value: bigint, scale: number, least = scale): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = digits.slice(digits.length - scale);
  const kept = rest.slice(0, least) + rest.slice(least).replace(/0+$/, '');
  return `${value < 0n ? '−' : ''}${whole}${kept ? `.${kept}` : ''}`;
}

/** Rounds half away from zero. */
export function rounded(value: bigint, from: number, to: number): bigint {
  const by = 10n ** BigInt(from - to);
  const half = by / 2n;
  return value < 0n ? -((-value + half) / by) : (value + half) / by;
}
