import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../files/file-store.ts';
import { keyCheck } from '../secrets/secrets.ts';
import { systemRole } from '../store/row-security.ts';
import { writeArchive, type EntryToWrite } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { readStored, refuseOtherStore } from './stored-files.ts';
import { identifier, readShape, tableName, type SavedTable } from './shape.ts';

export interface BackupDone {
  readonly file: string;
  readonly tables: number;
  readonly files: number;
  /** Objects that a record names and the store does not have. */
  readonly missing: readonly string[];
}

export interface Manifest {
  readonly kind: 'manifest';
  readonly format: 1;
  readonly of: 'installation' | 'tenant';
  readonly at: string;
  readonly serverVersion: number;
  /** Fingerprint of the installation's secret key. */
  readonly secret: string;
}

/** Attempts to lock all tables while schemas change. */
const maxTries = 5;

/**
 * Backs up a database and its files while they are used: all rows as they are at one moment, after which nothing more
 * is seen, and every stored file of that moment. The file is whole or not there.
 */
export async function writeBackup(on: {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly backupKey: string;
  readonly secretKey: string;
}): Promise<BackupDone> {
  await mkdir(on.folder, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: on.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const done = { tables: 0, files: 0, missing: [] as string[] };
  try {
    await beginSnapshot(client);
    await refuseOtherStore(client, on.files);
    const { rows } = await client.query<{ at: Date; version: number }>(
      `SELECT clock_timestamp() AS at, current_setting('server_version_num')::int AS version`,
    );
    const { at = new Date(), version = 0 } = rows[0] ?? {};
    const manifest: Manifest = {
      ...{ kind: 'manifest', format: 1, of: 'installation', at: at.toISOString(), serverVersion: version },
      secret: keyCheck(on.secretKey),
    };
    const file = join(on.folder, `lading-${manifest.at.replace(/[-:]|\.\d+/g, '')}.backup`);
    await writeArchive(file, on.backupKey, entriesOf(client, on.files, manifest, done));
    return { file, ...done, missing: await stillNamed(client, done.missing) };
  } finally {
    await client.end();
  }
}

/**
 * Locks every table against changes of its form, and only then takes the snapshot: a lock taken later could find
 * another form than the snapshot's. Reading and writing go on.
 */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  const tables = async () => {
    const { tables: found } = await readShape(client);
    return found.map((table) => tableName(table)).toSorted();
  };
  for (let tries = 1; ; tries += 1) {
    const wanted = await tables();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    // Dates and numbers as text that any server reads alike.
    await client.query(`SET LOCAL DateStyle = 'ISO'; SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 3`);
    if (wanted.length > 0) await client.query(`LOCK TABLE ${wanted.join(', ')} IN ACCESS SHARE MODE`);
    if ((await tables()).join() === wanted.join()) return;
    await client.query('ROLLBACK');
    if (tries === maxTries) throw new BackupError('changing');
  }
}

async function* entriesOf(
  client: pg.Client,
  files: FileStore,
  manifest: Manifest,
  done: { tables: number; files: number; missing: string[] },
): AsyncGenerator<EntryToWrite> {
  yield { head: { ...manifest } };
  const { tables, ...shape } = await readShape(client);
  yield { head: { kind: 'shape', tables }, bytes: [Buffer.from(JSON.stringify(shape))] };
  const read = await rowReader(client);
  for (const table of tables.filter(({ rows }) => rows)) {
    yield { head: { kind: 'table', ...table }, bytes: read(table) };
    done.tables += 1;
  }
  await client.query(`SET LOCAL ROLE ${systemRole}`);
  const named = await client.query<{ name: string }>('SELECT DISTINCT "objectName" AS name FROM public.file');
  await client.query('RESET ROLE');
  const missing = new Set(named.rows.map(({ name }) => name));
  for await (const { objectName } of files.list()) {
    const source = await readStored(files, objectName);
    // Removed since it was listed: its record went first.
    if (!source) continue;
    missing.delete(objectName);
    yield { head: { kind: 'file', objectName }, bytes: source };
    done.files += 1;
  }
  done.missing.push(...missing);
}

/** After the snapshot: a file whose record has been deleted meanwhile is not lost. */
async function stillNamed(client: pg.Client, missing: readonly string[]): Promise<string[]> {
  if (missing.length === 0) return [];
  await client.query(`COMMIT; BEGIN; SET LOCAL ROLE ${systemRole}`);
  const { rows } = await client.query<{ name: string }>(
    'SELECT DISTINCT "objectName" AS name FROM public.file WHERE "objectName" = ANY($1) ORDER BY 1',
    [missing],
  );
  await client.query('COMMIT');
  return rows.map(({ name }) => name);
}

/** Reads a table as a role that may see all of its rows. Fails rather than leaving out rows that are hidden. */
async function rowReader(client: pg.Client): Promise<(table: SavedTable) => AsyncGenerator<Buffer>> {
  const { rows } = await client.query<{ all: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS all FROM pg_roles WHERE rolname = current_user',
  );
  const seesAll = rows[0]?.all === true;
  return async function* (table) {
    const stepsIn = !seesAll && table.walled;
    if (stepsIn) {
      const open = await client.query(
        `SELECT FROM pg_policies WHERE schemaname = $1 AND tablename = $2 AND $3 = ANY(roles) AND qual = 'true'`,
        [table.schema, table.name, systemRole],
      );
      if (open.rowCount === 0) throw new BackupError('hidden', tableName(table));
      await client.query(`SET LOCAL ROLE ${systemRole}`);
    }
    yield* client.query(copyTo(copySql(table)));
    if (stepsIn) await client.query('RESET ROLE');
  };
}

/** `where`: only those rows. Numbers of transactions mean nothing elsewhere; 0 is older than any. */
export function copySql(table: SavedTable, where = 'true'): string {
  const columns = table.columns.map(({ name, type }) =>
    type === 'xid8' ? `'0'::xid8 AS ${identifier(name)}` : identifier(name),
  );
  return `COPY (SELECT ${columns.join(', ')} FROM ${tableName(table)} t WHERE ${where}) TO STDOUT`;
}
