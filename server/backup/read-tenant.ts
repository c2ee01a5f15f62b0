import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStore } from '../files/file-store.ts';
import { keyCheck } from '../secrets/secrets.ts';
import { checkArchive, readArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { addMissing, type DesignedShape } from './designed-shape.ts';
import { lockTenant } from './lock-tenant.ts';
import { refuseOtherStore } from './stored-files.ts';
import { identifier, readShape, tableName, type SavedTable } from './shape.ts';
import { asTheyAre, asUsual, nameOf, openFully, ownMarks } from './tenant-tables.ts';
import { parkedYears, type TenantManifest, type WaitingJob } from './write-tenant.ts';

export interface TenantRead {
  readonly tenant: string;
  readonly code: string;
  readonly rows: number;
  readonly files: number;
}

export interface ReadTenantOptions {
  readonly file: string;
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly backupKey: string;
  /** The keys with which this installation reads secrets. */
  readonly secretKeys: readonly string[];
  /** Marks the move; a tenant that only arrives is not served yet. */
  readonly key: string;
  readonly serves: boolean;
}

/**
 * Reads a tenant's export into an installation of the same release that does not have it. All of it is one transaction;
 * files that were added are removed again if it fails.
 */
export async function readTenant(on: ReadTenantOptions): Promise<TenantRead> {
  const manifest = (await checkArchive(on.file, on.backupKey)) as unknown as TenantManifest;
  if (manifest.of !== 'tenant' || manifest.wallets === undefined) throw new BackupError('notATenant');
  if (!on.secretKeys.some((key) => keyCheck(key) === manifest.secret)) throw new BackupError('otherSecret');
  const client = new pg.Client({ connectionString: on.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const added: string[] = [];
  try {
    await openFully(client);
    await refuseOtherStore(client, on.files);
    await lockTenant(client, manifest.tenant, manifest.code);
    await client.query('BEGIN');
    const { tables } = await readShape(client);
    const home = await refuseUnlessNew(client, manifest);
    await client.query(asTheyAre);
    const done = await load({ ...on, client, tables, home, manifest, added });
    await client.query(asUsual);
    await arrive(client, manifest, on.key);
    if (on.serves) await beginServing(client, manifest.tenant);
    await client.query('COMMIT');
    return { tenant: manifest.tenant, code: manifest.code, ...done };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    for (const objectName of added) await on.files.remove(objectName).catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

/** The platform here; refuses a tenant that is known, and another release. */
async function refuseUnlessNew(client: pg.ClientBase, { tenant, code, release }: TenantManifest): Promise<string> {
  const { rows } = await client.query<{ home: string | null; release: string | null; known: boolean }>(
    `SELECT (SELECT id::text FROM public.tenant WHERE kind = 'platform' AND tenant_id = id ORDER BY id LIMIT 1) AS home,
            (SELECT release FROM lading.catalog) AS release,
            EXISTS (SELECT FROM public.tenant t WHERE (t.id = $1 OR t.code = $2)
              AND NOT EXISTS (SELECT FROM lading.tenant_place p WHERE p.tenant = $1 AND p.tenant = t.id AND p.state = 'left')) AS known`,
    [tenant, code],
  );
  const [here] = rows;
  if (!here?.home) throw new BackupError('noPlatform');
  if (here.release !== release) throw new BackupError('otherRelease', `${release} and ${here.release}`);
  if (here.known) throw new BackupError('tenantKnown', code);
  return here.home;
}

interface Loading extends ReadTenantOptions {
  readonly client: pg.ClientBase;
  readonly tables: readonly SavedTable[];
  readonly home: string;
  readonly manifest: TenantManifest;
  readonly added: string[];
}

async function load(on: Loading): Promise<{ rows: number; files: number }> {
  const { client, files, added } = on;
  const done = { rows: 0, files: 0 };
  let designed: DesignedShape = { before: [], after: [] };
  for await (const { head, bytes } of readArchive(on.file, on.backupKey)) {
    if (head.kind === 'designed') {
      designed = JSON.parse(await textOf(bytes)) as DesignedShape;
      await addMissing(client, designed.before);
    } else if (head.kind === 'table') {
      const table = head as unknown as SavedTable;
      await refuseOtherColumns(client, table);
      done.rows +=
        head['of'] === 'platform' ? await addToPlatform(on, table, bytes) : await copyIn(client, table, bytes);
    } else if (head.kind === 'jobs') {
      await addJobs(client, JSON.parse(await textOf(bytes)) as WaitingJob[]);
      await parkJobs(client, on.manifest.tenant);
    } else if (head.kind === 'file') {
      const objectName = String(head['objectName']);
      if (!(await files.has(objectName))) added.push(objectName);
      await files.restore(objectName, Readable.from(bytes));
      done.files += 1;
    }
  }
  await addMissing(client, designed.after);
  return done;
}

async function refuseOtherColumns(client: pg.ClientBase, table: SavedTable): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    [tableName(table)],
  );
  const here = new Set(rows.map(({ name }) => name));
  const unknown = table.columns.filter(({ name }) => !here.has(name)).map(({ name }) => name);
  if (unknown.length > 0) throw new BackupError('otherRelease', `${nameOf(table)}: ${unknown.join(', ')}`);
}

const listed = (columns: readonly { name: string }[]): string => columns.map(({ name }) => identifier(name)).join(', ');

/** Through a table of its own where this server fills some of the columns itself. */
async function copyIn(client: pg.ClientBase, table: SavedTable, bytes: AsyncIterable<Buffer>): Promise<number> {
  const own = await ownMarks(client, table);
  const name = tableName(table);
  const identities = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''`,
    [name],
  );
  if (own.size === 0 || identities.rowCount === 0) return copyTo(client, name, table.columns, bytes);
  await aside(client, table, bytes);
  const kept = table.columns.filter((column) => !identities.rows.some((each) => each.name === column.name));
  const { rowCount } = await client.query(
    `INSERT INTO ${name} (${listed(kept)}) SELECT ${listed(kept)} FROM pg_temp.arriving`,
  );
  await client.query('DROP TABLE pg_temp.arriving');
  return rowCount ?? 0;
}

async function copyTo(
  client: pg.ClientBase,
  name: string,
  columns: SavedTable['columns'],
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${name} (${listed(columns)}) FROM STDIN`));
  await pipeline(Readable.from(bytes), stream);
  return stream.rowCount;
}

async function aside(client: pg.ClientBase, table: SavedTable, bytes: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map(({ name, type }) => `${identifier(name)} ${type}`);
  await client.query(`CREATE TEMP TABLE arriving (${columns.join(', ')})`);
  await copyTo(client, 'pg_temp.arriving', table.columns, bytes);
}

/** Rows of the platform become those of the platform here; what they name of the other one is left out. */
async function addToPlatform(
  { client, home }: Loading,
  table: SavedTable,
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const name = tableName(table);
  await aside(client, table, bytes);
  await client.query(`UPDATE pg_temp.arriving SET tenant_id = $1`, [home]);
  const isTenant = name === '"public"."tenant"';
  if (isTenant) await client.query(`UPDATE pg_temp.arriving SET status = 'suspended'`);
  const { rows: people } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attname IN ('createdBy', 'updatedBy') AND NOT attnotnull`,
    [name],
  );
  for (const { name: column } of people) await client.query(`UPDATE pg_temp.arriving SET ${identifier(column)} = NULL`);
  const { rows: keys } = await client.query<{ column: string; target: string }>(
    `SELECT a.attname AS column, k.confrelid::regclass::text AS target FROM pg_constraint k
       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[2]
      WHERE k.contype = 'f' AND k.conrelid = $1::regclass AND array_length(k.conkey, 1) = 2 AND a.attname <> 'tenant' AND k.confrelid <> 'public.file'::regclass`,
    [name],
  );
  for (const { column, target } of keys)
    await client.query(
      `UPDATE pg_temp.arriving a SET ${identifier(column)} = NULL
        WHERE NOT EXISTS (SELECT FROM ${target} t WHERE t.tenant_id = a.tenant_id AND t.id = a.${identifier(column)})`,
    );
  const sets = table.columns.map(({ name: column }) => `${identifier(column)} = excluded.${identifier(column)}`);
  const { rowCount } = await client.query(
    `INSERT INTO ${name} (${listed(table.columns)}) SELECT ${listed(table.columns)} FROM pg_temp.arriving
       ON CONFLICT (tenant_id, id) DO UPDATE SET ${sets.join(', ')}`,
  );
  await client.query('DROP TABLE pg_temp.arriving');
  return rowCount ?? 0;
}

async function addJobs(client: pg.ClientBase, jobs: readonly WaitingJob[]): Promise<void> {
  for (const { task, payload, queue, key, runAt, maxAttempts, priority } of jobs)
    await client.query(
      `SELECT graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6, priority => $7)`,
      [task, JSON.stringify(payload), queue, runAt, maxAttempts, key, priority],
    );
}

/** They are not taken before the tenant is served here. */
export async function parkJobs(client: pg.ClientBase, tenant: string): Promise<void> {
  await client.query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '${parkedYears} years'
      WHERE payload ->> 'tenant' = $1 AND locked_at IS NULL AND run_at < now() + interval '50 years'`,
    [tenant],
  );
}

export async function unparkJobs(client: pg.ClientBase, tenant: string): Promise<void> {
  await client.query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at - interval '${parkedYears} years'
      WHERE payload ->> 'tenant' = $1 AND run_at > now() + interval '50 years'`,
    [tenant],
  );
}

/** The tenant is here and not served yet. What it brings is no younger than `at`, whatever the clocks say. */
async function arrive(
  client: pg.ClientBase,
  { tenant, wallets, at, status }: TenantManifest,
  key: string,
): Promise<void> {
  await client.query(
    `INSERT INTO lading.tenant_place (tenant, host, state, was, move_key, at, wallets)
       SELECT id, host, 'arriving', $5, $2, greatest($3, now()), $4 FROM public.tenant WHERE id = $1
       ON CONFLICT (tenant) DO UPDATE SET host = excluded.host, state = 'arriving', was = excluded.was, move_key = $2,
         at = excluded.at, wallets = $4, address = NULL`,
    [tenant, key, at, JSON.stringify(wallets), status],
  );
}

/** Opens the wallet and serves the tenant from here on. */
export async function beginServing(client: pg.ClientBase, tenant: string): Promise<void> {
  await client.query(
    `SELECT ledger.move_wallets(tenant, move_key, wallets, true) FROM lading.tenant_place WHERE tenant = $1 AND state = 'arriving'`,
    [tenant],
  );
  await client.query(
    `UPDATE public.tenant t SET status = p.was FROM lading.tenant_place p
      WHERE t.id = $1 AND p.tenant = t.id AND p.state = 'arriving'`,
    [tenant],
  );
  await client.query(`UPDATE lading.tenant_place SET state = 'here' WHERE tenant = $1 AND state = 'arriving'`, [
    tenant,
  ]);
  await unparkJobs(client, tenant);
  await client.query(`SELECT lading.renew_rights($1)`, [tenant]);
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
