import type { Outcome } from '../../meta/issue.ts';
import { accept, refuse } from './outcome.ts';
import { isUnstorable } from './read-text.ts';

export type PlainObject = Record<string, unknown>;

/** An object of own keys as JSON has it; no class, no array. */
export const isPlainObject = (input: unknown): input is PlainObject => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const prototype: unknown = Object.getPrototypeOf(input);
  return prototype === null || prototype === Object.prototype;
};

/**
 * A copy made of plain JSON alone, bounded in depth and size. Refused are what JSON or Postgres cannot hold (functions,
 * NUL, half characters, NaN) and keys that reach into prototypes. Issues: `json.invalid`, `json.tooDeep`, `json.tooLarge`.
 */
export const readJson = (input: unknown, largest = largestSize): Outcome<unknown> => {
  const budget = { left: largest };
  const outcome = copy(input, 0, budget);
  return outcome === tooDeep
    ? refuse('json.tooDeep', { max: maxDepth })
    : outcome === tooLarge
      ? refuse('json.tooLarge', { max: largest })
      : outcome === invalid
        ? refuse('json.invalid')
        : accept(outcome);
};

/** JSON text as its value, or undefined if it is none. */
export const jsonOfText = (text: string, largest = largestSize): unknown => {
  if (text.length > largest) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const maxDepth = 32;
/** Counted in characters of keys and texts, and one for every value; a field may allow more. */
const largestSize = 200_000;

const invalid = Symbol('invalid');
const tooDeep = Symbol('tooDeep');
const tooLarge = Symbol('tooLarge');
type Failure = typeof invalid | typeof tooDeep | typeof tooLarge;

const isFailure = (value: unknown): value is Failure => typeof value === 'symbol';

const copy = (input: unknown, depth: number, budget: { left: number }): unknown => {
  budget.left -= 1 + (typeof input === 'string' ? input.length : 0);
  if (budget.left < 0) return tooLarge;
  if (depth > maxDepth) return tooDeep;
  if (input === null || typeof input === 'boolean') return input;
  if (typeof input === 'string') return isUnstorable(input) ? invalid : input;
  if (typeof input === 'number') return Number.isFinite(input) ? input + 0 : invalid;
  if (Array.isArray(input)) return copyList(input, depth, budget);
  return isPlainObject(input) ? copyObject(input, depth, budget) : invalid;
};

const copyList = (input: readonly unknown[], depth: number, budget: { left: number }): unknown => {
  const list: unknown[] = [];
  for (const element of input) {
    const value = copy(element, depth + 1, budget);
    if (isFailure(value)) return value;
    list.push(value);
  }
  return list;
};

const copyObject = (input: PlainObject, depth: number, budget: { left: number }): unknown => {
  const object: PlainObject = {};
  for (const key of Object.keys(input)) {
    budget.left -= key.length;
    if (key === '__proto__' || isUnstorable(key)) return invalid;
    const value = copy(input[key], depth + 1, budget);
    if (isFailure(value)) return value;
    object[key] = value;
  }
  return object;
};
