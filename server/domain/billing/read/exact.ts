/** The sign before the decimals; the other one, a space or an apostrophe may group the digits before it. */
export type DecimalSign = '.' | ',';

const minus = /[\u2212\u2012\u2013]/g;
const spaces = /[\s\u00a0\u202f]/g;

/** A number as bills print it, as digits with their sign: `-1.234,50`, `(12.00)`, `12.00-`, `$ 5`. Null: it is none. */
function plain(text: string, decimal: DecimalSign): { negative: boolean; whole: string; fraction: string } | null {
  let rest = text.replace(minus, '-').replace(spaces, '');
  let negative = false;
  const bracketed = /^\((.+)\)$/.exec(rest);
  if (bracketed) {
    negative = true;
    rest = bracketed[1] as string;
  }
  const signed = /^([+-]?)[$\u20ac\u00a3\u00a5]?([+-]?)([\d.,']+)(-?)$/.exec(rest);
  if (!signed) return null;
  const signs = `${signed[1]}${signed[2]}${signed[4]}`;
  if (signs.length > 1 || (bracketed && signs !== '')) return null;
  if (signs === '-') negative = true;
  const digits = signed[3] as string;
  // One or two digits behind the only sign are decimals, whichever sign the rest of the file uses.
  const clear = /^\d*([.,])\d{1,2}$/.exec(digits);
  const at = clear ? digits.indexOf(clear[1] as string) : digits.indexOf(decimal);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const fraction = at < 0 ? '' : digits.slice(at + 1);
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  const grouping = decimal === '.' ? /^\d{1,3}(?:[,']\d{3})*$/ : /^\d{1,3}(?:[.']\d{3})*$/;
  if (whole !== '' && !/^\d+$/.test(whole) && !grouping.test(whole)) return null;
  return { negative, whole: whole.replace(/[^\d]/g, '').replace(/^0+(?=\d)/, '') || '0', fraction };
}

/** Digits that an amount has before its decimals at most. */
const mostDigits = 11;

/** Cents; null where it is no amount, has more than two decimals, or more digits than money has here. */
export function readCents(text: string, decimal: DecimalSign): bigint | null {
  const read = plain(text, decimal);
  if (!read || read.whole.length > mostDigits) return null;
  const fraction = read.fraction.replace(/0+$/, '');
  if (fraction.length > 2) return null;
  const cents = BigInt(read.whole + fraction.padEnd(2, '0'));
  return read.negative ? -cents : cents;
}

/** Whether a text is an amount that is too large for money here. */
export const isTooLargeAmount = (text: string, decimal: DecimalSign): boolean =>
  (plain(text, decimal)?.whole.length ?? 0) > mostDigits;

/** A measure as a decimal text with at most `places`; null where it is none. */
export function readNumber(text: string, decimal: DecimalSign, places = 4): string | null {
  const read = plain(text, decimal);
  if (!read || read.whole.length > 9) return null;
  const fraction = read.fraction.replace(/0+$/, '');
  if (fraction.length > places) return null;
  const digits = fraction === '' ? read.whole : `${read.whole}.${fraction}`;
  return read.negative && digits !== '0' ? `-${digits}` : digits;
}

/** Cents as a decimal text: 1230n is `12.30`. */
export function centsText(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The sign that these amounts use: a comma only where one is seen before one or two last digits, or where points group
 * the digits. Where no amount shows it, other figures of the same file decide.
 */
export function decimalSignOf(amounts: Iterable<string>, others: Iterable<string> = []): DecimalSign {
  const balance = votes(amounts);
  return (balance === 0 ? votes(others) : balance) > 0 ? ',' : '.';
}

/** Figures with a decimal comma less those with a decimal point. */
function votes(figures: Iterable<string>): number {
  let balance = 0;
  for (const figure of figures) {
    const text = figure.trim();
    const grouped = /\d([.,])\d{3}\1\d{3}(?!\d)/.exec(text)?.[1];
    const last = /([.,])\d{1,2}\)?-?$/.exec(text)?.[1];
    if (last === ',' || grouped === '.') balance += 1;
    else if (last === '.' || grouped === ',') balance -= 1;
  }
  return balance;
}
