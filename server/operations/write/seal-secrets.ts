import type { Entity } from '../../../engine/core/index.ts';
import type { Context } from '../context.ts';
import type { Values } from './mutation.ts';

/** A copy of the record with its secrets sealed: passwords hashed, others encrypted. */
export async function sealSecrets(context: Context, entity: Entity, record: Values): Promise<Record<string, unknown>> {
  const sealed: Record<string, unknown> = { ...record };
  for (const field of entity.fields) {
    if (field.meta.type !== 'secret') continue;
    const plain = record[field.name];
    if (typeof plain === 'string') sealed[field.name] = await context.seal(entity.name, field.name, plain);
  }
  return sealed;
}
