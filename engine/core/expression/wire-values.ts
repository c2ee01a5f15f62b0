import { Decimal, wireDigits } from '../meta/decimal.ts';
import type { TermType, Value } from './term.ts';

/**
 * A canonical wire value as expressions compute with it. Empty and missing are null, but for lines, which are an
 * empty list. Undefined, that is unknown, for a value that is not of the type.
 */
export function fromWire(wire: unknown, type: TermType): Value {
  if (wire === null || wire === undefined) return isLines(type) ? [] : null;
  switch (type.kind) {
    case 'string':
      return typeof wire === 'string' ? wire : undefined;
    case 'bool':
      return typeof wire === 'boolean' ? wire : undefined;
    case 'int': {
      const number = readNumber(wire);
      return number?.scale === 0 ? number.unscaled : undefined;
    }
    case 'decimal':
      return readNumber(wire);
    case 'list':
      return Array.isArray(wire) ? wire.map((item: unknown) => fromWire(item, type.of)) : undefined;
    case 'record':
    case 'map':
      return isObject(wire) ? wire : undefined;
    case 'dyn':
      return fromUntyped(wire);
    case 'null':
      return undefined;
  }
}

/** The wire value of a computed one: numbers with at most 15 digits, rounded half-up; undefined if it does not fit. */
export function toWire(value: Value): unknown {
  if (typeof value === 'bigint') return toWire(Decimal.of(value));
  if (value instanceof Decimal) {
    const whole = value.digits - value.scale;
    const fitting = value.digits <= wireDigits ? value : value.round(Math.max(0, wireDigits - whole));
    return fitting.digits <= wireDigits ? fitting.toNumber() : undefined;
  }
  if (Array.isArray(value)) return value.map(toWire);
  return value;
}

/** The part of an object, own ones only. */
export const partOf = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

function fromUntyped(wire: unknown): Value {
  if (typeof wire === 'string' || typeof wire === 'boolean') return wire;
  if (typeof wire === 'number') return readNumber(wire);
  if (Array.isArray(wire)) return wire.map((item: unknown) => fromWire(item, { kind: 'dyn' }));
  return isObject(wire) ? wire : undefined;
}

const readNumber = (wire: unknown): Decimal | undefined =>
  typeof wire === 'number' || typeof wire === 'string' ? (Decimal.parse(wire) ?? undefined) : undefined;

const isLines = (type: TermType): boolean => type.kind === 'list' && type.of.kind === 'record';
