import type pg from 'pg';
import type { Entity, RecordFields } from '../../../engine/core/index.ts';
import { isIdentity, parameterType, wireValue } from '../../store/columns.ts';
import { quote } from '../../store/sql.ts';

/** A menu record with its declared fields in wire form. */
export interface MenuRecord {
  readonly id: string;
  readonly version: number;
  readonly fields: RecordFields;
}

/** The tenant's menu records by id, buttons included; locked until the transaction ends if `lock` says so. */
export async function menuRecords(
  client: Pick<pg.PoolClient, 'query'>,
  entity: Entity,
  tenant: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Map<string, MenuRecord>> {
  const stored = entity.fields.filter(({ system, type, meta }) => !system && type.column(meta));
  const columns = stored.map((field) => `${wireValue(field, 'm')} AS ${quote(field.name)}`);
  const { rows } = await client.query<Record<string, string | number | null>>(
    `SELECT m.id::text AS "$id", m.version::int AS "$version", ${columns.join(', ')}
       FROM public.menu m WHERE m.tenant_id = $1 ORDER BY m.id ${lock}`,
    [tenant],
  );
  // The driver answers whole numbers as text.
  const isNumber = new Map(
    stored.map((field) => [field.name, !isIdentity(field) && /^(bigint|numeric)/.test(parameterType(field))]),
  );
  const read = (fields: RecordFields): RecordFields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        isNumber.get(name) && value !== null ? Number(value) : value,
      ]),
    );
  return new Map(
    rows.map(({ $id, $version, ...fields }) => [
      String($id),
      { id: String($id), version: Number($version), fields: read(fields) },
    ]),
  );
}
