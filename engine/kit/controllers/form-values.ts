import type { Entity, Field } from '../../core/index.ts';

/** What the person may do with the form: add a record, or edit one. */
export type FormMode = 'add' | 'edit';

/** The declared fields that a person may type, given the names that the caller may not write. */
export function typedFields(entity: Entity, readOnly: readonly string[]): Field[] {
  return entity.fields.filter(
    (field) =>
      !field.system && field.readOnly !== true && !field.type.traits.calculated && !readOnly.includes(field.name),
  );
}

/** The record that a new form starts from: the schema's defaults, then what the caller presets. */
export function startRecord(entity: Entity, preset: Record<string, unknown> = {}): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of entity.fields) {
    if (field.system) continue;
    if (field.meta.default !== undefined) record[field.name] = structuredClone(field.meta.default);
    else if (field.lines) record[field.name] = [];
  }
  return { ...record, ...preset };
}

/** The fields whose value differs from the base, in wire form: nothing is null, titles of references stay behind. */
export function changedFields(
  fields: readonly Field[],
  base: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const changed = fields.filter((field) => !sameValue(base[field.name], values[field.name]));
  return Object.fromEntries(changed.map((field) => [field.name, wireValue(values[field.name])]));
}

/** Drops what only the screen knows: `$titles`, `_rights` and empty keys, however deep. */
export function wireValue(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(wireValue);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('$') && !key.startsWith('_'));
  return Object.fromEntries(entries.map(([key, inner]) => [key, wireValue(inner)]));
}

/** Whether two values mean the same on the wire: no value, null and blank are one; key order does not count. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
  const wire = wireValue(value);
  if (Array.isArray(wire)) return wire.length === 0 ? null : wire.map(plain);
  if (wire === null || typeof wire !== 'object') return wire;
  const entries = Object.entries(wire)
    .map(([key, inner]) => [key, plain(inner)] as const)
    .filter(([, inner]) => inner !== null);
  if (entries.length === 0) return null;
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
