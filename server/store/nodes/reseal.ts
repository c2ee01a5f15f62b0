import type pg from 'pg';
import type { Catalog } from '../../../engine/core/index.ts';
import { quote } from '../sql.ts';

interface Opens {
  /** Throws for a secret of another key. */
  open(entity: string, field: string, sealed: string): string;
}

/** The key that is to end, and the one that seals from now on. */
export interface Resealing {
  readonly old: Opens;
  readonly now: Opens & { seal(entity: string, field: string, plain: string): Promise<string> };
}

export interface Resealed {
  readonly sealed: number;
  /** Secrets that neither key opens, as `table.column id`. */
  readonly lost: readonly string[];
}

/** Seals every secret of a tenant with the new key. A secret that is changed meanwhile is left as it was changed. */
export async function resealTenant(
  pool: pg.Pool,
  tenant: string,
  catalog: Pick<Catalog, 'entities'>,
  { old, now }: Resealing,
): Promise<Resealed> {
  let sealed = 0;
  const lost: string[] = [];
  const places = catalog.entities.flatMap((entity) =>
    entity.fields
      .filter(({ meta, name }) => meta.type === 'secret' && !(entity.name === 'account' && name === 'password'))
      .map((field) => ({ entity, field })),
  );
  for (const { entity, field } of places) {
    const [table, column] = [quote(entity.table), quote(field.id)];
    const { rows } = await pool.query<{ id: string; value: string }>(
      `SELECT id::text AS id, ${column} AS value FROM ${table} WHERE tenant_id = $1 AND ${column} IS NOT NULL`,
      [tenant],
    );
    for (const { id, value } of rows) {
      if (opened(now, entity.name, field.name, value) !== null) continue;
      const plain = opened(old, entity.name, field.name, value);
      if (plain === null) {
        lost.push(`${entity.table}.${field.name} ${id}`);
        continue;
      }
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET ${column} = $3 WHERE tenant_id = $1 AND id = $2 AND ${column} = $4`,
        [tenant, id, await now.seal(entity.name, field.name, plain), value],
      );
      sealed += rowCount ?? 0;
    }
  }
  return { sealed, lost };
}

function opened({ open }: Opens, entity: string, field: string, value: string): string | null {
  try {
    return open(entity, field, value);
  } catch {
    return null;
  }
}
