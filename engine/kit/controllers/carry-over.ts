import type { Entity, Field } from '../../core/index.ts';
import { byFieldIds, byFieldNames } from './field-ids.ts';
import { changedFields, typedFields } from './form-values.ts';

/** Changes to a form while it was open, with the labels that its reader knows. */
export type FormChange =
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  | { readonly kind: 'added'; readonly field: string }
  /** What was typed cannot be kept: the field is gone, or takes another kind of value. `text`: what it said. */
  | { readonly kind: 'removed' | 'retyped'; readonly field: string; readonly text: string };

/** A form as it was, or as it is now. */
export interface FormShape {
  readonly entity: Entity;
  readonly readOnly: readonly string[];
  readonly label: (name: string) => string;
}

export interface CarriedOver {
  /** What was typed, under the present names. */
  readonly values: Record<string, unknown>;
  readonly changes: readonly FormChange[];
}

/**
 * Takes what was typed into a form over to the form that its entity has become, by the ids of fields. Fields whose type
 * has changed take the value where the new type can read it.
 */
export function carryOver({
  was,
  now,
  base,
  values,
  textOf,
}: {
  was: FormShape;
  now: FormShape;
  base: Readonly<Record<string, unknown>>;
  values: Readonly<Record<string, unknown>>;
  textOf: (field: Field, values: Readonly<Record<string, unknown>>) => string;
}): CarriedOver {
  const [before, after] = [typedFields(was.entity, was.readOnly), typedFields(now.entity, now.readOnly)];
  const typed = new Set(Object.keys(changedFields(before, base, values)));
  const carried: Record<string, unknown> = {};
  const changes: FormChange[] = [];
  for (const field of before) {
    const next = after.find(({ id }) => id === field.id);
    const isTyped = typed.has(field.name);
    if (!next) {
      if (isTyped) changes.push({ kind: 'removed', field: was.label(field.name), text: textOf(field, values) });
      continue;
    }
    const [from, to] = [was.label(field.name), now.label(next.name)];
    if (from !== to) changes.push({ kind: 'renamed', from, to });
    if (!isTyped) continue;
    const found = valueFor(field, next, values);
    if (found) Object.assign(carried, found);
    else changes.push({ kind: 'retyped', field: to, text: textOf(field, values) });
  }
  for (const field of after)
    if (!before.some(({ id }) => id === field.id)) changes.push({ kind: 'added', field: now.label(field.name) });
  return { values: carried, changes };
}

/** The value and its title under the field's present name; null if the present type cannot hold it. */
function valueFor(
  field: Field,
  next: Field,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const byId = byFieldIds([field], values);
  if (field.meta.type === next.meta.type) return byFieldNames([next], byId);
  const value = byId[field.id];
  const read = next.type.parse(value, next.meta);
  if (read.ok) return { [next.name]: read.value };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  const typed = text === null ? null : next.type.fromText(text, next.meta, { culture: 'en-US', timeZone: 'UTC' });
  return typed?.ok ? { [next.name]: typed.value } : null;
}
