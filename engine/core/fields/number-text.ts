/** How many places stand behind the point: at least, and at most. */
export interface Places {
  min: number;
  max: number;
}

/** The number in the culture's digits and grouping: `1,234.50`. An unknown culture reads as en-US. */
export const numberText = (value: number | bigint, culture: string, places: Places): string =>
  formatter(culture, places).format(value);

/**
 * Text of a file cell without what people put around digits: grouping (only where it groups by three), a plus sign, a
 * currency sign, a missing zero before the point. What remains is left for the strict reader to judge.
 */
export const ungrouped = (text: string, culture: string): string => {
  const { group, point } = signs(culture);
  const ungrouped = text
    .replace(/^([+-]?)\s*\p{Sc}\s*/u, '$1')
    .replace('\u2212', '-')
    .replace(/^\+/, '');
  const [whole = '', fraction, ...rest] = ungrouped.split(point);
  const parts = whole.split(group);
  const isGrouped = parts.slice(1).every((part) => /^\d{3}$/.test(part)) && /^-?\d{1,3}$/.test(parts[0] ?? '');
  if (rest.length > 0 || (parts.length > 1 && !isGrouped)) return ungrouped;
  const digits = parts.join('');
  const withZero = digits === '' || digits === '-' ? `${digits}0` : digits;
  return fraction === undefined ? digits : `${withZero}.${fraction}`;
};

const formatters = new Map<string, Intl.NumberFormat>();

const formatter = (culture: string, { min, max }: Places): Intl.NumberFormat => {
  const key = `${culture} ${min} ${max}`;
  const known = formatters.get(key);
  if (known) return known;
  const options = { minimumFractionDigits: min, maximumFractionDigits: max };
  const fresh = new Intl.NumberFormat(isCulture(culture) ? culture : 'en-US', options);
  if (formatters.size < 500) formatters.set(key, fresh);
  return fresh;
};

const isCulture = (culture: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(culture).length > 0;
  } catch {
    return false;
  }
};

interface Signs {
  group: string;
  point: string;
}

const signsOf = new Map<string, Signs>();

const signs = (culture: string): Signs => {
  const known = signsOf.get(culture);
  if (known) return known;
  const parts = formatter(culture, { min: 1, max: 1 }).formatToParts(1234567.8);
  const sign = (type: string, otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  const fresh = { group: sign('group', ','), point: sign('decimal', '.') };
  if (signsOf.size < 500) signsOf.set(culture, fresh);
  return fresh;
};

/**
 * An amount with its currency. Prices and accounts have two decimals in every currency, so two are shown: what is charged in
 * yen with a fraction must not look as if it had none.
 */
export function moneyText(
  amount: string | number,
  { currency, culture }: { readonly currency: string; readonly culture: string },
): string {
  const key = `${culture} ${currency}`;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const format = formatters.get(key) ?? new Intl.NumberFormat(culture, { style: 'currency', currency, ...digits });
  if (formatters.size < 500) formatters.set(key, format);
  // A decimal text keeps every digit.
  return format.format(amount as `${number}`);
}
