import { createHash } from 'node:crypto';
import pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { clearTenant, type Cleared } from '../backup/clear-tenant.ts';
import { lockTenant } from '../backup/lock-tenant.ts';
import { readShape, tableName } from '../backup/shape.ts';
import { asTheyAre, asUsual, hasTenant, openFully, platformRowsOf } from '../backup/tenant-tables.ts';
import type { FileStore } from '../files/file-store.ts';
import { createSeal } from '../secrets/secrets.ts';
import { fencingLockClass } from '../store/row-security.ts';
import { beginSettled } from './settle-jobs.ts';

/** What was deleted, and that nothing is left: what a tenant is given. */
export interface DeletionProof {
  readonly kind: 'deletion of a tenant';
  readonly tenant: string;
  readonly code: string;
  readonly at: string;
  /** Rows that were deleted, by table. */
  readonly tables: readonly Cleared[];
  readonly rows: number;
  /** Stored files that were deleted. */
  readonly files: number;
  /** Rows with this tenant in any table after the deletion, counted before it was committed. */
  readonly left: number;
  /** What the platform keeps, and why. */
  readonly kept: readonly string[];
}

export interface DeleteOptions {
  readonly code: string;
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly secretKey: string;
  /** Milliseconds that running jobs are waited for. */
  readonly jobsWait?: number;
}

const kept = [
  "the platform's own ledger: lines of the tenant's wallet with amounts and dates, as books must be kept",
  "the tenant's number and code at the platform, without names, addresses or contacts",
  'backups made before; they end with their retention',
];

/**
 * Deletes a suspended tenant whose wallet is empty: every row and file, jobs, designed tables, and the platform's records
 * about it. One transaction, committed when no row is left; files go afterwards.
 */
export async function deleteTenant(on: DeleteOptions): Promise<DeletionProof & { readonly signature: string }> {
  const client = new pg.Client({ connectionString: on.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await openFully(client);
    const { id } = await findTenant(client, on.code);
    await lockTenant(client, id, on.code);
    // Once more: it may have arrived, left or been paid while another command had the lock.
    const found = await findTenant(client, on.code);
    const { objects, ...done } = await clearAlone(client, found, on.jobsWait);
    const stays = await client.query<{ name: string }>(
      'SELECT "objectName" AS name FROM public.file WHERE "objectName" = ANY($1)',
      [objects],
    );
    const shared = new Set(stays.rows.map(({ name }) => name));
    const gone = objects.filter((name) => !shared.has(name));
    for (const name of gone) await on.files.remove(name);
    const proof: DeletionProof = {
      ...{ kind: 'deletion of a tenant', tenant: found.id, code: on.code, ...done, files: gone.length, kept },
    };
    const { sign } = createSeal({ keys: [on.secretKey] });
    return { ...proof, signature: sign('deletion', digestOf(proof)) };
  } finally {
    await client.end();
  }
}

/** Whether a proof is as this installation signed it. */
export function isProof(
  { signature, ...proof }: DeletionProof & { readonly signature: string },
  secretKey: string,
): boolean {
  return createSeal({ keys: [secretKey] }).isSigned('deletion', digestOf(proof), signature);
}

const digestOf = (proof: DeletionProof): string => createHash('sha256').update(JSON.stringify(proof)).digest('hex');

interface Found {
  readonly id: string;
  readonly home: string;
}

async function findTenant(client: pg.Client, code: string): Promise<Found> {
  const { rows } = await client.query<Found & { status: string; moving: boolean; money: string | null }>(
    `SELECT t.id::text, t.tenant_id::text AS home, t.status,
            EXISTS (SELECT FROM lading.tenant_place p WHERE p.tenant = t.id AND p.state IN ('leaving', 'arriving')) AS moving,
            (SELECT string_agg(a.balance::numeric(14, 2) || ' ' || a.currency, ', ') FROM public.ledger_account a
              WHERE a.tenant_id = t.tenant_id AND a.tenant = t.id AND a.kind = 'tenantWallet' AND a.balance <> 0) AS money
       FROM public.tenant t WHERE t.code = $1 AND t.tenant_id <> t.id AND t.kind = 'tenant'`,
    [code],
  );
  const [found] = rows;
  if (!found) throw new BackupError('tenantUnknown', code);
  if (found.moving) throw new BackupError('moving', code);
  if (found.status !== 'suspended' && found.status !== 'closed') throw new BackupError('notSuspended', code);
  if (found.money !== null) throw new BackupError('walletLeft', found.money);
  return found;
}

/** After its running jobs have ended, which would write rows again. */
async function clearAlone(client: pg.Client, found: Found, jobsWait?: number) {
  try {
    await beginSettled(client, found.id, jobsWait);
    const done = await clear(client, found);
    await client.query('COMMIT');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function clear(client: pg.Client, { id, home }: Found) {
  await client.query('SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [fencingLockClass, id]);
  const brought = (await platformRowsOf(client, id, home)).filter(({ table }) => table !== 'public.tenant');
  const named = brought.filter(({ table }) => table === 'public.file').map(({ where }) => ` OR (${where})`);
  const { rows: objects } = await client.query<{ name: string }>(
    `SELECT DISTINCT "objectName" AS name FROM public.file WHERE tenant_id = $1${named.join('')}`,
    [id],
  );
  const tables = [...(await clearTenant(client, id))];
  await client.query(asTheyAre);
  for (const { table, where } of brought) {
    const entity = table.replace('public.', '').replaceAll('_', '-');
    await client.query(
      `DELETE FROM lading.audit WHERE tenant_id = $1 AND entity = $2 AND record_id IN (SELECT id FROM ${table} WHERE ${where})`,
      [home, entity],
    );
    const { rowCount } = await client.query(`DELETE FROM ${table} WHERE ${where}`);
    if (rowCount) tables.push({ table: `${table} of the platform`, rows: rowCount });
  }
  await forgetAtPlatform(client, { id, home });
  await client.query(`DELETE FROM lading.audit WHERE tenant_id = $1 AND entity = 'tenant' AND record_id = $2`, [
    home,
    id,
  ]);
  await client.query(
    `UPDATE public.tenant SET name = code, host = 'deleted-' || id || '.invalid', "adminName" = '-', phone = NULL, logo = NULL,
            email = 'deleted@deleted.invalid', remark = NULL, status = 'closed', version = version + 1 WHERE id = $1 AND tenant_id <> id`,
    [id],
  );
  await client.query(`DELETE FROM lading.tenant_place WHERE tenant = $1`, [id]);
  await client.query(asUsual);
  const left = await rowsLeft(client, id);
  if (left > 0) throw new BackupError('rowsLeft', String(left));
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const count = tables.reduce((sum, { rows: many }) => sum + many, 0);
  return {
    at: (rows[0]?.at ?? new Date()).toISOString(),
    tables,
    rows: count,
    left,
    objects: objects.map(({ name }) => name),
  };
}

const namesOfTenant = ['name', 'host', 'adminName', 'email', 'phone'];

/** What the platform's people sent when they made and changed it, and mails to its administrator. */
async function forgetAtPlatform(client: pg.Client, { id, home }: Found): Promise<void> {
  const { rows } = await client.query<{ word: string }>(
    `SELECT DISTINCT word FROM (
       SELECT value AS word FROM public.tenant t, json_each_text(to_json(t)) WHERE t.id = $2 AND key = ANY ($3)
       UNION ALL SELECT unnest(ARRAY[c ->> 'before', c ->> 'after']) FROM lading.audit a, json_array_elements(a.changes) c
         WHERE a.tenant_id = $1 AND a.entity = 'tenant' AND a.record_id = $2 AND c ->> 'field' = ANY ($3)) w WHERE word <> ''`,
    [home, id, namesOfTenant],
  );
  const words = rows.map(({ word }) => word);
  await client.query(
    `UPDATE public.operation_log SET param = NULL WHERE tenant_id = $1 AND param IS NOT NULL AND EXISTS (
       SELECT FROM unnest($2::text[]) word WHERE position(to_json(word)::text IN param) > 0)`,
    [home, [id, ...words]],
  );
  await client.query(`DELETE FROM public.mail WHERE tenant_id = $1 AND lower("to") = ANY ($2)`, [
    home,
    words.map((word) => word.toLowerCase()),
  ]);
}

/** Rows of the tenant in any table, its own row at the platform aside. */
async function rowsLeft(client: pg.Client, id: string): Promise<number> {
  const { tables } = await readShape(client);
  let left = 0;
  for (const table of tables.filter((each) => hasTenant(each))) {
    const { rows } = await client.query<{ many: number }>(
      `SELECT count(*)::int AS many FROM ${tableName(table)} WHERE tenant_id = $1`,
      [id],
    );
    left += rows[0]?.many ?? 0;
  }
  return left;
}
