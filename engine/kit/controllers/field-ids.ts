import type { Field } from '../../core/index.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Values under the ids of their fields, which outlive every rename; titles of references go with them. What belongs to
 * none of the fields is left out.
 */
export const byFieldIds = (fields: readonly Field[], values: Values): Record<string, unknown> =>
  moved({ fields, values, from: (field) => field.name, to: (field) => field.id });

/** The way back, under the names that the fields have now. */
export const byFieldNames = (fields: readonly Field[], values: Values): Record<string, unknown> =>
  moved({ fields, values, from: (field) => field.id, to: (field) => field.name });

type Key = (field: Field) => string;

function moved({
  fields,
  values,
  from,
  to,
}: {
  fields: readonly Field[];
  values: Values;
  from: Key;
  to: Key;
}): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const [key, next] = [from(field), to(field)];
    if (Object.hasOwn(values, key))
      result[next] = field.lines ? rows({ fields: field.lines, value: values[key], from, to }) : values[key];
    if (Object.hasOwn(values, `$${key}`)) result[`$${next}`] = values[`$${key}`];
  }
  return result;
}

const rows = ({ fields, value, from, to }: { fields: readonly Field[]; value: unknown; from: Key; to: Key }): unknown =>
  Array.isArray(value)
    ? value.map((row: unknown) => (isRow(row) ? moved({ fields, values: row, from, to }) : row))
    : value;

const isRow = (row: unknown): row is Values => typeof row === 'object' && row !== null && !Array.isArray(row);
