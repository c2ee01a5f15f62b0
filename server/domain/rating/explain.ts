import { issue, type CommandCall, type Issue, type SystemServices } from '../../modules/module.ts';
import { decimal, percentScale, rateScale, sideScale, weightScale } from './kernel/exact.ts';
import type { ChargeLine } from './kernel/lines.ts';
import type { Unavailable, Unit } from './kernel/parcel.ts';
import type { Price } from './kernel/rate.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { weightText } from './explain-weight.ts';

type Words = Pick<CommandCall, 'say' | 'explain'>;

/** A line on the wire: figures as numbers, and the reason as text. */
export interface WireLine {
  readonly category: string;
  readonly box: number | null;
  readonly quantity: number;
  readonly amount: number;
  readonly basis: number | null;
  readonly rate: number | null;
  readonly rule: string;
  readonly version: number;
  readonly text: string;
}

export const money = (minor: number): number => Number(decimal(minor, 100));
export const weight = (parts: number): number => Number(decimal(parts, weightScale));

/** What a line is taken of: transport pays for a weight, everything else is taken of an amount. */
const isOfWeight = ({ category }: ChargeLine): boolean => category === 'transport';

const known = new WeakMap<ChargeLine, { readonly words: Words; readonly wire: WireLine }>();

/** Said once for each reader, however often an answer and its record need it. */
export function wireLine(
  line: ChargeLine,
  price: Price,
  on: { readonly unit: Unit; readonly snapshot: Snapshot; readonly words: Words },
): WireLine {
  const found = known.get(line);
  if (found?.words === on.words) return found.wire;
  const wire = worded(line, price, on);
  known.set(line, { words: on.words, wire });
  return wire;
}

function worded(
  line: ChargeLine,
  price: Price,
  on: { readonly unit: Unit; readonly snapshot: Snapshot; readonly words: Words },
): WireLine {
  const { category, box, quantity, rule, version } = line;
  const ofWeight = isOfWeight(line);
  const scale = ofWeight ? rateScale : percentScale;
  return {
    ...{ category, box, quantity, amount: money(line.amount) },
    basis: line.basis === null ? null : ofWeight ? weight(line.basis) : money(line.basis),
    rate: line.rate === null ? null : Number(decimal(line.rate, scale)),
    ...{ rule, version, text: textOf(line, price, on) },
  };
}

/** The languages in which kept lines are said. */
const cultures = ['zh-CN', 'en-US'] as const;

/** A line as it is stored: in the language of the request, and in every other language of the product. */
export function keptLine(
  line: ChargeLine,
  price: Price,
  on: { readonly unit: Unit; readonly snapshot: Snapshot; readonly words: Words & Pick<CommandCall, 'culture'> },
  say: SystemServices['say'],
): WireLine & { readonly texts: Readonly<Record<string, string>> } {
  const wire = wireLine(line, price, on);
  const texts = cultures.map((culture) => {
    if (culture === on.words.culture) return [culture, wire.text] as const;
    const words: Words = { ...on.words, say: (key, params) => say(culture, 'rating', key, params) };
    return [culture, textOf(line, price, { ...on, words })] as const;
  });
  return { ...wire, texts: Object.fromEntries(texts) };
}

/** The sentence of a line in the reader's language, with exactly the figures that were counted with. */
function textOf(
  line: ChargeLine,
  { zone, currency }: Price,
  { unit, snapshot, words }: { readonly unit: Unit; readonly snapshot: Snapshot; readonly words: Words },
): string {
  const { category, quantity, basis, rate, weighed } = line;
  const amount = (minor: number): string => decimal(minor, 100, 2);
  const ofWeight = isOfWeight(line);
  const facts = {
    ...{ zone, currency, quantity },
    each: amount(line.amount / quantity),
    ...(basis === null ? {} : { basis: ofWeight ? decimal(basis, weightScale) : amount(basis) }),
    unit: words.say(`rating.unit.${unit}`),
    rate: rate === null ? '' : decimal(rate, ofWeight ? rateScale : percentScale),
    name: snapshot.nameOf(line.rule) ?? categoryName(category, words),
    ...(category === 'fuel' ? { from: line.rule.split(' ')[1] } : {}),
    ...(quantity > 1 ? { many: quantity } : {}),
    ...(weighed && basis !== null ? { weight: weightText(weighed, basis, unit, words) } : {}),
  };
  return words.say(`rating.line.${kindOf(line)}`, facts);
}

/** The message key of the explanation. */
function kindOf({ category, box, rate, basis }: ChargeLine): string {
  if (category === 'discount' && rate === null) return 'minimum';
  if (category === 'transport') return rate !== null ? 'perUnit' : box === null ? 'shipment' : 'transport';
  if (category === 'discount' || category === 'fuel' || category === 'distribution') return category;
  if (rate === null) return basis === null ? 'amount' : 'declared';
  return 'percent';
}

export function categoryName(category: string, words: Words): string {
  const key = `rating.category.${category}`;
  const said = words.say(key);
  return said === key ? category : said;
}

/** Why there is no price, with figures as people write them. What tables and rules are called stays out of it. */
export function reasonOf({ code, path, params }: Unavailable, unit: Unit, words: Words): Issue & { message: string } {
  const scale = scales[code];
  const shown = Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => {
      if (key === 'table' || key === 'rule' || key === 'rules') return [];
      const isPart = typeof value === 'number' && scale !== undefined;
      return [[key, isPart ? decimal(value, scale) : value]];
    }),
  );
  const found = issue(code, path, {
    ...shown,
    weightUnit: words.say(`rating.unit.${unit}`),
    sideUnit: words.say(`rating.side.${unit}`),
  });
  return { ...found, message: words.explain(found) };
}

/** In which parts the figures of a reason are. */
const scales: Readonly<Record<string, number>> = {
  ...{ 'rating.overWeight': weightScale, 'rating.tooHeavy': weightScale, 'rating.noRate': weightScale },
  ...{ 'rating.overLength': sideScale, 'rating.overGirth': sideScale },
};
