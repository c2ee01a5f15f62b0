import type { Check, Entity, Field } from '../compile/catalog.ts';
import type { Bindings } from '../expression/expression.ts';

export interface FieldState {
  visible: boolean;
  required: boolean;
  readOnly: boolean;
}

/** The state of each declared field for this record now. A hidden or read-only field is never required. */
export function fieldStates(entity: Entity, bindings: Bindings): Map<string, FieldState> {
  return new Map(
    entity.fields.filter((field) => !field.system).map((field) => [field.name, fieldState(field, bindings)]),
  );
}

export function fieldState(field: Field, bindings: Bindings): FieldState {
  const visible = holds(field.visible, bindings);
  const readOnly = holds(field.readOnly, bindings) || (field.meta.fixed === true && bindings.old != null);
  return { visible, readOnly, required: visible && !readOnly && holds(field.required, bindings) };
}

const holds = (check: Check, bindings: Bindings): boolean =>
  typeof check === 'boolean' ? check : check.holds(bindings);
