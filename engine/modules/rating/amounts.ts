/** Exact decimals as text, so that 2.3 kg stays 2.3 kg whatever it is multiplied by. */
const places = 6;
const one = 10n ** BigInt(places);

/** A plain figure without a sign, at most six places; null for anything else. */
export function readFigure(text: string): bigint | null {
  const found = /^(\d{1,9})?(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  return BigInt(found[1] ?? '0') * one + BigInt((found[2] ?? '').padEnd(places, '0'));
}

/** Without trailing zeros. */
export function writeFigure(value: bigint): string {
  const rest = String(value % one)
    .padStart(places, '0')
    .replace(/0+$/, '');
  return `${value / one}${rest ? `.${rest}` : ''}`;
}

/** `text` times a fraction, to six places, half up; empty where `text` is no figure. */
export function scaled(text: string, [by, over]: readonly [number, number]): string {
  const value = readFigure(text);
  if (value === null) return '';
  return writeFigure((value * BigInt(by) * 2n + BigInt(over)) / (BigInt(over) * 2n));
}

export const isPositive = (text: string): boolean => (readFigure(text) ?? 0n) > 0n;
