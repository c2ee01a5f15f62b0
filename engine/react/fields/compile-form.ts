import type { ISchema } from '@formily/json-schema';
import type { Field, FormMeta } from '../../index.ts';

/**
 * Sections of field names as the form engine's schema: made when a form opens, never kept. It holds names alone; words,
 * options and conditions stay with the entity, so no text of a person ever passes through the engine's templates.
 */
export function compileForm(sections: FormMeta, fields: ReadonlyMap<string, Field>): ISchema {
  const known = (row: readonly string[]) => row.filter((name) => fields.has(name));
  const properties: Record<string, ISchema> = {};
  for (const [section, rows] of Object.entries(sections)) {
    const kept = rows.map(known).filter((row) => row.length > 0);
    if (kept.length === 0) continue;
    const entries = kept.map((row, at) => [`$row-${section}-${at}`, formRow(row)] as const);
    const names = kept.flat();
    properties[`$section-${section}`] = part('FormSection', { name: section, names }, Object.fromEntries(entries));
  }
  return { type: 'object', properties };
}

/** One section with one row a field: what an entity without a `form`, or a dialog, looks like. */
export const plainSections = (names: readonly string[], section = 'basic'): FormMeta => ({
  [section]: names.map((name) => [name]),
});

function formRow(row: readonly string[]): ISchema {
  const fields = row.map((name) => [
    name,
    { type: 'any', 'x-decorator': 'A11yFormItem', 'x-component': 'FieldControl' },
  ]);
  return part('FormRow', { columns: row.length }, Object.fromEntries(fields));
}

const part = (component: string, props: Record<string, unknown>, properties: Record<string, ISchema>): ISchema => ({
  type: 'void',
  'x-component': component,
  'x-component-props': props,
  properties,
});
