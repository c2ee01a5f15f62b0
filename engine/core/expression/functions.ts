import { RE2JS } from 're2js';
import { Decimal } from '../meta/decimal.ts';
import { compareValues, toDecimal } from './compare-values.ts';
import { constant, sql } from './sql-pieces.ts';
import { boolType, decimalType, dynType, intType, stringType, unify } from './term-type.ts';
import type { ExpressionFunction, Parameter, Sql, Term, TermType, Value } from './term.ts';

/** Every function of the dialect. Several of one name differ in what they take. */
export const expressionFunctions: readonly ExpressionFunction[] = [
  define({
    name: 'startsWith',
    form: 'method',
    takes: ['string', 'string'],
    returns: boolType,
    evaluate: (text, part) => text.startsWith(part),
    sql: ([text, part], [, needle]) =>
      like({ text, needle, before: '', behind: '%' }) ?? sql`starts_with(${text}, ${part})`,
  }),
  define({
    name: 'endsWith',
    form: 'method',
    takes: ['string', 'string'],
    returns: boolType,
    evaluate: (text, part) => text.endsWith(part),
    sql: ([text, part], [, needle]) =>
      like({ text, needle, before: '%', behind: '' }) ?? sql`(right(${text}, char_length(${part})) = ${part})`,
  }),
  define({
    name: 'contains',
    form: 'method',
    takes: ['string', 'string'],
    returns: boolType,
    evaluate: (text, part) => text.includes(part),
    sql: ([text, part], [, needle]) =>
      like({ text, needle, before: '%', behind: '%' }) ?? sql`(strpos(${text}, ${part}) > 0)`,
  }),
  define({
    name: 'lower',
    form: 'method',
    takes: ['string'],
    returns: stringType,
    evaluate: (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    sql: ([text]) => sql`lower(${text} COLLATE "C")`,
  }),
  define({
    name: 'upper',
    form: 'method',
    takes: ['string'],
    returns: stringType,
    evaluate: (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
    sql: ([text]) => sql`upper(${text} COLLATE "C")`,
  }),
  define({
    name: 'trim',
    form: 'method',
    takes: ['string'],
    returns: stringType,
    evaluate: (text) => text.trim(),
    sql: ([text]) => sql`btrim(${text}, ${constant(blanks, 'text')})`,
  }),
  define({
    name: 'matches',
    form: 'method',
    takes: ['string', 'pattern'],
    returns: boolType,
    evaluate: (text, pattern) => compilePattern(pattern)?.matcher(text).find(),
    // Linear in both, and making the machine of a pattern costs more than running it.
    cost: (text, pattern) => {
      const isFresh = !compiledPatterns.has(pattern);
      const size = compilePattern(pattern)?.programSize() ?? 0;
      return (isFresh ? size * 10 : 0) + Math.ceil((text.length * size) / 4);
    },
  }),
  ...(['method', 'global'] as const).flatMap((form) => [
    define({
      name: 'size',
      form,
      takes: ['string'],
      returns: intType,
      evaluate: (text) => BigInt(text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)),
      sql: ([text]) => sql`char_length(${text})`,
    }),
    define({ name: 'size', form, takes: ['list'], returns: intType, evaluate: (items) => BigInt(items.length) }),
  ]),
  define({
    name: 'round',
    form: 'global',
    takes: ['number', 'places'],
    returns: decimalType,
    evaluate: (number, places) => toDecimal(number)?.round(Number(places)),
    sql: ([number, places]) => sql`round(CAST(${number} AS numeric), CAST(${places} AS integer))`,
  }),
  define({
    name: 'daysBetween',
    form: 'global',
    takes: ['string', 'string'],
    returns: intType,
    evaluate: (from, to) => {
      const [first, last] = [dayNumber(from), dayNumber(to)];
      return first === undefined || last === undefined ? undefined : BigInt(last - first);
    },
  }),
  define({
    name: 'sum',
    form: 'global',
    takes: ['numbers'],
    returns: elementType,
    evaluate: (numbers) => {
      const decimals = numbers.map(toDecimal);
      if (!decimals.every((number) => number !== null)) return undefined;
      const total = decimals.reduce((left, right) => left.add(right), Decimal.zero);
      return numbers.every((number) => typeof number === 'bigint') ? total.unscaled : total;
    },
  }),
  ...([-1, 1] as const).flatMap((direction) => {
    const name = direction < 0 ? 'min' : 'max';
    return [
      define({
        name,
        form: 'global',
        takes: ['orderedList'],
        returns: elementType,
        evaluate: (items) => extreme(items, direction),
      }),
      define({
        name,
        form: 'global',
        takes: ['ordered', 'ordered'],
        returns: ([left = dynType, right = dynType]) => unify(left, right),
        evaluate: (left, right) => extreme([left, right], direction),
      }),
    ];
  }),
];

/** The compiled RE2 pattern, or null if it is none. Linear in the text, whatever the pattern. */
export function compilePattern(pattern: string): RE2JS | null {
  const known = compiledPatterns.get(pattern);
  if (known !== undefined) return known;
  if (compiledPatterns.size >= 200) compiledPatterns.clear();
  let compiled: RE2JS | null = null;
  if (pattern.length <= 500) {
    try {
      compiled = RE2JS.compile(pattern);
    } catch {
      compiled = null;
    }
  }
  compiledPatterns.set(pattern, compiled);
  return compiled;
}

const compiledPatterns = new Map<string, RE2JS | null>();

/** What `trim` takes away: white space and line ends as JavaScript and Unicode list them. */
const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

interface Taken {
  string: string;
  pattern: string;
  number: bigint | Decimal;
  places: bigint;
  ordered: string | bigint | Decimal;
  list: readonly Value[];
  numbers: readonly Value[];
  orderedList: readonly Value[];
}

function define<const P extends readonly Parameter[]>(definition: {
  name: string;
  form: 'method' | 'global';
  takes: P;
  returns: TermType | ((types: readonly TermType[]) => TermType | null);
  evaluate: (...args: { -readonly [K in keyof P]: Taken[P[K]] }) => Value;
  cost?: (...args: { -readonly [K in keyof P]: Taken[P[K]] }) => number;
  sql?: (args: { -readonly [K in keyof P]: Sql }, terms: { -readonly [K in keyof P]: Term }) => Sql;
}): ExpressionFunction {
  const { returns, evaluate, cost, sql: translate } = definition;
  return Object.freeze({
    ...definition,
    returns: typeof returns === 'function' ? returns : () => returns,
    // The caller has checked every argument against `takes`, so the tuples are of this shape.
    evaluate: (args: readonly Value[]) => evaluate(...(args as { -readonly [K in keyof P]: Taken[P[K]] })),
    cost: cost && ((args: readonly Value[]) => cost(...(args as { -readonly [K in keyof P]: Taken[P[K]] }))),
    sql:
      translate &&
      ((args: readonly Sql[], terms: readonly Term[]) =>
        translate(args as { -readonly [K in keyof P]: Sql }, terms as { -readonly [K in keyof P]: Term })),
  });
}

function elementType(types: readonly TermType[]): TermType {
  const type = types[0];
  return type?.kind === 'list' && type.of.kind !== 'null' ? type.of : dynType;
}

/** `LIKE` with a constant pattern, which an index can serve, if what is sought is a literal. */
function like({
  text,
  needle,
  before,
  behind,
}: {
  text: Sql;
  needle: Term;
  before: string;
  behind: string;
}): Sql | null {
  if (needle.op !== 'literal' || typeof needle.value !== 'string') return null;
  return sql`(${text} LIKE ${constant(before + needle.value.replace(/[\\%_]/g, '\\$&') + behind, 'text')})`;
}

/** The least (-1) or greatest (1) value; unknown for no values, and if one is empty. */
function extreme(items: readonly Value[], direction: -1 | 1): Value {
  let best: Value = items[0];
  for (const item of items) {
    const order = compareValues(item, best);
    if (order === undefined) return undefined;
    if (order * direction > 0) best = item;
  }
  return best;
}

/** Days since 1970-01-01 of a text that begins with a date; undefined if the date does not exist. */
function dayNumber(text: string): number | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:$|[ T])/.exec(text);
  if (!match) return undefined;
  const instant = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined;
  return instant / 86_400_000;
}
