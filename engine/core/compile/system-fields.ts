import type { EntityMeta, FieldMeta } from '../meta/entity.ts';

/** The fields that every entity has without declaring them, in the field language. */
export function systemFieldMetas(meta: EntityMeta): Record<string, FieldMeta> {
  const fields: Record<string, FieldMeta> = {
    id: { type: 'reference', to: meta.entity, readOnly: true },
    version: { type: 'integer', readOnly: true },
    createdAt: { type: 'datetime', readOnly: true },
    createdBy: { type: 'reference', to: 'account', readOnly: true },
    updatedAt: { type: 'datetime', readOnly: true },
    updatedBy: { type: 'reference', to: 'account', readOnly: true },
  };
  if (!meta.workflow) return fields;
  const { states } = meta.workflow;
  const tones = Object.fromEntries(Object.entries(states).map(([state, { tone }]) => [state, tone ?? 'neutral']));
  return { status: { type: 'choice', options: Object.keys(states), tones, readOnly: true }, ...fields };
}
