import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Catalog } from '../../engine/core/index.ts';
import { runMigrations } from 'graphile-worker';
import { planTables } from './plan.ts';
import { tablesOf } from './tables.ts';
import {
  appRole,
  closingStatements,
  keyMark,
  leakproofStatements,
  roleStatements,
  rowSecurityDdl,
} from './row-security.ts';

/** DDL of a module (functions, triggers) that runs after the tables. Each statement is repeatable. */
export type Extras = readonly string[];

export interface RolePasswords {
  app: string;
  system: string;
  /** Fingerprint of the key that the passwords derive from. */
  check: string;
}

/** The database roles belong to an installation with another key, whose nodes would be locked out. */
export class OtherKey extends Error {}

/** Advisory lock: one node migrates, the others wait and find nothing left to do. */
const lockKey = 7_221_001;

/** The statements that `migrate` would run for the tables, without running them. */
export async function printPlan(owner: Pool, catalog: Catalog): Promise<string[]> {
  return planTables(owner, tablesOf(catalog));
}

/**
 * Brings the database to the catalog's form: roles, policies, queue, tables, modules. Repeatable and safe for
 * concurrent nodes; tables change in one transaction, so a failed step leaves the old form. Does nothing if the last
 * run applied the same input.
 */
export async function migrate(owner: Pool, catalog: Catalog, extras: Extras, passwords: RolePasswords): Promise<void> {
  const tables = tablesOf(catalog);
  const wanted = createHash('sha256')
    .update(JSON.stringify([tables, rowSecurityDdl, leakproofStatements, extras, passwords]))
    .digest('hex');
  const client = await owner.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const last = await lastRun(client);
    if (last === wanted) return;
    await refuseOtherKey(owner, client, passwords, last !== null);
    const { rows } = await client.query<{ superuser: boolean }>(
      'SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user',
    );
    for (const statement of roleStatements(passwords)) await client.query(statement);
    await runMigrations({ pgPool: owner });
    await client.query('BEGIN');
    // Otherwise tables would go to a schema named like the owner.
    await client.query('SET LOCAL search_path = public');
    for (const statement of rowSecurityDdl) await client.query(statement);
    if (rows[0]?.superuser) for (const statement of leakproofStatements) await client.query(statement);
    for (const statement of await planTables(owner, tables)) await client.query(statement);
    for (const statement of [...extras, ...closingStatements]) await client.query(statement);
    await client.query(
      'INSERT INTO lading.catalog VALUES (1, $1, now()) ON CONFLICT (id) DO UPDATE SET hash = $1, at = now()',
      [wanted],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
    client.release();
  }
}

async function lastRun(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('lading.catalog') IS NOT NULL AS there`);
  if (!rows[0]?.there) return null;
  const kept = await client.query<{ hash: string }>('SELECT hash FROM lading.catalog');
  return kept.rows[0]?.hash ?? null;
}

/**
 * Throws `OtherKey` if the roles are marked with another key, before changing them. Roles older than the marks are
 * tested by their password.
 */
async function refuseOtherKey(
  owner: Pool,
  client: PoolClient,
  { app, check }: RolePasswords,
  isUsed: boolean,
): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    `SELECT shobj_description(oid, 'pg_authid') AS mark FROM pg_roles WHERE rolname = $1`,
    [appRole],
  );
  const role = rows[0];
  if (!role) return;
  if (role.mark?.startsWith(keyMark)) {
    if (role.mark !== keyMark + check) throw new OtherKey();
    return;
  }
  const { connectionString } = owner.options;
  if (!isUsed || !connectionString) return;
  const url = new URL(connectionString);
  url.username = appRole;
  url.password = app;
  const probe = new pg.Client({ connectionString: url.href });
  try {
    await probe.connect();
    await probe.end();
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') throw new OtherKey();
    throw error;
  }
}
