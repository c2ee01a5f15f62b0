import { plain } from './sheet.ts';
import { currencyWords, pattern, said } from './vocabulary.ts';

/** The price of a cell: a decimal, not offered, or no price. */
export type Figure = Price | { readonly kind: 'none' } | { readonly kind: 'wrong' };
interface Price {
  readonly kind: 'price';
  readonly text: string;
}

const nothing = pattern('notOffered', 'i');
const money = pattern('moneySigns', 'gi');

/** `$1,234.50`, `12,50 €`, `RMB 50/KG` as a decimal without trailing zeros beyond two places. */
export function readFigure(cell: string | undefined): Figure {
  const text = plain(cell);
  if (nothing.test(text)) return { kind: 'none' };
  const bare = text.replace(money, '').replace(/[\s']/g, '');
  const number = readDecimal(bare);
  // A price of zero is an error in the list.
  if (number === null || /^0(\.0*)?$/.test(number)) return { kind: 'wrong' };
  return { kind: 'price', text: inCents(number) };
}

/** At least two places, as prices are written, and no zeros beyond them. */
function inCents(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** A decimal in either notation of thousands; null if invalid, negative or beyond exact range. */
export function readDecimal(text: string): string | null {
  const whole = /^\d{1,12}(\.\d{1,10})?$/.test(text) ? text : grouped(text);
  if (whole === null) return null;
  const [integer = '', fraction = ''] = whole.split('.');
  const kept = integer.replace(/^0+(?=\d)/, '');
  return fraction === '' ? kept : `${kept}.${fraction}`;
}

function grouped(text: string): string | null {
  if (/^\d{1,3}(,\d{3})+(\.\d{1,10})?$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,10}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^\d{1,12},\d{1,2}$/.test(text)) return text.replace(',', '.');
  return null;
}

/** Decimals added up exactly. */
export function sumOf(texts: readonly string[]): string {
  const places = Math.max(2, ...texts.map((text) => (text.split('.')[1] ?? '').length));
  const whole = texts.reduce((sum, text) => {
    const [integer = '', fraction = ''] = text.split('.');
    return sum + BigInt(integer + fraction.padEnd(places, '0'));
  }, 0n);
  const digits = String(whole).padStart(places + 1, '0');
  return inCents(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

const scale = 10_000;

/** A weight in ten-thousandths of its unit; null where it is none. */
export function parts(text: string): number | null {
  const found = /^(\d{1,9})(?:\.(\d{1,4})0*)?$/.exec(text);
  if (!found) return null;
  return Number(found[1]) * scale + Number((found[2] ?? '').padEnd(4, '0'));
}

/** Ten-thousandths as a decimal. */
export const decimalOf = (value: number): string => String(value / scale);

/** The weights that a row or a column is for: above `over` (or from `from`), up to `to`; null is without an end. */
export interface Band {
  /** Not included. */
  readonly over?: number;
  /** Included. */
  readonly from?: number;
  readonly to: number | null;
  /** How fine its figures are written, in ten-thousandths. */
  readonly grain: number;
  /** The first weight, or each further step of it. */
  readonly role?: 'first' | 'step';
  /** The price is per unit of weight. */
  readonly perUnit?: true;
}

export type Unit = 'lb' | 'kg' | 'g' | 'oz';

/** How many of a unit the weights of a table are counted in: grams in kilograms, ounces in pounds. */
export const perWhole = (unit: Unit | null): number => (unit === 'g' ? 1_000 : unit === 'oz' ? 16 : 1);

/** A weight of a smaller unit in ten-thousandths of the larger one: what is finer than those is left off. */
export const wholeOf = (value: number, by: number): number => Math.floor(value / by);

/** The unit that a text names. */
export function unitIn(text: string): Unit | null {
  const found = pattern('unit', 'i').exec(text.replace(/_/g, ' '));
  const word = found?.[1]?.toLowerCase() ?? '';
  if (pattern('isPounds').test(word)) return 'lb';
  if (pattern('isKilograms').test(word)) return 'kg';
  if (pattern('isOunces').test(word)) return 'oz';
  return word === '' ? null : 'g';
}

const n = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const w = `(?:${said('weightSign')})?`;
const units = `(?:${said('unitSign')})?`;
const less = '(<=|<|≤)';
const shapes: readonly (readonly [RegExp, (found: string[]) => { over?: string; from?: string; to: string | null }])[] =
  [
    [
      new RegExp(`^${n} ?${units} ?${less} ?${w} ?${less} ?${n} ?${units}$`),
      ([, low = '', sign, , high = '']) => (sign === '<' ? { over: low, to: high } : { from: low, to: high }),
    ],
    [new RegExp(`^${w} ?${less} ?${n} ?${units}$`), ([, , high = '']) => ({ to: high })],
    [new RegExp(`^(?:${said('upTo')}) ?${n} ?${units}$`), ([, high = '']) => ({ to: high })],
    [new RegExp(`^${n} ?${units} ?(?:${said('orLess')})$`), ([, high = '']) => ({ to: high })],
    [new RegExp(`^${w} ?(?:>=|≥) ?${n} ?${units}$`), ([, low = '']) => ({ from: low, to: null })],
    [new RegExp(`^${w} ?(?:${said('above')}) ?${n} ?${units}$`), ([, low = '']) => ({ over: low, to: null })],
    [new RegExp(`^${n} ?${units} ?\\+ ?${units}$`), ([, low = '']) => ({ from: low, to: null })],
    [new RegExp(`^${n} ?${units} ?(?:${said('orMore')})$`), ([, low = '']) => ({ from: low, to: null })],
    [
      new RegExp(`^${n} ?${units} ?(?:${said('through')}) ?${n} ?${units}$`),
      ([, low = '', high = '']) => ({ from: low, to: high }),
    ],
    [
      new RegExp(`^${w} ?(?:${said('above')}) ?${n} ?${units} ?(?:${said('through')}) ?${n} ?${units}$`),
      ([, low = '', high = '']) => ({ over: low, to: high }),
    ],
    [
      new RegExp(`^${n} ?${units} ?(?:${said('orMore')}) ?(?:${said('through')}) ?${n} ?${units}$`),
      ([, low = '', high = '']) => ({ over: low, to: high }),
    ],
    [new RegExp(`^${n} ?${units}$`), ([, high = '']) => ({ to: high })],
  ];

/** `0<W≤0.2`, `0.221 - 1`, `up to 0.5 kg`, `1 lbs.`, `150+`, `first 0.5 kg` ...; `by` of its unit are a whole one. */
export function readBand(cell: string | undefined, by = 1): Band | null {
  const whole = plain(cell).toLowerCase();
  const perUnit = pattern('forEachUnit').test(whole);
  const role = pattern('firstWeight').test(whole) ? 'first' : pattern('furtherWeight').test(whole) ? 'step' : null;
  const text = whole
    .replace(/[([（【].*?[)\]）】]/g, (inner) => (/\d/.test(inner) && role ? inner.slice(1, -1) : ''))
    .replace(pattern('bandWords', 'g'), '')
    .replace(pattern('unitSuffix', 'g'), (found, unit: string | undefined) => (unit && /\d$/.test(found) ? found : ''))
    .replace(/[,;: ]+$/, '')
    .trim();
  for (const [shape, take] of shapes) {
    const found = shape.exec(text);
    if (!found) continue;
    const { over, from, to } = take(found.map((part) => (part === undefined ? part : withPoint(part))));
    return bandOf({ over, from, to }, by, { ...(role ? { role } : {}), ...(perUnit ? { perUnit } : {}) });
  }
  return null;
}

/** A weight with a decimal point: a comma before three digits groups them, unless only a zero precedes it. */
function withPoint(text: string): string {
  const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  return grouped || text.includes('.') ? text.replaceAll(',', '') : text.replace(/^(\d+),(\d+)$/, '$1.$2');
}

function bandOf(
  { over, from, to }: { over?: string | undefined; from?: string | undefined; to: string | null },
  by: number,
  more: Pick<Band, 'role' | 'perUnit'>,
): Band | null {
  const read = (text: string) => {
    const value = parts(text);
    return value === null ? null : wholeOf(value, by);
  };
  const [low, high] = [over ?? from, to].map((text) => (text === undefined || text === null ? undefined : read(text)));
  if (low === null || high === null) return null;
  if (high !== undefined && (high <= 0 || (low ?? 0) > high)) return null;
  const places = Math.max(...[over, from].map((text) => (text?.split('.')[1] ?? '').length));
  const bound = low === undefined ? {} : over === undefined ? { from: low } : { over: low };
  return { ...bound, to: high ?? null, grain: Math.max(1, wholeOf(scale / 10 ** Math.min(places, 4), by)), ...more };
}

/** `Zone 2`, `002`, `Zones 9-10` as zones without leading zeros; null where it names none. */
export function readZones(cell: string | undefined, bare: boolean): string[] | null {
  const text = plain(cell)
    .replace(/_/g, ' ')
    .replace(/\(.*\)$/, '')
    .trim();
  if (pattern('zonesAlone', 'i').test(text)) return null;
  const named =
    pattern('namedZones', 'i').exec(text) ??
    pattern('zoneWithSuffix', 'i').exec(text) ??
    (bare ? /^(\d{1,3})$/.exec(text) : null);
  const list = named?.[1]?.trim();
  if (!list) return null;
  const zones = list.split(/ ?[,/&、] ?/).flatMap((part) => {
    const range = /^(\d{1,3}) ?(?:-|to) ?(\d{1,3})$/.exec(part);
    const [low, high] = range ? [Number(range[1]), Number(range[2])] : [0, -1];
    if (range && high >= low && high - low < 50)
      return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
    return [zoneName(part)];
  });
  return zones.length > 0 ? zones : null;
}

/** A zone in stored form: `002` becomes `2`. */
export const zoneName = (text: string): string => {
  const plainText = plain(text);
  return /^\d+$/.test(plainText) ? plainText.replace(/^0+(?=\d)/, '') : plainText;
};

const currencies: readonly (readonly [RegExp, string])[] = [
  [pattern('yuan', 'i'), 'CNY'],
  [pattern('hongKongDollar', 'i'), 'HKD'],
  [pattern('canadianDollar', 'i'), 'CAD'],
  [pattern('euro', 'i'), 'EUR'],
  [pattern('pound', 'i'), 'GBP'],
  [pattern('dollar', 'i'), 'USD'],
];

/** The currency that texts name; null where they name none. */
export function currencyIn(texts: readonly string[]): string | null {
  const joined = texts.join(' ');
  const words: Readonly<Record<string, string>> = currencyWords;
  // The words for other currencies hold the sign of the yuan.
  const bare = joined.replace(pattern('foreignYuan', 'g'), (word) => words[word] ?? word);
  return currencies.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

/** A price by another unit than a kilogram or a pound: each gram can be counted, a started 100 g or 0.5 kg cannot. */
export function byOtherUnit(heading: string): 'gram' | 'other' | null {
  if (pattern('perGram', 'i').test(heading)) return 'gram';
  return pattern('perOtherUnit', 'i').test(heading) ? 'other' : null;
}

/** The price of a kilogram by that of a gram, without a float. */
export function thousandfold(price: string): string {
  const [whole = '', fraction = ''] = price.split('.');
  const digits = fraction.padEnd(3, '0');
  return readDecimal(`${whole}${digits.slice(0, 3)}.${digits.slice(3).padEnd(2, '0')}`) ?? price;
}
