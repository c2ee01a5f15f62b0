import pg from 'pg';
import type { Entity, Field } from '../../engine/core/index.ts';
import { targetOf } from '../../engine/core/index.ts';
import { literal, quote } from './sql.ts';

/** Answered instead of any secret, set or not. */
export const secretMask = '••••••••';

/** The SQL of a field's wire value, read from the row `alias`. */
export function wireValue(field: Field, alias: string): string {
  const column = `${alias}.${quote(field.id)}`;
  if (field.meta.type === 'secret') return literal(secretMask);
  switch (kindOf(field)) {
    case 'id':
      return `${column}::text`;
    case 'ids':
      return `${column}::text[]`;
    case 'datetime':
      return `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
    case 'date':
      return `to_char(${column}, 'YYYY-MM-DD')`;
    default:
      return column;
  }
}

/**
 * Parses the raw text of a column into the value of `wireValue`. Whole records are read this way: an expression for
 * each of seventy columns would be planned with every statement and cost Postgres more than finding the row.
 */
export function readColumn(field: Field): (text: string) => unknown {
  const kind = kindOf(field);
  // The text is in the zone of the transaction: `2026-11-22 09:30:00.12+08`.
  if (kind === 'datetime') return (text) => text.slice(0, 19);
  if (kind === 'id' || kind === 'date') return (text) => text;
  if (kind === 'ids') return readArray;
  const type = parameterType(field).replace(/\(.*/, '');
  return readers[type] ?? ((text) => text);
}

/** The OID of `text[]`. */
const textArray: number = 1009;

/** Parses `{1,"a b",NULL}`, a Postgres array of any type. */
const readArray = pg.types.getTypeParser(textArray, 'text') as (text: string) => unknown;

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  bigint: Number,
  numeric: Number,
  boolean: (text) => text === 't',
  jsonb: (text) => JSON.parse(text) as unknown,
  'text[]': readArray,
};

/** The SQL type that a parameter for this field is cast to. */
export const parameterType = (field: Field): string => field.type.column(field.meta)?.type ?? 'text';

type Kind = 'id' | 'ids' | 'datetime' | 'date' | 'other';

function kindOf(field: Field): Kind {
  const type = field.meta.type === 'computed' ? field.meta.as : field.meta.type;
  if (type === 'date' || type === 'datetime') return type;
  if (type === 'references' || (isIdentity(field) && field.meta.many)) return 'ids';
  return isIdentity(field) ? 'id' : 'other';
}

/** Whether the column holds an id, which the wire writes as text. */
export const isIdentity = (field: Field): boolean => {
  const type = field.meta.type === 'computed' ? field.meta.as : field.meta.type;
  return type === 'reference' || type === 'parent' || type === 'file' || type === 'image';
};

/** The entity whose title is answered beside this field as `$name` (a list if the field holds many), or null. */
export function titledTarget(entity: Entity, field: Field): string | null {
  if (field.name === 'id') return null;
  if (field.meta.type === 'parent') return entity.name;
  return ['reference', 'references', 'file'].includes(field.meta.type) ? targetOf(field) : null;
}
