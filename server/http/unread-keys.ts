import type { Entity, Field } from '../../engine/core/index.ts';

/** Keys beside an entity's fields that requests and answers may contain. */
const known = new Set(['id', 'ids', 'version', 'versions']);

/**
 * Keys of a body and its rows that name no field: they are ignored, and the answer lists them. Keys that the server
 * itself adds to answers (`$customer`, `_can`) are accepted.
 */
export function unreadKeys(entity: Pick<Entity, 'fields'>, body: unknown): string[] {
  return keysIn(entity.fields, body, '').slice(0, most);
}

/** Maximum keys listed. */
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
