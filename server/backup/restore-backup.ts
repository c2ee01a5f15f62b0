import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStore } from '../files/file-store.ts';
import { keyCheck, keyFacts } from '../secrets/secrets.ts';
import { startLock } from '../store/migrate.ts';
import { keyInForce } from '../store/nodes/key-roles.ts';
import { roleStatements } from '../store/row-security.ts';
import { checkArchive, readArchive, type Entry } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { identifier, queueSchema, runAll, tableName, type SavedTable, type Shape } from './shape.ts';
import type { Manifest } from './write-backup.ts';

export interface Restored {
  /** The moment that the backup shows. */
  readonly at: string;
  readonly tables: number;
  readonly files: number;
}

/**
 * Restores a backup into an empty database and a file store. The whole archive is read and proven first; everything in
 * the database is one transaction, and files that were added are removed again if it fails.
 */
export async function restoreBackup(on: {
  readonly file: string;
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly backupKey: string;
  /** The key of the backup must be among them. */
  readonly secretKeys: readonly string[];
}): Promise<Restored> {
  const manifest = (await checkArchive(on.file, on.backupKey)) as unknown as Manifest;
  if (manifest.of !== 'installation') throw new BackupError('notAnInstallation');
  const secretKey = on.secretKeys.find((key) => keyCheck(key) === manifest.secret);
  if (secretKey === undefined) throw new BackupError('otherSecret');
  const owner = new pg.Pool({ connectionString: on.databaseUrl, max: 2 });
  owner.on('error', () => undefined);
  const added: string[] = [];
  const alone = new pg.Client({ connectionString: on.databaseUrl });
  alone.on('error', () => undefined);
  try {
    await alone.connect();
    const { rows } = await alone.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [startLock]);
    if (!rows[0]?.got) throw new BackupError('restoring');
    await refuseUnlessEmpty(owner, manifest);
    await makeRoles(owner, secretKey);
    await runMigrations({ pgPool: owner });
    const client = await owner.connect();
    try {
      await client.query('BEGIN');
      const done = await load(client, readArchive(on.file, on.backupKey), on.files, added);
      await client.query('COMMIT');
      return { at: manifest.at, ...done };
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      await owner.query(`DROP SCHEMA IF EXISTS ${queueSchema} CASCADE`).catch(() => undefined);
      for (const objectName of added) await on.files.remove(objectName).catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  } finally {
    await Promise.all([owner.end(), alone.end()]);
  }
}

/** Nothing but Postgres' own, and a queue without jobs, which an interrupted restore leaves. */
const foundSql = `
  SELECT (SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'graphile_worker')
             AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e') LIMIT 1) AS found,
         current_setting('server_version_num')::int AS version, to_regclass('graphile_worker._private_jobs') IS NOT NULL AS queue`;

async function refuseUnlessEmpty(owner: pg.Pool, { serverVersion }: Manifest): Promise<void> {
  const { rows } = await owner.query<{ found: string | null; version: number; queue: boolean }>(foundSql);
  const { found = null, version = 0, queue = false } = rows[0] ?? {};
  if (found !== null) throw new BackupError('notEmpty', found);
  if (queue && (await owner.query('SELECT FROM graphile_worker._private_jobs LIMIT 1')).rowCount)
    throw new BackupError('notEmpty', 'graphile_worker');
  if (Math.floor(version / 10_000) < Math.floor(serverVersion / 10_000)) throw new BackupError('olderServer');
}

/** The product's roles, which all databases of a server share. */
async function makeRoles(owner: pg.Pool, secretKey: string): Promise<void> {
  const keys = keyFacts(secretKey);
  const inForce = await keyInForce(owner);
  if (inForce !== null && inForce !== keys.check) throw new BackupError('otherRoles');
  for (const statement of roleStatements(keys)) await owner.query(statement);
}

async function load(
  client: pg.PoolClient,
  entries: AsyncIterable<Entry>,
  files: FileStore,
  added: string[],
): Promise<{ tables: number; files: number }> {
  let shape: Omit<Shape, 'tables'> | null = null;
  const done = { tables: 0, files: 0 };
  await client.query(`SET LOCAL check_function_bodies = off`);
  await client.query(`SET LOCAL DateStyle = 'ISO'; SET LOCAL TimeZone = 'UTC'`);
  for await (const { head, bytes } of entries) {
    if (head.kind === 'shape') {
      shape = JSON.parse(await textOf(bytes)) as Omit<Shape, 'tables'>;
      await client.query(`SET LOCAL search_path = ''`);
      await runAll(client, shape.before);
    } else if (head.kind === 'table') {
      await copyInto(client, head as unknown as SavedTable, bytes);
      done.tables += 1;
    } else if (head.kind === 'file') {
      const objectName = String(head['objectName']);
      if (!(await files.has(objectName))) added.push(objectName);
      await files.restore(objectName, Readable.from(bytes));
      done.files += 1;
    }
  }
  if (!shape) throw new BackupError('damaged');
  const roles = new Set(
    (await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles')).rows.map(({ name }) => name),
  );
  await runAll(
    client,
    shape.after.filter((sql) => isForKnown(roles, sql)),
  );
  for (const { name, value, called } of shape.sequences)
    await client.query('SELECT setval($1, $2, $3)', [name, value, called]);
  // The next start looks at everything once more, with its own release.
  await client.query(`UPDATE lading.catalog SET hash = ''`);
  return done;
}

/** Grants to roles that this server does not have, such as those of reports, are left out. */
function isForKnown(roles: ReadonlySet<string>, sql: string): boolean {
  const [, role] = /^GRANT .* TO "?([^" ]+)"?$/.exec(sql) ?? [];
  return role === undefined || role === 'PUBLIC' || roles.has(role);
}

/** Unlocks jobs that were running when the backup was made. */
async function copyInto(client: pg.PoolClient, table: SavedTable, bytes: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map(({ name }) => identifier(name)).join(', ');
  const isQueue = table.schema === queueSchema;
  if (isQueue) await client.query(`DELETE FROM ${tableName(table)}`);
  await pipeline(Readable.from(bytes), client.query(copyFrom(`COPY ${tableName(table)} (${columns}) FROM STDIN`)));
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
