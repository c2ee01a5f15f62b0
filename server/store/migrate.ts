import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Catalog } from '../../engine/core/index.ts';
import { runMigrations } from 'graphile-worker';
import { planTables } from './plan.ts';
import { dataMigrationDdl, runDataMigrations, type DataMigration } from './data-migrations.ts';
import { keyInForce, loginsOf, makeLogins, type Logins, type NodeKeys } from './nodes/key-roles.ts';
import { isOlder, type Release } from './nodes/release.ts';
import { tablesOf } from './tables.ts';
import { appRole, closingStatements, leakproofStatements, roleStatements, rowSecurityDdl } from './row-security.ts';

/** DDL of a module (functions, triggers) that runs after the tables. Each statement is repeatable. */
export type Extras = readonly string[];

/** What the database is brought to. */
export interface TargetForm {
  readonly catalog: Catalog;
  readonly extras: Extras;
  readonly passwords: NodeKeys;
  readonly release?: Release | null;
  /** Data migrations in their order; each runs once per database. */
  readonly migrations?: readonly DataMigration[];
}

/** The database roles belong to an installation with another key, whose nodes would be locked out. */
export class OtherKey extends Error {}

/** The database belongs to a newer release, on whose schema this one cannot serve. */
export class OlderRelease extends Error {
  constructor(readonly newer: string) {
    super(newer);
  }
}

/** Advisory lock: one node migrates, the others wait and find nothing left to do. */
const lockKey = 7_221_001;

/** The statements that `migrate` would run for the tables, without running them. */
export async function printPlan(owner: Pool, catalog: Catalog): Promise<string[]> {
  return planTables(owner, tablesOf(catalog));
}

/**
 * Brings the database to the catalog's form: roles, policies, queue, tables, modules, data. Repeatable and safe for
 * concurrent nodes; tables change in one transaction, so a failed step leaves the old form. Does nothing if the last
 * run applied the same input. An older release than the last one leaves the schema alone and serves on it, unless the
 * newer one has said that it cannot: then `OlderRelease` is thrown. Answers the roles by which the node signs in.
 */
export async function migrate(
  owner: Pool,
  { catalog, extras, passwords: keys, release = null, migrations = [] }: TargetForm,
): Promise<Logins> {
  const tables = tablesOf(catalog);
  const { app, system, check } = keys;
  const wanted = createHash('sha256')
    .update(JSON.stringify([tables, rowSecurityDdl, leakproofStatements, extras, { app, system, check }, migrations]))
    .digest('hex');
  const client = await owner.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const last = await lastRun(client);
    if (last && release && last.release && isOlder(release.version, last.release)) {
      if (last.serves && isOlder(release.version, last.serves)) throw new OlderRelease(last.release);
      await refuseOtherKey(owner, client, keys, true);
      return await loginsMade(client, keys);
    }
    if (last?.hash === wanted && (!release || last.release === release.version)) return await loginsMade(client, keys);
    await refuseOtherKey(owner, client, keys, last !== null);
    const logins = await loginsOf(client, keys);
    const { rows } = await client.query<{ superuser: boolean }>(
      'SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user',
    );
    if (logins.app === appRole) for (const statement of roleStatements(keys)) await client.query(statement);
    else await makeLogins(client, keys, logins);
    await runMigrations({ pgPool: owner });
    const change = async () => {
      await client.query('BEGIN');
      // Otherwise tables would go to a schema named like the owner.
      await client.query('SET LOCAL search_path = public');
      for (const statement of rowSecurityDdl) await client.query(statement);
      if (rows[0]?.superuser) for (const statement of leakproofStatements) await client.query(statement);
      for (const statement of await planTables(owner, tables)) await client.query(statement);
      for (const statement of [...extras, ...dataMigrationDdl]) await client.query(statement);
      await runDataMigrations(client, migrations);
      for (const statement of closingStatements) await client.query(statement);
      await client.query(
        `INSERT INTO lading.catalog (id, hash, at, release, serves) VALUES (1, $1, now(), $2, $3) ON CONFLICT (id)
         DO UPDATE SET hash = $1, at = now(), release = $2, serves = $3`,
        [wanted, release?.version ?? null, release?.serves ?? null],
      );
      await client.query('COMMIT');
    };
    await untilNoDeadlock(client, change);
    return logins;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
    client.release();
  }
}

/** Attempts of a change that meets locks of running requests in the opposite order. */
const maxTries = 5;

async function untilNoDeadlock(client: PoolClient, change: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === maxTries) throw error;
      await client.query('ROLLBACK');
    }
  }
}

async function loginsMade(client: PoolClient, keys: NodeKeys): Promise<Logins> {
  const logins = await loginsOf(client, keys);
  await makeLogins(client, keys, logins);
  return logins;
}

interface LastRun {
  hash: string;
  release?: string | null;
  serves?: string | null;
}

async function lastRun(client: PoolClient): Promise<LastRun | null> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('lading.catalog') IS NOT NULL AS there`);
  if (!rows[0]?.there) return null;
  // Databases of earlier releases have no more than the hash.
  const kept = await client.query<LastRun>('SELECT * FROM lading.catalog');
  return kept.rows[0] ?? null;
}

/**
 * Throws `OtherKey` if the roles are marked with another key, before changing them. Roles older than the marks are
 * tested by their password.
 */
async function refuseOtherKey(
  owner: Pool,
  client: PoolClient,
  { app, check, previous }: NodeKeys,
  isUsed: boolean,
): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [appRole]);
  if (!rowCount) return;
  const inForce = await keyInForce(client);
  if (inForce !== null) {
    if (inForce !== check && inForce !== previous?.check) throw new OtherKey();
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
