import type { Entity, Field } from '../compile/catalog.ts';
import type { Bindings } from '../expression/expression.ts';
import { Decimal } from '../meta/decimal.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The record with what follows from it alone, in the order of the fields: roll-ups and computed values. What is looked up
 * or comes from a socket stays as it is given. Pure.
 */
export function calculated(entity: Entity, bindings: Bindings): Record<string, unknown> {
  const record: Record<string, unknown> = { ...bindings.record };
  const own: Bindings = { ...bindings, record };
  for (const field of entity.fields) {
    if (field.meta.type === 'rollup') record[field.name] = rollUp(field, record);
    else if (field.value) record[field.name] = field.value.evaluate(own) ?? null;
  }
  return record;
}

/** The exact sum of a column of the lines, or how many lines there are. */
export function rollUp(field: Field, record: Values): number {
  const rows = (record[field.meta.over ?? ''] ?? []) as Values[];
  if (field.meta.count) return rows.length;
  const total = rows.reduce((sum, row) => {
    const value = row[field.meta.sum ?? ''];
    const exact = typeof value === 'number' ? Decimal.parse(value) : null;
    return exact ? sum.add(exact) : sum;
  }, Decimal.zero);
  return total.toNumber();
}
