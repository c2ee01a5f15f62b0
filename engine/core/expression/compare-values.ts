import { Decimal } from '../meta/decimal.ts';
import type { Value } from './term.ts';

/**
 * Negative, zero or positive as the left value stands before, with or behind the right one; undefined if either is
 * unknown or they have no common order. Numbers compare exactly, whatever their types; texts by code point, which is
 * the order of their UTF-8 bytes and of SQL's collation "C".
 */
export function compareValues(left: Value, right: Value): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : left > right ? 1 : 0;
  const first = toDecimal(left);
  const second = toDecimal(right);
  return first && second ? first.compare(second) : undefined;
}

/** Whether two values are equal, undefined if either is empty or unknown. Values of different kinds differ. */
export function equalValues(left: Value, right: Value): boolean | undefined {
  if (left === null || left === undefined || right === null || right === undefined) return undefined;
  return left === right || compareValues(left, right) === 0;
}

/** The number as a decimal, null for what is no number. */
export function toDecimal(value: Value): Decimal | null {
  if (typeof value === 'bigint') return Decimal.of(value);
  return value instanceof Decimal ? value : null;
}

/** Code units order like code points except for surrogates, which encode points above all single units. */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const first = left.charCodeAt(at);
    const second = right.charCodeAt(at);
    if (first !== second)
      return isSurrogate(first) === isSurrogate(second) ? first - second : isSurrogate(first) ? 1 : -1;
  }
  return left.length - right.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
