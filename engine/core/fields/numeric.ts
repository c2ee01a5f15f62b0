import { wireDigits } from '../meta/decimal.ts';
import type { FieldMeta } from '../meta/entity.ts';
import { defineFieldType, type Description } from './define-field-type.ts';
import type { FieldType } from './field-type.ts';
import { numberText, ungrouped } from './number-text.ts';
import { orderedOperators } from './operators.ts';
import { plainText } from './read/plain-text.ts';
import { readNumber } from './read/read-number.ts';

export interface Numeric {
  name: Description['name'];
  /** Places behind the point where the field does not say. */
  scale: number;
  /** The most that a field may ask for; 0 makes the type whole. */
  maxScale: number;
  /** Places that are always shown, zeros too. */
  shown?: number;
  /** A suffix after the formatted number; accepted when files are read. */
  suffix?: string;
  options?: Description['options'];
  traits?: Description['traits'];
  /** Values that are right, to be filtered by a field's own scale and bounds. */
  samples: number[];
}

/** A field type whose value is an exact number: `numeric(15, scale)`, or bigint for whole numbers; `number.*` issues. */
export const numeric = (kind: Numeric): FieldType => {
  const scaleOf = (field: FieldMeta): number => within(Math.trunc(field.scale ?? kind.scale), kind.maxScale);
  const read: Description['read'] = (input, field) => readNumber(input, scaleOf(field), field);
  return defineFieldType({
    name: kind.name,
    options: {
      ...boundOptions(kind),
      ...kind.options,
      ...(kind.traits?.summable ? { summed: { type: 'boolean' } } : {}),
    },
    operators: orderedOperators,
    traits: { numeric: true, ...kind.traits },
    column: (field) =>
      kind.maxScale === 0
        ? { type: 'bigint', check: `{col} between -${largestWhole} and ${largestWhole}` }
        : { type: `numeric(${wireDigits},${scaleOf(field)})` },
    cel: kind.maxScale === 0 ? 'int' : 'decimal',
    jsonSchema: (field) => jsonSchema(kind, scaleOf(field), field),
    read,
    write: (value, field, { culture }) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') return plainText(value);
      const maxScale = scaleOf(field);
      return (
        numberText(value, culture, { min: Math.min(kind.shown ?? 0, maxScale), max: maxScale }) + (kind.suffix ?? '')
      );
    },
    readText: (text, field, { culture }) => read(ungrouped(withoutSuffix(text, kind.suffix), culture), field),
    samples: (field) => ({ valid: kind.samples, invalid: [...noNumbers, ...misfits(scaleOf(field))] }),
  });
};

const noNumbers: readonly unknown[] = [
  'abc',
  '1e3',
  '0x10',
  '1,000',
  '１２',
  '12.',
  '1 2',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e15,
  '1234567890123456',
  true,
  {},
  [1],
];

/** One place too many, and one digit too many before the point. */
const misfits = (scale: number): unknown[] => [
  Number(`1e-${scale + 1}`),
  10 ** (wireDigits - scale),
  `0.${'0'.repeat(scale)}1`,
];

const largestWhole = 10 ** wireDigits - 1;

const within = (scale: number, maxScale: number): number =>
  Number.isNaN(scale) ? 0 : Math.min(Math.max(scale, 0), maxScale);

const withoutSuffix = (text: string, suffix: string | undefined): string =>
  suffix !== undefined && text.endsWith(suffix) ? text.slice(0, -suffix.length).trimEnd() : text;

const boundOptions = ({ scale, maxScale }: Numeric): Record<string, FieldMeta> => {
  const bound: FieldMeta = maxScale === 0 ? { type: 'integer' } : { type: 'decimal', scale: maxScale };
  const places: FieldMeta = { type: 'integer', min: 0, max: maxScale, default: scale };
  return { min: bound, max: bound, above: bound, ...(maxScale === 0 ? {} : { scale: places }) };
};

const jsonSchema = (kind: Numeric, scale: number, { min, max, above }: FieldMeta): Record<string, unknown> => {
  const largest = 10 ** (wireDigits - scale);
  return {
    type: kind.maxScale === 0 ? 'integer' : 'number',
    minimum: min === undefined ? -largest : Number(min),
    maximum: max === undefined ? largest : Number(max),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
  };
};
