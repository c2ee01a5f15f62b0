import type { FieldMeta, FieldTypeName } from '../meta/entity.ts';
import type { Outcome } from '../meta/issue.ts';
import type { CelType, Column, FieldTraits, FieldType, FilterOperator, ValueContext } from './field-type.ts';
import { accept } from './read/outcome.ts';
import { plainText } from './read/plain-text.ts';

/** A constant, or an answer that depends on the field. */
type PerField<T> = T | ((field: FieldMeta) => T);

/** A field type as its file describes it: only what is special, blanks and nulls left out. */
export interface Description {
  name: FieldTypeName;
  options?: Record<string, FieldMeta>;
  column: PerField<Column | null>;
  cel: PerField<CelType>;
  jsonSchema: PerField<Record<string, unknown>>;
  operators: readonly FilterOperator[];
  /** What differs from `usualTraits`. */
  traits?: Partial<FieldTraits>;
  /** `FieldType.parse` for anything but null, undefined and blank text. */
  read(input: unknown, field: FieldMeta): Outcome<unknown>;
  /** `FieldType.format` for anything but null; the plain text when absent. */
  write?(value: unknown, field: FieldMeta, context: ValueContext): string;
  /** `FieldType.fromText` for text that is not blank and already trimmed; `read` when absent. */
  readText?(text: string, field: FieldMeta, context: ValueContext): Outcome<unknown>;
  samples: PerField<{ valid: unknown[]; invalid: unknown[] }>;
}

/** Completes a description to the frozen field type: blank in is null out, null in is '' out, everywhere alike. */
export const defineFieldType = (description: Description): FieldType => {
  const { read, write = plainText, readText = read } = description;
  const parse: FieldType['parse'] = (input, field) => (isBlank(input) ? accept(null) : read(input, field));
  const operators = [...description.operators];
  const options = { ...description.options };
  const traits = Object.freeze({ ...usualTraits, ...description.traits });
  Object.freeze(operators);
  Object.freeze(options);
  return Object.freeze<FieldType>({
    name: description.name,
    options,
    operators,
    traits,
    column: (field) => answer(description.column, field),
    cel: (field) => answer(description.cel, field),
    jsonSchema: (field) => answer(description.jsonSchema, field),
    parse,
    format: (value, field, context) => (isBlank(value) ? '' : write(value, field, context)),
    fromText: (text, field, context) => (isBlank(text) ? accept(null) : readText(text.trim(), field, context)),
    samples: (field) => {
      const { valid, invalid } = answer(description.samples, field);
      return { valid: isNarrowed(field) ? valid.filter((value) => parse(value, field).ok) : valid, invalid };
    },
  });
};

const usualTraits: FieldTraits = Object.freeze({
  calculated: false,
  numeric: false,
  summable: false,
  calendar: false,
  sortable: true,
  groupable: true,
  listable: true,
  hasOptions: false,
  pointsToRecords: false,
  multiple: false,
  fullWidth: false,
  exact: false,
  shrinkable: false,
  pasteable: true,
  inLines: true,
  defaultable: true,
  width: null,
});

const isBlank = (input: unknown): boolean =>
  input === null || input === undefined || (typeof input === 'string' && input.trim() === '');

const answer = <T>(perField: PerField<T>, field: FieldMeta): T =>
  typeof perField === 'function' ? (perField as (field: FieldMeta) => T)(field) : perField;

/** The fixed samples are written for the plain type; a field with own bounds keeps those that fit. */
const isNarrowed = (field: FieldMeta): boolean =>
  [field.min, field.max, field.above, field.scale, field.minLength, field.maxLength, field.pattern].some(
    (bound) => bound !== undefined,
  );
