import type { Entity, Field } from '../../engine/core/index.ts';

/** What every answer holds beside the fields of a record, and what requests hold beside them. */
const known = new Set(['id', 'ids', 'version']);

/**
 * The keys of a body, and of the rows in it, that name no field: they change nothing, and the answer says so. What the
 * server itself puts into its answers (`$customer`, `_can`) comes back with whole rows and is no mistake.
 */
export function unreadKeys(entity: Pick<Entity, 'fields'>, body: unknown): string[] {
  return keysIn(entity.fields, body, '').slice(0, most);
}

/** So many are named. */
const most = 50;

function keysIn(fields: readonly Field[], record: unknown, at: string): string[] {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return [];
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  return Object.entries(record).flatMap(([key, value]) => {
    const field = byName.get(key.toLowerCase());
    if (!field) return known.has(key) || /^[$_]/.test(key) ? [] : [`${at}${key}`];
    if (!field.lines || !Array.isArray(value)) return [];
    const { lines } = field;
    return value.flatMap((row, n) => keysIn(lines, row, `${at}${field.name}[${n}].`));
  });
}
