import type pg from 'pg';
import { BackupError } from './backup-error.ts';
import { shapeSql, unknownSql } from './shape-sql.ts';

/** A table as its rows are saved and loaded. */
export interface SavedTable {
  readonly schema: string;
  readonly name: string;
  /** Columns with values of their own; generated ones are computed again. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Whether its rows are saved; unlogged tables and marks of this server's transactions are not. */
  readonly rows: boolean;
  readonly walled: boolean;
}

/** A database's schema as statements. `before`: for the empty database; `after`: once the rows are loaded. */
export interface Shape {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly tables: readonly SavedTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
}

/** The queue's own schema, which its library makes. */
export const queueSchema = 'graphile_worker';

/** Reads the form of the database. From then on `client` has no path: every name needs its schema. */
export async function readShape(client: pg.ClientBase): Promise<Shape> {
  // Postgres leaves out schemas of the path, and the path differs from owner to owner.
  await client.query(`SET search_path = ''`);
  const unknown = await client.query<{ what: string }>(unknownSql);
  if (unknown.rows[0]) throw new BackupError('unknownKind', unknown.rows[0].what);
  const ask = async <T>(text: string): Promise<T[]> => (await client.query(text)).rows as T[];
  const lines = async (text: string): Promise<string[]> => (await ask<{ sql: string }>(text)).map(({ sql }) => sql);
  const before = [
    ...(await lines(shapeSql.schemas)),
    ...(await lines(shapeSql.extensions)),
    ...(await lines(shapeSql.sequences)),
    ...(await lines(shapeSql.functions)),
    ...(await lines(shapeSql.tables)),
  ];
  const after = [
    ...(await lines(shapeSql.keys)),
    ...(await lines(shapeSql.indexes)),
    ...(await lines(shapeSql.foreignKeys)),
    ...(await lines(shapeSql.views)),
    ...(await lines(shapeSql.triggers)),
    ...(await lines(shapeSql.policies)),
    // A new owner of a function must be able to make one; the owner of the database may be no superuser.
    ...(await lines(shapeSql.mayMake('GRANT', 'TO'))),
    ...(await lines(shapeSql.owners)),
    ...(await lines(shapeSql.mayMake('REVOKE', 'FROM'))),
    ...(await lines(shapeSql.grants)),
  ];
  const tables = await ask<SavedTable>(shapeSql.saved);
  const names = await lines(shapeSql.sequenceNames);
  const sequences = [];
  for (const name of names) {
    const [row] = await ask<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${name}`,
    );
    if (row) sequences.push({ name, ...row });
  }
  return { before, after, tables, sequences };
}

export const tableName = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>): string =>
  `${identifier(schema)}.${identifier(name)}`;

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Runs statements in whatever order they depend on each other: those that fail wait until others have passed. Fails with
 * the first one that cannot be run at all.
 */
export async function runAll(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  let left = statements;
  while (left.length > 0) {
    const failed: string[] = [];
    const reasons = new Map<string, string>();
    for (const sql of left) {
      await client.query('SAVEPOINT one');
      try {
        await client.query(sql);
        await client.query('RELEASE one');
      } catch (error) {
        await client.query('ROLLBACK TO one');
        failed.push(sql);
        reasons.set(sql, (error as Error).message);
      }
    }
    if (failed.length === left.length) {
      const named = [...reasons].slice(0, 5).map(([sql, reason]) => `${reason} (${sql.slice(0, 120)})`);
      throw new BackupError('broken', named.join('; '));
    }
    left = failed;
  }
}
