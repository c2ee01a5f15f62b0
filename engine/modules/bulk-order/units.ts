import { Decimal } from '../../core/index.ts';
import vocabulary from './vocabulary.json';

type Unit = keyof typeof vocabulary.units;
export type Measure = 'weight' | 'length';
/** `unitType` of an order: pounds and inches, or kilograms and centimetres. */
export type System = '0' | '1';

/** Grams or millimetres of one unit, exact by definition (NIST Handbook 44, appendix C). */
const sizes: Readonly<Record<Unit, string>> = {
  ...{ lb: '453.59237', oz: '28.349523125', kg: '1000', g: '1', jin: '500' },
  ...{ in: '25.4', ft: '304.8', cm: '10', mm: '1', m: '1000' },
};
const measureOf = (unit: Unit): Measure => (['lb', 'oz', 'kg', 'g', 'jin'].includes(unit) ? 'weight' : 'length');
const metric: ReadonlySet<Unit> = new Set<Unit>(['kg', 'g', 'jin', 'cm', 'mm', 'm']);
const wanted: Readonly<Record<Measure, Readonly<Record<System, Unit>>>> = {
  weight: { 0: 'lb', 1: 'kg' },
  length: { 0: 'in', 1: 'cm' },
};

const units = new Map(
  Object.entries(vocabulary.units).flatMap(([unit, words]) => words.map((word) => [word, unit as Unit] as const)),
);
const unitOf = (word: string | undefined, measure: Measure): Unit | null => {
  const unit = units.get((word ?? '').toLowerCase().replace(/\.$/, ''));
  return unit && measureOf(unit) === measure ? unit : null;
};

/** A word in brackets, the last word, or Latin letters behind Chinese ones. */
const lastWords = [/\s*[([{]\s*([^)\]}]+?)\s*[)\]}]$/, /[\s_\-/.]+([^\s_\-/.]+)$/, /(?<=\p{Script=Han})([a-z]+)$/iu];

/** A heading such as `Weight (oz)` or `height_in` without its last word, and that word. */
export function splitHeading(heading: string): readonly (readonly [rest: string, word: string])[] {
  const text = heading.normalize('NFKC').trim();
  return lastWords.flatMap((pattern) => {
    const found = pattern.exec(text);
    return found ? [[text.slice(0, found.index), found[1] ?? ''] as const] : [];
  });
}

export const isUnit = (word: string, measure: Measure): boolean => unitOf(word, measure) !== null;

/** The unit that a heading names as its last word; '' for none. */
export const unitInHeading = (heading: string, measure: Measure): string =>
  splitHeading(heading).find(([, word]) => isUnit(word, measure))?.[1] ?? '';

const pair = /([\d.,]+)\s*([^\d\s.,]+)\.?\s*/gy;

interface Measured {
  readonly parts: readonly { readonly figure: string; readonly unit: Unit }[];
  /** Null where both systems are written. */
  readonly system: System | null;
}

/** A measure with its units, such as `2 kg` or `5 lb 3 oz`; null for a bare figure and for what is none. */
function measuredOf(text: string, measure: Measure): Measured | null {
  const plain = text.normalize('NFKC').trim();
  const found = [...plain.matchAll(pair)];
  if (found.length === 0 || found.map(([whole]) => whole).join('') !== plain) return null;
  const parts = found.flatMap(([, figure = '', word]) => {
    const unit = unitOf(word, measure);
    return unit ? [{ figure, unit }] : [];
  });
  if (parts.length < found.length) return null;
  const systems = new Set(parts.map(({ unit }) => (metric.has(unit) ? '1' : '0')));
  return { parts, system: systems.size === 1 ? ([...systems][0] as System) : null };
}

/** The system in which a measure is written; null for a bare figure. */
export const systemOf = (text: string, measure: Measure): System | null => measuredOf(text, measure)?.system ?? null;

/** A measure in the units of an order, rounded to `scale` places; what names no unit stays as it is. */
export function inSystem(text: string, measure: Measure, { system, scale }: { system: System; scale: number }): string {
  const target = wanted[measure][system];
  const measured = measuredOf(text, measure);
  if (!measured) return text;
  const [only, ...more] = measured.parts;
  if (only?.unit === target && more.length === 0) return only.figure;
  let sum = Decimal.zero;
  for (const { figure, unit } of measured.parts) {
    const value = Decimal.parse(figure.replace(/,(?=\d{3}(?:\D|$))/g, ''));
    const size = Decimal.parse(sizes[unit]);
    if (!value || !size) return text;
    sum = sum.add(value.mul(size));
  }
  const size = Decimal.parse(sizes[target]);
  return size ? sum.div(size).round(scale).toString() : text;
}
