import { decimal, percentScale, sideScale, weightScale } from './kernel/exact.ts';
import type { Weighed } from './kernel/lines.ts';
import type { Unit } from './kernel/parcel.ts';
import { compared, divisorOf, roundWeight, type Measured } from './kernel/weight.ts';
import type { CommandCall } from '../../modules/module.ts';

type Words = Pick<CommandCall, 'say'>;

/** Why a weight is billed, with the rule of the service and its figures. `paid`: what the table counted. */
export function weightText(weighed: Weighed, paid: number, unit: Unit, words: Words): string {
  const facts = {
    ...(weighed.as === 'box' ? boxFacts(weighed, unit, words) : shipmentFacts(weighed, words)),
    unit: words.say(`rating.unit.${unit}`),
    more: words.say('rating.weight.more', stepsOf(weighed, paid)),
  };
  return words.say(`rating.weight.${kindOf(weighed)}`, facts);
}

const pounds = (parts: number): string => decimal(parts, weightScale);

function kindOf({ as, rule, boxes }: Weighed): string {
  if (as === 'together') return as;
  if (as === 'shipment') return rule.pieces;
  return basisOf(rule, boxes[0]?.box);
}

function basisOf(rule: Weighed['rule'], box: Measured | undefined): string {
  if (rule.basis === 'volume') return 'volume';
  if (box && divisorOf(box.volume, rule) === 0) return 'actual';
  return rule.basis === 'greater' ? 'greater' : 'excess';
}

function boxFacts({ rule, boxes }: Weighed, unit: Unit, words: Words): Record<string, string> {
  const [first] = boxes;
  if (!first) return {};
  const { actual, dimensional, sides, volume } = first.box;
  return {
    ...figures(rule, actual, dimensional),
    sides: `${sides.map((side) => decimal(side, sideScale)).join(' × ')} ${words.say(`rating.side.${unit}`)}`,
    divisor: String(divisorOf(volume, rule)),
  };
}

function shipmentFacts({ rule, boxes, billed }: Weighed, words: Words): Record<string, string> {
  const sum = (of: (box: Measured) => number) =>
    boxes.reduce((total, { box, quantity }) => total + of(box) * quantity, 0);
  const [actual, dimensional] = [sum((box) => box.actual), sum((box) => box.dimensional)];
  const one = sum((box) => compared(box.actual, box.dimensional, rule));
  const all = figures(rule, actual, dimensional);
  return {
    ...all,
    ...(rule.pieces === 'comparedThenSummed' ? { compared: pounds(one) } : {}),
    rule: words.say(`rating.basis.${basisOf(rule, undefined)}`, all),
    count: String(boxes.reduce((total, { quantity }) => total + quantity, 0)),
    billed: pounds(billed),
  };
}

const figures = (rule: Weighed['rule'], actual: number, dimensional: number): Record<string, string> => ({
  actual: pounds(actual),
  dimensional: pounds(dimensional),
  compared: pounds(compared(actual, dimensional, rule)),
  ...(typeof rule.basis === 'object' ? { percent: decimal(rule.basis.excess, percentScale) } : {}),
});

/** What raised the weight after it was compared, each only where it did. */
function stepsOf({ rule, boxes, as, billed, higher }: Weighed, paid: number): Record<string, string> {
  const steps: Record<string, string> = {};
  const [first] = boxes;
  if (as === 'box' && first) {
    const before = compared(first.box.actual, first.box.dimensional, rule);
    const rounded = roundWeight(before, rule.rounding);
    if (rounded > before) steps['rounded'] = pounds(rounded);
    if (first.least > Math.max(rounded, rule.minimum)) steps['least'] = pounds(first.least);
    else if (rule.minimum > rounded) steps['minimum'] = pounds(rule.minimum);
  } else if (as === 'shipment') steps['rounded'] = pounds(billed);
  if (paid > billed) steps[higher ? 'higher' : 'row'] = pounds(paid);
  return steps;
}
