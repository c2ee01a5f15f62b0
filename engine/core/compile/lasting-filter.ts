import { compileExpression } from '../expression/compile-expression.ts';
import type { Expression } from '../expression/expression.ts';
import { logicalParts } from '../expression/logical-parts.ts';
import type { Entity, Field } from './catalog.ts';
import { typesOf } from './compile-catalog.ts';

/**
 * The part of a reference's filter that holds for every record which was ever referred to: without what it says about the
 * target's state and about the referring record, so that a list can still be filtered by a disabled customer. Null if
 * nothing is left. It never holds for fewer records than the whole filter.
 */
export function lastingFilter(field: Field, target: Entity): Expression | null {
  const whole = field.meta.filter === undefined ? null : logicalParts(field.meta.filter);
  if (!whole) return null;
  const scope = { fields: typesOf(target) };
  const lasting = (whole.op === 'and' ? whole.parts : [whole]).filter(({ text }) => {
    const part = compileExpression(text, scope);
    return part.ok && !part.value.reads.includes('status');
  });
  const joined = compileExpression(lasting.map(({ text }) => `(${text})`).join(' && '), scope);
  return joined.ok ? joined.value : null;
}
