import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../files/file-store.ts';
import { thumbOf } from '../files/object-names.ts';
import { keyCheck } from '../secrets/secrets.ts';
import { systemRole } from '../store/row-security.ts';
import { writeArchive, type EntryToWrite } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { queueSchema, readShape, tableName, type SavedTable } from './shape.ts';
import { copySql, type Manifest } from './write-backup.ts';

/** Tables without a tenant, and why a tenant is whole without them. */
export const withoutTenant: Readonly<Record<string, string>> = {
  'lading.catalog': 'the form of the database',
  'lading.file_store': 'the file by which nodes know each other',
  'lading.known_menu': 'which delivered menus were once made',
  'lading.known_timer': 'which delivered timers were once made',
  'lading.texts_stamp': 'when words last changed, for the nodes',
  'tracking.delivered_code': 'the codes that come with the release',
  'webhooks.cursor': 'how far the events of this server have been read',
};

export interface TenantDone {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes everything of one tenant, and nothing of another, into one encrypted file: its rows as they are at one moment,
 * and the files that they name.
 */
export async function writeTenant(on: {
  readonly code: string;
  readonly file: string;
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly backupKey: string;
  readonly secretKey: string;
}): Promise<TenantDone> {
  const client = new pg.Client({ connectionString: on.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const done = { tables: 0, rows: 0, files: 0 };
  try {
    await mkdir(dirname(on.file), { recursive: true, mode: 0o700 });
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query(`SET LOCAL DateStyle = 'ISO'; SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 3`);
    const { tables } = await readShape(client);
    // Its policies let the system role read the rows of every tenant.
    await client.query(`SET LOCAL ROLE ${systemRole}`);
    const { rows } = await client.query<{ id: string; at: Date; version: number }>(
      `SELECT id::text, clock_timestamp() AS at, current_setting('server_version_num')::int AS version
         FROM public.tenant WHERE code = $1`,
      [on.code],
    );
    const [tenant] = rows;
    if (!tenant) throw new BackupError('tenantUnknown', on.code);
    const manifest: Manifest = {
      ...{ kind: 'manifest', format: 1, of: 'tenant', at: tenant.at.toISOString(), serverVersion: tenant.version },
      secret: keyCheck(on.secretKey),
    };
    const entries = entriesOf({ client, files: on.files, tables, done }, { ...manifest, code: on.code }, tenant.id);
    await writeArchive(on.file, on.backupKey, entries);
    return done;
  } finally {
    await client.end();
  }
}

async function* entriesOf(
  on: {
    client: pg.Client;
    files: FileStore;
    tables: readonly SavedTable[];
    done: { -readonly [key in keyof TenantDone]: number };
  },
  manifest: Manifest & { code: string },
  tenant: string,
): AsyncGenerator<EntryToWrite> {
  const { client, files, done } = on;
  yield { head: { ...manifest, tenant } };
  for (const table of tenantTables(on.tables)) {
    // A tenant's own row is one of the platform's.
    const where = tableName(table) === '"public"."tenant"' ? `id = ${BigInt(tenant)}` : `tenant_id = ${BigInt(tenant)}`;
    const stream = client.query(copyTo(copySql(table, where)));
    yield { head: { kind: 'table', ...table }, bytes: stream };
    done.tables += 1;
    done.rows += stream.rowCount;
  }
  const named = await client.query<{ name: string }>(
    'SELECT "objectName" AS name FROM public.file WHERE tenant_id = $1',
    [tenant],
  );
  for (const { name } of named.rows) {
    for (const objectName of [name, thumbOf(name)]) {
      const source = await files.read(objectName).catch(() => null);
      if (!source) continue;
      yield { head: { kind: 'file', objectName }, bytes: source };
      done.files += 1;
    }
  }
}

/** The tables with rows of tenants; throws where one is neither that nor known to have none. */
export function tenantTables(tables: readonly SavedTable[]): readonly SavedTable[] {
  const kept = tables.filter(({ schema, rows }) => rows && schema !== queueSchema);
  const ofTenants = kept.filter(({ columns }) => columns.some(({ name }) => name === 'tenant_id'));
  const lost = kept.filter((table) => !ofTenants.includes(table) && !(nameOf(table) in withoutTenant));
  if (lost.length > 0) throw new BackupError('unknownKind', lost.map(nameOf).join(', '));
  return ofTenants;
}

const nameOf = ({ schema, name }: SavedTable): string => `${schema}.${name}`;
