import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { parkJobs } from '../backup/read-tenant.ts';

/** Milliseconds that running jobs are waited for. */
const jobsWait = 60_000;
/** Milliseconds for which waiting jobs are held uncommitted: one that runs may wait for the row of another. */
const held = 2_000;
const again = 250;

/** Parks waiting jobs until none of the tenant's runs; one that runs may order others. */
export async function settleJobs(client: pg.Client, tenant: string): Promise<void> {
  const end = Date.now() + jobsWait;
  if (!(await parkedUntil(client, tenant, end))) throw new BackupError('stillWritten', 'a job');
}

/** Begins a transaction in which they are parked and none runs: whatever ends it otherwise than by a commit undoes it. */
export async function beginSettled(client: pg.Client, tenant: string, wait = jobsWait): Promise<void> {
  for (const end = Date.now() + wait; ;) {
    await client.query('BEGIN');
    if (await parkedUntil(client, tenant, Math.min(end, Date.now() + held))) return;
    await client.query('ROLLBACK');
    if (Date.now() > end) throw new BackupError('stillWritten', 'a job');
  }
}

/** False: a job still ran at that time. */
async function parkedUntil(client: pg.Client, tenant: string, end: number): Promise<boolean> {
  for (;;) {
    await parkJobs(client, tenant);
    const { rowCount } = await client.query(
      `SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'tenant' = $1 AND run_at < now() + interval '50 years'`,
      [tenant],
    );
    if (!rowCount) return true;
    if (Date.now() > end) return false;
    await pause(again);
  }
}
