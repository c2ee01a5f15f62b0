import { exact, sideScale, weightScale } from '../kernel/exact.ts';
import type { BoxFacts } from '../kernel/surcharge.ts';

type Test = (box: BoxFacts) => boolean;

/** The figures that a trigger compares, in the parts that the kernel counts in. */
const figures: Readonly<Record<string, readonly [scale: number, of: (box: BoxFacts) => number]>> = {
  weight: [weightScale, (box) => box.actual],
  longest: [sideScale, (box) => box.sides[0]],
  second: [sideScale, (box) => box.sides[1]],
  third: [sideScale, (box) => box.sides[2]],
  lengthPlusGirth: [sideScale, (box) => box.lengthPlusGirth],
  volume: [sideScale, (box) => box.volume],
  declaredValue: [100, (box) => box.declaredValue],
  pieces: [1, (box) => box.pieces],
};
const flags: Readonly<Record<string, Test>> = {
  residential: (box) => box.residential,
  irregular: (box) => box.irregular,
  thirdParty: (box) => box.thirdParty,
};
const texts: Readonly<Record<string, (box: BoxFacts) => string | null>> = {
  unit: (box) => box.unit,
  zone: (box) => box.zone,
  area: (box) => box.area,
  signature: (box) => box.signature,
};

const compared: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/**
 * A checked trigger of the plain shape that nearly all have (comparisons of one fact with one constant, joined by `&&`, `||` and
 * brackets) as functions over whole numbers, some fifty times as fast as the expression; null for any other. What is unknown (no
 * area) never holds, which is the same as in the expression, because nothing but a flag is ever negated here.
 */
export function quickTrigger(text: string): Test | null {
  const tokens = text.match(/\s+|\|\||&&|[=!]=|[()!]|[<>]=?|\d+(\.\d+)?|'[^'\\]*'|"[^"\\]*"|\w+|./g) ?? [];
  const rest = tokens.filter((token) => token.trim() !== '');
  const test = either(rest);
  return rest.length === 0 ? test : null;
}

function either(tokens: string[]): Test | null {
  return joined(tokens, '||', both, (one, other) => (box) => one(box) || other(box));
}

function both(tokens: string[]): Test | null {
  return joined(tokens, '&&', single, (one, other) => (box) => one(box) && other(box));
}

function joined(
  tokens: string[],
  sign: string,
  part: (tokens: string[]) => Test | null,
  join: (one: Test, other: Test) => Test,
): Test | null {
  let found = part(tokens);
  while (found && tokens[0] === sign) {
    tokens.shift();
    const next = part(tokens);
    found = next && join(found, next);
  }
  return found;
}

function single(tokens: string[]): Test | null {
  const token = tokens.shift() ?? '';
  if (token === '(') {
    const inner = either(tokens);
    return tokens.shift() === ')' ? inner : null;
  }
  if (token === '!') {
    const flag = own(flags, tokens.shift());
    return flag ? (box) => !flag(box) : null;
  }
  return own(flags, token) ?? comparison(token, tokens);
}

function comparison(name: string, tokens: string[]): Test | null {
  const [figure, text] = [own(figures, name), own(texts, name)];
  if (!figure && !text) return null;
  const [sign, constant = ''] = tokens.splice(0, 2);
  const compare = own(compared, sign);
  if (!compare) return null;
  if (figure) {
    const [scale, of] = figure;
    const value = exact(constant, scale);
    return value === null ? null : (box) => compare(of(box), value);
  }
  if (!text || !/^['"]/.test(constant) || (sign !== '==' && sign !== '!=')) return null;
  const wanted = constant.slice(1, -1);
  return sign === '==' ? (box) => text(box) === wanted : (box) => text(box) !== null && text(box) !== wanted;
}

const own = <T>(held: Readonly<Record<string, T>>, name: string | undefined): T | undefined =>
  name !== undefined && Object.hasOwn(held, name) ? held[name] : undefined;
