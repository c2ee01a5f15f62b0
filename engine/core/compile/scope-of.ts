import type { ExpressionType, Scope } from '../expression/expression.ts';
import { fieldTypes } from '../fields/field-types.ts';
import type { FieldMeta } from '../meta/entity.ts';

/** The names in an entity's own expressions: its fields and the fields of its sub-tables, without secrets. */
export function scopeOf(metas: Record<string, FieldMeta>): Scope {
  const types: Record<string, ExpressionType> = {};
  const lines: Record<string, Record<string, ExpressionType>> = {};
  for (const [name, field] of Object.entries(metas)) {
    if (field.type === 'secret') continue;
    types[name] = fieldTypes[field.type].cel(field);
    if (field.fields) {
      lines[name] = Object.fromEntries(
        Object.entries(field.fields).map(([line, inner]) => [line, fieldTypes[inner.type].cel(inner)]),
      );
    }
  }
  return { fields: types, lines };
}
