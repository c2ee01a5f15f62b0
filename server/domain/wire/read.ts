/*
 * Replies as far as they are understood: one where a list is documented and the reverse, numbers as texts, fields that are
 * missing or unknown. Nothing here throws, whatever the content.
 */

/** The value under a path of names; of a list on the way its first item. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  let here: unknown = value;
  for (const name of names) {
    const one: unknown = Array.isArray(here) ? here[0] : here;
    if (typeof one !== 'object' || one === null || !Object.hasOwn(one, name)) return undefined;
    here = (one as Record<string, unknown>)[name];
  }
  return here;
}

/** All of it: a list, the only one, or none. */
export const list = (value: unknown): readonly unknown[] =>
  value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value];

/** A word without what some servers leave around it; null where there is none. */
export function text(value: unknown): string | null {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof one !== 'string' && typeof one !== 'number' && typeof one !== 'boolean') return null;
  // A long number that came as one has lost its last digits.
  if (typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one)) return null;
  const clean = plain(String(one)).trim();
  return clean === '' ? null : clean;
}

/** The first that is there. */
export const firstText = (...values: readonly unknown[]): string | null => {
  for (const value of values) {
    const found = text(value);
    if (found !== null) return found;
  }
  return null;
};

/** Without escapes of line ends, control characters and halves of characters, which a database does not keep. */
const plain = (words: string): string =>
  Buffer.from(words.replace(/&#x?[0-9a-f]{1,4};/gi, ' ').replace(/\p{Cc}/gu, ' '), 'utf8').toString('utf8');

/** The beginning of a text, without half of a character at its end, which a database does not keep. */
export const shortened = (words: string, most: number): string => words.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** A decimal number as a text, exact; null where it is none. */
export function amount(value: unknown): string | null {
  const found = text(value)?.replace(/^(-?)\$/, '$1') ?? '';
  const digits = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(found) ? found.replaceAll(',', '') : found;
  const match = /^(-?)0*(\d{1,13}(?:\.\d{1,6})?)$/.exec(digits);
  return match ? `${match[1]}${match[2]}` : null;
}

/** An amount of money with at least two decimals, given with its currency or alone. */
export function money(value: unknown): string | null {
  const found = amount(at(value, 'MonetaryValue')) ?? amount(at(value, 'amount')) ?? amount(value);
  if (found === null) return null;
  const [digits, part = ''] = found.split('.');
  return `${digits}.${part.padEnd(2, '0')}`;
}

/** Whole numbers alone. */
export function whole(value: unknown): number | null {
  const found = text(value);
  return found !== null && /^-?\d{1,9}$/.test(found) ? Number(found) : null;
}

const scale = 1_000_000n;
const units = (decimal: string): bigint => {
  const [digits = '0', part = ''] = decimal.replace('-', '').split('.');
  const size = BigInt(digits) * scale + BigInt(part.padEnd(6, '0'));
  return decimal.startsWith('-') ? -size : size;
};

/** `whole` less the sum of `parts`; null where they are the same. */
export function remainder(total: string, parts: readonly string[]): string | null {
  const rest = parts.reduce((left, part) => left - units(part), units(total));
  if (rest === 0n) return null;
  const size = rest < 0n ? -rest : rest;
  const fraction = String(size % scale)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${rest < 0n ? '-' : ''}${size / scale}.${fraction}`;
}
