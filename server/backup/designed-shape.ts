import type pg from 'pg';
import { designedIn } from './tenant-tables.ts';
import { identifier, type Shape } from './shape.ts';
import { columnTextsSql } from './shape-sql.ts';

/** What a tenant's designers have added to the database, as statements. */
export interface DesignedShape {
  /** Tables and columns. */
  readonly before: readonly string[];
  /** Keys, indexes, policies and grants, once the rows are there. */
  readonly after: readonly string[];
}

/** Reads the parts of the database whose names are all among `designed`. */
export async function readDesigned(
  client: pg.ClientBase,
  shape: Pick<Shape, 'before' | 'after'>,
  designed: ReadonlySet<string>,
): Promise<DesignedShape> {
  const isMine = (text: string) => {
    const named = designedIn(text);
    return named.length > 0 && named.every((name) => designed.has(name));
  };
  const tables = shape.before.filter((sql) => /^CREATE TABLE \S*(own_\d|__x\d)/.test(sql) && isMine(sql));
  const { rows } = await client.query<{ schema: string; table: string; name: string; sql: string }>(columnTextsSql);
  const columns = rows
    .filter(({ table, name }) => designedIn(table).length === 0 && isMine(name))
    .map(
      ({ schema, table, sql }) =>
        `ALTER TABLE ${identifier(schema)}.${identifier(table)} ADD COLUMN IF NOT EXISTS ${sql.replace(/ NOT NULL$/, '')}`,
    );
  return { before: [...tables, ...columns], after: shape.after.filter(isMine) };
}

/** Runs statements, leaving out those whose object is there already: a tenant may come back. */
export async function addMissing(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const sql of statements) {
    await client.query('SAVEPOINT one');
    try {
      await client.query(sql);
      await client.query('RELEASE one');
    } catch (error) {
      const { code = '' } = error as { code?: string };
      // A table, column, object or constraint of the name, or a second primary key.
      if (!['42P07', '42701', '42710', '42P16'].includes(code)) throw error;
      await client.query('ROLLBACK TO one');
    }
  }
}
