/** Digits and marks of full-width input methods, in their plain form. */
const plainMarks: Record<string, string> = { '．': '.', '。': '.', '，': ',', '－': '-', '＋': '+', '\u2212': '-' };

/**
 * Typed text as a wire number: a number when a double carries it exactly (15 significant digits), else its own decimal
 * text, so that nothing is rounded in silence. Text that is no number comes back as it is, for the check to refuse.
 */
export function readNumberText(text: string): number | string | null {
  const plain = text
    .replace(/[．。，－＋\u2212]/g, (mark) => plainMarks[mark] ?? mark)
    .replace(/[０-９]/g, fullWidthDigit)
    .trim();
  if (plain === '') return null;
  const ungrouped = ungroup(plain.replace(/[\s\u00a0\u202f_']/g, ''));
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(ungrouped)) return text;
  const significant = ungrouped.replace(/^[+-]/, '').replace('.', '').replace(/^0+/, '').length;
  return significant <= 15 ? Number(ungrouped) : ungrouped.replace(/^\+/, '');
}

/** A wire number as the text to edit: no grouping, no exponent. */
export function numberText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (!/e/i.test(String(value))) return String(value);
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** The same, as it is shown: grouped, with at least `places` decimals. Text that is no number stays as it is. */
export function shownNumber(value: unknown, places: number, culture: string): string {
  const text = numberText(value);
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!parts) return text;
  const [, sign = '', whole = '0', fraction = ''] = parts;
  const grouped = groupedDigits(whole, culture);
  const decimals = fraction.padEnd(places, '0');
  return `${sign}${grouped}${decimals === '' ? '' : `.${decimals}`}`;
}

/** A whole number in groups of digits, as its language has them. */
export const shownCount = (count: number, culture: string): string => groupedDigits(String(Math.trunc(count)), culture);

/** English and Chinese both group by three with a comma; the browser's own way costs the first list as much as ten rows. */
function groupedDigits(digits: string, culture: string): string {
  if (!/^(en-US|zh-CN)$/.test(culture)) return BigInt(digits).toLocaleString(culture);
  return digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Commas that group thousands go; a comma that could be a decimal mark stays, and is refused by the check. */
const ungroup = (text: string): string =>
  /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;

const fullWidthDigit = (digit: string): string => String(digit.charCodeAt(0) - 0xff10);
