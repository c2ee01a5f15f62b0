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
import { readDesigned, type DesignedShape } from './designed-shape.ts';
import { readStored, refuseOtherStore } from './stored-files.ts';
import { readShape, tableName, type SavedTable } from './shape.ts';
import { aboutTenant, designedNames, nameOf, platformRowsOf, tablesOfTenant, tenantTables } from './tenant-tables.ts';
import { beginSnapshot, copySql, type Manifest } from './write-backup.ts';

export interface TenantDone {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** What the platform knew of the tenant at that moment. */
  readonly about: string;
  /** Objects that a record names and the store does not have. */
  readonly missing: readonly string[];
}

export interface TenantManifest extends Manifest {
  readonly code: string;
  readonly tenant: string;
  readonly release: string | null;
  /** Its status; while it is moved, the one before. */
  readonly status: string;
  /** Its money at the platform, by currency. */
  readonly wallets: readonly { readonly currency: string; readonly amount: string }[];
}

/** A job of the tenant that waits in the queue. */
export interface WaitingJob {
  readonly task: string;
  readonly payload: unknown;
  readonly queue: string | null;
  readonly key: string | null;
  readonly runAt: string;
  readonly maxAttempts: number;
  readonly priority: number;
}

/** A job that is parked while its tenant is moved waits for these years. */
export const parkedYears = 100;

export const waitingJobsSql = `
  SELECT t.identifier AS task, j.payload, q.queue_name AS queue, j.key, j.max_attempts AS "maxAttempts", j.priority,
         (CASE WHEN j.run_at > now() + interval '50 years' THEN j.run_at - interval '${parkedYears} years' ELSE j.run_at END)::text AS "runAt"
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
   WHERE j.payload ->> 'tenant' = $1 AND j.attempts < j.max_attempts ORDER BY j.id`;

/**
 * Writes everything of one tenant, and nothing of another, into one encrypted file: its rows as they are at one moment,
 * what its designers added to the database, its waiting jobs, the platform's rows about it, and the files that they name.
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
  const done = { tables: 0, rows: 0, files: 0, about: '', missing: [] as string[] };
  try {
    await mkdir(dirname(on.file), { recursive: true, mode: 0o700 });
    // A table that is rewritten meanwhile would look empty to this snapshot.
    await beginSnapshot(client);
    await refuseOtherStore(client, on.files);
    const shape = await readShape(client);
    // Its policies let the system role read the rows of every tenant.
    await client.query(`SET LOCAL ROLE ${systemRole}`);
    const { rows } = await client.query<{
      id: string;
      home: string;
      status: string;
      at: Date;
      version: number;
      release: string | null;
    }>(
      `SELECT id::text, tenant_id::text AS home, clock_timestamp() AS at, current_setting('server_version_num')::int AS version,
              (SELECT release FROM lading.catalog) AS release,
              coalesce((SELECT was FROM lading.tenant_place WHERE tenant = id AND state = 'leaving'), status) AS status
         FROM public.tenant WHERE code = $1 AND tenant_id <> id`,
      [on.code],
    );
    const [tenant] = rows;
    if (!tenant) throw new BackupError('tenantUnknown', on.code);
    const { id, home, release, status } = tenant;
    const wallets = await client.query<{ currency: string; amount: string }>(
      `SELECT currency, balance::text AS amount FROM public.ledger_account
        WHERE tenant_id = $1 AND tenant = $2 AND kind = 'tenantWallet' AND balance <> 0 ORDER BY currency`,
      [home, id],
    );
    const designed = await designedNames(client, id);
    const manifest: TenantManifest = {
      ...{ kind: 'manifest', format: 1, of: 'tenant', at: tenant.at.toISOString(), serverVersion: tenant.version },
      ...{ secret: keyCheck(on.secretKey), code: on.code, tenant: id, release, status, wallets: wallets.rows },
    };
    const mine = { client, files: on.files, tables: tablesOfTenant(shape.tables, designed), done };
    const added = await readDesigned(client, shape, designed);
    done.about = await aboutTenant(client, mine.tables, { id, home });
    await writeArchive(on.file, on.backupKey, entriesOf(mine, manifest, { id, home, added }));
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
    done: { tables: number; rows: number; files: number; missing: string[] };
  },
  manifest: TenantManifest,
  { id, home, added }: { id: string; home: string; added: DesignedShape },
): AsyncGenerator<EntryToWrite> {
  const { client, files, done } = on;
  const json = (value: unknown) => [Buffer.from(JSON.stringify(value))];
  yield { head: { ...manifest } };
  yield { head: { kind: 'designed' }, bytes: json(added) };
  const ofTable = async function* (table: SavedTable, where: string, head: object): AsyncGenerator<EntryToWrite> {
    const stream = client.query(copyTo(copySql(table, where)));
    yield { head: { kind: 'table', ...table, ...head }, bytes: stream };
    done.tables += 1;
    done.rows += stream.rowCount;
  };
  const platform = await platformRowsOf(client, id, home);
  for (const { table, where } of platform) {
    const found = on.tables.find((each) => nameOf(each) === table);
    if (!found) throw new BackupError('unknownKind', table);
    yield* ofTable(found, where, { of: 'platform' });
  }
  for (const table of tenantTables(on.tables)) {
    if (tableName(table) !== '"public"."tenant"') yield* ofTable(table, `tenant_id = ${BigInt(id)}`, { of: 'tenant' });
  }
  yield { head: { kind: 'jobs' }, bytes: json((await client.query<WaitingJob>(waitingJobsSql, [id])).rows) };
  const named = await client.query<{ name: string }>(
    `SELECT "objectName" AS name FROM public.file WHERE tenant_id = $1
     UNION SELECT "objectName" FROM public.file WHERE ${platform[0]?.where ?? 'false'}`,
    [id],
  );
  for (const { name } of named.rows) {
    for (const objectName of [name, thumbOf(name)]) {
      const source = await readStored(files, objectName);
      if (!source) {
        if (objectName === name) done.missing.push(name);
        continue;
      }
      yield { head: { kind: 'file', objectName }, bytes: source };
      done.files += 1;
    }
  }
}
