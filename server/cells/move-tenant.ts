import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { clearArrival, clearTenant } from '../backup/clear-tenant.ts';
import { lockTenant } from '../backup/lock-tenant.ts';
import { beginServing, readTenant, unparkJobs } from '../backup/read-tenant.ts';
import { readShape, tableName } from '../backup/shape.ts';
import {
  aboutTenant,
  designedNames,
  openFully,
  rowsHash,
  tablesOfTenant,
  tenantTables,
} from '../backup/tenant-tables.ts';
import { writeTenant } from '../backup/write-tenant.ts';
import type { FileStore } from '../files/file-store.ts';
import { fencingLockClass } from '../store/row-security.ts';
import { settleJobs } from './settle-jobs.ts';

/** One installation with its own database and file store. */
export interface Cell {
  readonly databaseUrl: string;
  readonly files: FileStore;
  /** The key that seals its secrets, and those that it also reads. */
  readonly secretKeys: readonly [string, ...string[]];
}

export interface MoveOptions {
  readonly code: string;
  readonly from: Cell;
  readonly to: Cell;
  /** Where the tenant is found afterwards, as `https://north.example.com`. */
  readonly address: string;
  /** Told before each step, in order. */
  readonly onStep?: (step: MoveStep) => void | Promise<void>;
  /** Milliseconds after which every node has noticed that the tenant is leaving. */
  readonly notice?: number;
}

export const moveSteps = ['close', 'copy', 'hand-over', 'open', 'done'] as const;
export type MoveStep = (typeof moveSteps)[number];

/** Attempts to copy a tenant whose rows change during the copy. */
const maxTries = 3;

/**
 * Moves a tenant to another installation. Until the hand-over the tenant is whole in the first one; from then on in the
 * second. Interrupted at any moment, it is continued by running it again; before the hand-over `stayHere` takes it back.
 */
export async function moveTenant(on: MoveOptions): Promise<void> {
  const step = async (name: MoveStep) => on.onStep?.(name);
  await withBoth(on, async ({ source, target, tenant, home }) => {
    const stands = await placeOf(source, tenant);
    if (stands?.state !== 'left') {
      await step('close');
      const key = stands?.state === 'leaving' && stands.key ? stands.key : randomBytes(8).toString('hex');
      await close(source, tenant, key);
      await pause(on.notice ?? 2_500);
      for (let tries = 1; ; tries += 1) {
        await settleJobs(source, tenant);
        await step('copy');
        const about = await copy(on, target, tenant, key);
        await step('hand-over');
        if (await handOver(source, target, { tenant, home, address: on.address, key, about })) break;
        if (tries === maxTries) throw new BackupError('stillWritten', on.code);
      }
    }
    await step('open');
    await inTransaction(target, () => beginServing(target, tenant));
    // Rows written by a call that started before the hand-over are discarded here.
    await inTransaction(source, () => clearTenant(source, tenant));
    await step('done');
  });
}

/** Takes back a move that has not been handed over: the tenant is served where it was. */
export async function stayHere(on: Pick<MoveOptions, 'code' | 'from' | 'to'>): Promise<void> {
  await withBoth(on, async ({ source, target, tenant }) => {
    const stands = await placeOf(source, tenant);
    if (stands?.state === 'left') throw new BackupError('gone', on.code);
    await discard(target, tenant);
    if (stands?.state !== 'leaving') return;
    await inTransaction(source, async () => {
      await source.query(
        `UPDATE public.tenant t SET status = p.was FROM lading.tenant_place p WHERE t.id = $1 AND p.tenant = t.id AND t.tenant_id <> t.id`,
        [tenant],
      );
      await unparkJobs(source, tenant);
      await source.query(`DELETE FROM lading.tenant_place WHERE tenant = $1`, [tenant]);
      await source.query('SELECT lading.renew_rights($1)', [tenant]);
    });
  });
}

interface Both {
  readonly source: pg.Client;
  readonly target: pg.Client;
  readonly tenant: string;
  readonly home: string;
}

async function withBoth(
  { code, from, to }: Pick<MoveOptions, 'code' | 'from' | 'to'>,
  work: (both: Both) => Promise<void>,
): Promise<void> {
  const [source, target] = [from, to].map(({ databaseUrl }) => new pg.Client({ connectionString: databaseUrl }));
  if (!source || !target) throw new Error('two clients');
  for (const client of [source, target]) client.on('error', () => undefined);
  try {
    for (const client of [source, target]) {
      await client.connect();
      await openFully(client);
    }
    const { rows } = await source.query<{ id: string; home: string }>(
      `SELECT id::text, tenant_id::text AS home FROM public.tenant WHERE code = $1 AND tenant_id <> id AND kind = 'tenant'`,
      [code],
    );
    const [found] = rows;
    if (!found) throw new BackupError('tenantUnknown', code);
    await lockTenant(source, found.id, code);
    await work({ source, target, tenant: found.id, home: found.home });
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

async function placeOf(client: pg.Client, tenant: string): Promise<{ state: string; key: string | null } | null> {
  const { rows } = await client.query<{ state: string; key: string | null }>(
    'SELECT state, move_key AS key FROM lading.tenant_place WHERE tenant = $1',
    [tenant],
  );
  return rows[0] ?? null;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, kind = ''): Promise<T> {
  await client.query(`BEGIN ${kind}`);
  try {
    const answer = await work();
    await client.query('COMMIT');
    return answer;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Waits for the tenant's running requests and takes no more; its jobs are parked. */
async function close(source: pg.Client, tenant: string, key: string): Promise<void> {
  await inTransaction(source, async () => {
    await source.query('SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [fencingLockClass, tenant]);
    await source.query(
      `INSERT INTO lading.tenant_place AS p (tenant, host, state, was, move_key) SELECT id, host, 'leaving', status, $2 FROM public.tenant
        WHERE id = $1 AND tenant_id <> id
       ON CONFLICT (tenant) DO UPDATE SET state = 'leaving', move_key = $2, at = now(), address = NULL,
         was = CASE WHEN p.state = 'leaving' THEN p.was ELSE excluded.was END`,
      [tenant, key],
    );
    await source.query(`UPDATE public.tenant SET status = 'suspended' WHERE id = $1 AND tenant_id <> id`, [tenant]);
    await source.query('SELECT lading.renew_rights($1)', [tenant]);
  });
}

/**
 * Copies the tenant; it waits there. What an interrupted attempt left is removed first. Answers what the platform here
 * knew of it.
 */
async function copy({ code, from, to }: MoveOptions, target: pg.Client, tenant: string, key: string): Promise<string> {
  await discard(target, tenant);
  const file = join(tmpdir(), `lading-move-${randomBytes(8).toString('hex')}`);
  const backupKey = randomBytes(32).toString('base64url');
  try {
    const { about } = await writeTenant({ code, file, ...from, backupKey, secretKey: from.secretKeys[0] });
    await readTenant({ file, ...to, backupKey, key, serves: false });
    return about;
  } finally {
    await rm(file, { force: true });
  }
}

async function discard(target: pg.Client, tenant: string): Promise<void> {
  const there = await placeOf(target, tenant);
  if (there?.state !== 'arriving') return;
  await inTransaction(target, async () => {
    const { rows } = await target.query<{ home: string }>(
      'SELECT tenant_id::text AS home FROM public.tenant WHERE id = $1',
      [tenant],
    );
    await clearArrival(target, tenant, rows[0]?.home ?? '0');
    await target.query(
      `DELETE FROM public.tenant t WHERE t.id = $1 AND NOT EXISTS (SELECT FROM public.ledger_account a WHERE a.tenant = t.id)`,
      [tenant],
    );
    await target.query(`DELETE FROM lading.tenant_place WHERE tenant = $1`, [tenant]);
  });
}

/**
 * One transaction: the rows here are still those that arrived there, so the wallet is closed, the rows go, and this
 * installation refers to the other one. False: rows have changed since they were copied.
 */
async function handOver(
  source: pg.Client,
  target: pg.Client,
  { tenant, home, address, key, about }: { tenant: string; home: string; address: string; key: string; about: string },
): Promise<boolean> {
  try {
    return await inTransaction(
      source,
      async () => {
        await source.query('SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [fencingLockClass, tenant]);
        // First its record, then its wallet: the order of an action on the record that books.
        await source.query('SELECT FROM public.tenant WHERE id = $1 FOR NO KEY UPDATE', [tenant]);
        // A booking that began before the tenant was closed ends first, or refuses this attempt.
        await source.query(
          `SELECT FROM public.ledger_account WHERE tenant_id = $1 AND tenant = $2 AND kind = 'tenantWallet' ORDER BY id FOR UPDATE`,
          [home, tenant],
        );
        const { tables } = await readShape(source);
        const known = tablesOfTenant(tables, await designedNames(source, tenant));
        if ((await aboutTenant(source, known, { id: tenant, home })) !== about) return false;
        const mine = tenantTables(known);
        const where = `tenant_id = ${BigInt(tenant)}`;
        for (const table of mine.filter((each) => tableName(each) !== '"public"."tenant"')) {
          if ((await rowsHash(source, table, where)) !== (await rowsHash(target, table, where))) return false;
        }
        await source.query(`SELECT ledger.move_wallets($1, $2, (SELECT ledger.wallets_of($1)), false)`, [tenant, key]);
        await clearTenant(source, tenant);
        await source.query(`UPDATE public.tenant SET status = 'closed' WHERE id = $1 AND tenant_id <> id`, [tenant]);
        await source.query(
          `UPDATE lading.tenant_place SET state = 'left', address = $2, at = now() WHERE tenant = $1`,
          [tenant, address],
        );
        await source.query(`INSERT INTO lading.event (tenant_id, kind) VALUES ($1, 'reload')`, [tenant]);
        return true;
      },
      'ISOLATION LEVEL REPEATABLE READ',
    );
  } catch (error) {
    // A row was changed at this moment, or something that has one of its rows waited for another.
    if (['40001', '40P01'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
