import type { PoolClient } from 'pg';
import { systemRole } from './row-security.ts';

/**
 * A change of stored data that a new release needs and that its schemas and repeatable DDL cannot express, such as
 * filling a column that was added later. It runs once per database, over all tenants, in the transaction that brings
 * the tables to the release's form, and sees the new form.
 */
export interface DataMigration {
  /** Position in the order, from 1 without gaps. Never changes once it is released. */
  readonly number: number;
  readonly name: string;
  /** Answers how many rows it changed. */
  run(query: MigrationQuery): Promise<number>;
}

/** A statement as the system role, over the rows of every tenant. Answers its rows and how many rows it changed. */
export type MigrationQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly changed: number }>;

/** The table of migrations that this database has had. */
export const dataMigrationDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.data_migration (
     number integer PRIMARY KEY CHECK (number > 0), name text NOT NULL, changed bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now())`,
];

/** Runs, in their order, the migrations that this database has not had. Throws if their numbers have gaps. */
export async function runDataMigrations(client: PoolClient, migrations: readonly DataMigration[]): Promise<void> {
  const misplaced = migrations.find(({ number }, at) => number !== at + 1);
  if (misplaced) throw new Error(`data migration ${misplaced.name}: number ${misplaced.number} is out of order`);
  const query: MigrationQuery = async (text, values = []) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(text, [...values]);
    return { rows, changed: rowCount ?? 0 };
  };
  const { rows } = await query('SELECT number FROM lading.data_migration');
  const done = new Set(rows.map(({ number }) => number));
  for (const { number, name, run } of migrations.filter((each) => !done.has(each.number))) {
    // Row security is forced on the owner as well, so that it would see no rows.
    await query(`SET LOCAL ROLE ${systemRole}`);
    const changed = await run(query);
    await query('RESET ROLE');
    await query('INSERT INTO lading.data_migration (number, name, changed) VALUES ($1, $2, $3)', [
      number,
      name,
      changed,
    ]);
  }
}
