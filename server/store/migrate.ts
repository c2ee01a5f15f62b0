import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Catalog } from '../../engine/core/index.ts';
import { runMigrations } from 'graphile-worker';
import { moduleSteps, onlineSteps, runOnline } from './upgrade/online-plan.ts';
import { inOrder, planEach, planTables, type TablePlan } from './plan.ts';
import { dataMigrationDdl, runDataMigrations, type DataMigration } from './data-migrations.ts';
import { keyInForce, loginsOf, makeLogins, type Logins, type NodeKeys } from './nodes/key-roles.ts';
import { isOlder, type Release } from './nodes/release.ts';
import { lockWait, retryOnLock } from './run-change.ts';
import { changedStatements, fingerprints } from './upgrade/standing-statements.ts';
import { tablesOf, type Table } from './tables.ts';
import {
  appRole,
  closingStatements,
  extensionStatements,
  leakproofStatements,
  roleStatements,
  rowSecurityDdl,
} from './row-security.ts';

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
export const startLock = 7_221_001;

/** The statements that `migrate` would run for the tables, without running them. */
export async function printPlan(owner: Pool, catalog: Catalog): Promise<string[]> {
  return planTables(owner, tablesOf(catalog));
}

/**
 * Brings the database to the catalog's form: roles, policies, queue, tables, modules, data. Repeatable and safe for
 * concurrent nodes. What a new release only adds is made step by step while requests of the nodes before it go on; the
 * rest is one transaction, which waits a quarter of a second for a lock and then lets everybody pass before it tries
 * again. Does nothing if the last run applied the same input. An older release than the last one leaves the schema
 * alone and serves on it, unless the newer one has said that it cannot: then `OlderRelease` is thrown. Answers the
 * roles by which the node signs in.
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
    await lockAlone(client);
    const last = await lastRun(client);
    if (last && release && last.release && isOlder(release.version, last.release)) {
      if (last.serves && isOlder(release.version, last.serves)) throw new OlderRelease(last.release);
      await refuseOtherKey(owner, client, keys, true);
      return await loginsMade(client, keys);
    }
    if (last?.hash === wanted && (!release || last.release === release.version)) return await loginsMade(client, keys);
    await refuseOtherKey(owner, client, keys, last !== null);
    const logins = await loginsOf(client, keys);
    if (logins.app === appRole) for (const statement of roleStatements(keys)) await client.query(statement);
    else await makeLogins(client, keys, logins);
    await runMigrations({ pgPool: owner });
    const form = { tables, statements: [...extras, ...dataMigrationDdl], migrations, hash: wanted, release };
    // A build that knows nothing of them leaves them with its own hash beside them.
    const [of, ...marks] = last?.stands ?? [];
    const stands = new Set(of === last?.hash ? marks : []);
    const done = last ? await addOnline(owner, client, form, stands) : new Set<string>();
    await retryOnLock(() => changeTogether(owner, client, form, { stands, done }));
    return logins;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [startLock]).catch(() => undefined);
    client.release();
  }
}

/** Milliseconds between two attempts at the lock of starting nodes. */
const lockPause = 150;

/** A connection that waited in the database would hold up indexes that the other node makes concurrently. */
async function lockAlone(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [startLock]);
    if (rows[0]?.got) return;
    await new Promise((resolve) => setTimeout(resolve, lockPause));
  }
}

interface WantedForm {
  readonly tables: readonly Table[];
  /** Repeatable DDL that runs after the tables. */
  readonly statements: readonly string[];
  readonly migrations: readonly DataMigration[];
  readonly hash: string;
  readonly release: Release | null;
}

/** Makes what the form only adds, while requests go on; answers the statements that have nothing left to do. */
async function addOnline(
  owner: Pool,
  client: PoolClient,
  { tables, statements }: WantedForm,
  stands: ReadonlySet<string>,
): Promise<Set<string>> {
  const changed = changedStatements([...rowSecurityDdl, ...statements], stands);
  // Indexes that are made online stand on them.
  for (const statement of extensionStatements) if (changed.includes(statement)) await client.query(statement);
  const steps = [...onlineSteps(await planEach(owner, tables)), ...(await moduleSteps(client, changed))];
  return runOnline(client, steps);
}

/** Brings what is left to the form, in one transaction. */
async function changeTogether(
  owner: Pool,
  client: PoolClient,
  { tables, statements, migrations, hash, release }: WantedForm,
  { stands, done }: { readonly stands: ReadonlySet<string>; readonly done: ReadonlySet<string> },
): Promise<void> {
  const { rows } = await client.query<{ superuser: boolean }>(
    'SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user',
  );
  const plans = await planEach(owner, tables);
  // Triggers may have gone with a column, so that nothing is known to stand.
  const known = plans.some(rewritesColumns) ? new Set<string>() : stands;
  const all = [...rowSecurityDdl, ...statements];
  const changed = new Set(changedStatements(all, known).filter((statement) => !done.has(statement)));
  try {
    await client.query('BEGIN');
    // Otherwise tables would go to a schema named like the owner.
    await client.query(`SET LOCAL search_path = public; SET LOCAL lock_timeout = '${lockWait}'`);
    for (const statement of rowSecurityDdl) if (changed.has(statement)) await client.query(statement);
    if (rows[0]?.superuser) for (const statement of leakproofStatements) await client.query(statement);
    for (const statement of inOrder(plans)) await client.query(statement);
    for (const statement of statements) if (changed.has(statement)) await client.query(statement);
    await runDataMigrations(client, migrations);
    for (const statement of closingStatements) await client.query(statement);
    await client.query(
      `INSERT INTO lading.catalog (id, hash, at, release, serves, stands) VALUES (1, $1, now(), $2, $3, $4) ON CONFLICT (id)
       DO UPDATE SET hash = $1, at = now(), release = $2, serves = $3, stands = $4`,
      [hash, release?.version ?? null, release?.serves ?? null, [hash, ...fingerprints(all).values()]],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const rewritesColumns = ({ isNew, changes }: TablePlan): boolean => !isNew && changes.length > 0;

async function loginsMade(client: PoolClient, keys: NodeKeys): Promise<Logins> {
  const logins = await loginsOf(client, keys);
  await makeLogins(client, keys, logins);
  return logins;
}

interface LastRun {
  hash: string;
  release?: string | null;
  serves?: string | null;
  stands?: string[] | null;
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
