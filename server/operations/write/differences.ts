import type { Field } from '../../../engine/core/index.ts';
import { same } from './read-input.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a write has something new for a field. */
export function differs(field: Field, record: Values, old: Values): boolean {
  if (field.system && field.name !== 'status') return false;
  if (!(field.name in record)) return false;
  if (field.meta.type === 'secret') return record[field.name] !== undefined && record[field.name] !== null;
  return !same(record[field.name], old[field.name] ?? null);
}

/** What the trail keeps of a change; never a secret. */
export function shown(field: Field, old: Values, record: Values): { before: unknown; after: unknown } {
  if (field.meta.type === 'secret') return { before: null, after: null };
  return { before: old[field.name] ?? null, after: record[field.name] ?? null };
}
