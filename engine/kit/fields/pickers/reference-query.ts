import type { Entity, Field } from '../../../core/index.ts';
import type { ListQueryParams } from '../../data/data-client.ts';

/**
 * What a picker tells the server: who refers (a column with its sub-table), and the record as typed so far, which the field's own filter may read.
 * Only plain values go into an address.
 */
export function referenceQuery(
  entity: Entity,
  { field, within }: { field: Field; within?: string | undefined },
  record: Record<string, unknown>,
): ListQueryParams {
  const query: ListQueryParams = { from: entity.name, field: [within, field.name].filter(Boolean).join('.') };
  if (field.meta.filter === undefined) return query;
  for (const [name, value] of Object.entries(record)) {
    if (name.startsWith('$') || name.startsWith('_') || name in query || !field.meta.filter.includes(name)) continue;
    if (['string', 'number', 'boolean'].includes(typeof value) && value !== '') query[name] = String(value);
  }
  return query;
}
