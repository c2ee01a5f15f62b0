import type { Entity, Field } from '../../engine/core/index.ts';
import { parameterType } from './columns.ts';
import { param, pieces, quote, type SqlFragment } from './sql.ts';

/** Fields that together must be unique. */
export interface UniqueKey {
  readonly fields: readonly Field[];
  /** Whether empty values count as values: in declared unique keys they do, in single unique fields not. */
  readonly empties: boolean;
}

export function uniqueKeys(entity: Entity): UniqueKey[] {
  const single = entity.fields
    .filter((field) => field.meta.unique && field.meta.type !== 'sequence')
    .map((field) => ({ fields: [field], empties: false }));
  const declared = (entity.meta.indexes ?? [])
    .filter(({ unique }) => unique)
    .map(({ fields }) => ({ fields: fields.flatMap((name) => entity.byName.get(name) ?? []), empties: true }));
  return [...single, ...declared];
}

/** Indexes of the rows whose key exists in the table already. */
export function takenSql(
  entity: Entity,
  key: UniqueKey,
  rows: readonly { position: number; record: Readonly<Record<string, unknown>> }[],
): SqlFragment {
  const flat = rows.map(({ position, record }) => ({
    _position: position,
    ...Object.fromEntries(key.fields.map((field) => [field.id, record[field.name] ?? null])),
  }));
  const typed = key.fields.map((field) => `${quote(field.id)} ${parameterType(field)}`);
  const equal = key.fields.map((field) => {
    const [one, other] = [`t.${quote(field.id)}`, `x.${quote(field.id)}`];
    const hasEmpty = flat.some((row) => (row as Record<string, unknown>)[field.id] === null);
    return hasEmpty ? `(${one} = ${other} OR (${one} IS NULL AND ${other} IS NULL))` : `${one} = ${other}`;
  });
  return pieces(
    'SELECT DISTINCT x._position AS position FROM json_to_recordset(',
    param(JSON.stringify(flat), 'json'),
    `) AS x(_position integer, ${typed.join(', ')}) JOIN ${quote(entity.table)} t ON t.tenant_id = lading.tenant() AND ${equal.join(' AND ')}`,
  );
}
