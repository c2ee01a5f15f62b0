import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { parkJobs, tenantLockClass } from '../backup/read-tenant.ts';

/** For the rest of the session no other command moves or deletes the tenant. */
export async function lockTenant(client: pg.Client, tenant: string, code: string): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, hashint8($2)) AS got', [
    tenantLockClass,
    tenant,
  ]);
  if (!rows[0]?.got) throw new BackupError('moving', code);
}

/** Milliseconds that running jobs are waited for. */
const jobsWait = 60_000;

/** Parks waiting jobs until none of the tenant's runs; one that runs may order others. */
export async function settleJobs(client: pg.Client, tenant: string, wait = jobsWait): Promise<void> {
  for (const end = Date.now() + wait; ;) {
    await parkJobs(client, tenant);
    const { rowCount } = await client.query(
      `SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'tenant' = $1 AND run_at < now() + interval '50 years'`,
      [tenant],
    );
    if (!rowCount) return;
    if (Date.now() > end) throw new BackupError('stillWritten', 'a job');
    await pause(250);
  }
}
