import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { sharesFiles } from '../../server/files/shared-files.ts';
import { sweepFiles } from '../../server/jobs/sweep-files.ts';
import { openNode, type Node } from '../../server/node.ts';
import { divideConnections } from '../../server/store/nodes/connection-budget.ts';
import { leaseNodeNumber } from '../../server/store/nodes/node-number.ts';
import { isOlder } from '../../server/store/nodes/release.ts';
import { openTestApp, root, secretKey, testModules, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let owner: pg.Pool;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-nodes-'));
  test = await openTestApp();
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

const second = (more: object) =>
  openNode({ databaseUrl: test.databaseUrl, root, secretKey, modules: testModules, ...more });
const opened = async (more: object): Promise<Node> => {
  const node = await second(more);
  if (!node.ok) throw new Error(JSON.stringify(node.issues));
  return node.value;
};

describe('node numbers', () => {
  it('are never given twice among the living, however many starts there were', async () => {
    const living = test.node.number();
    // The next number of the sequence is the one that our node has held since before.
    await owner.query(`SELECT setval('lading.node', $1, false)`, [living + 1023]);
    const other = await leaseNodeNumber(test.node.systemUrl);
    expect(other.current()).not.toBe(living);
    await other.release();
    await owner.query(`SELECT setval('lading.node', $1, false)`, [other.current()]);
    const third = await leaseNodeNumber(test.node.systemUrl);
    expect(third.current()).toBe(other.current());
    await third.release();
  });

  it('are taken again by a node that lost its connection', async () => {
    const lease = await leaseNodeNumber(test.node.systemUrl);
    const holder = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 7221005 AND objid = $1`;
    const held = async () => (await owner.query<{ pid: number }>(holder, [lease.current()])).rows[0]?.pid;
    const before = await held();
    await owner.query('SELECT pg_terminate_backend($1)', [before]);
    await expect.poll(async () => (await held()) ?? before, { timeout: 5_000 }).not.toBe(before);
    await lease.release();
  });
});

describe('files of several nodes', () => {
  it('must be the same ones: a second node with a disk of its own does not start', async () => {
    const { pool } = test.node.system;
    const shared = createFileStore(join(folder, 'shared'));
    const own = createFileStore(join(folder, 'own'));
    expect(await sharesFiles(pool, shared, test.node.number())).toBe(true);
    const late = await leaseNodeNumber(test.node.systemUrl);
    expect(await sharesFiles(pool, own, late.current())).toBe(false);
    expect(await sharesFiles(pool, shared, late.current())).toBe(true);
    // Nobody else runs: anyone who has another store than before may go on with it.
    expect(await sharesFiles(pool, own, test.node.number())).toBe(false);
    await late.release();
    await expect.poll(() => sharesFiles(pool, own, test.node.number())).toBe(true);
    expect(await sharesFiles(pool, own, test.node.number())).toBe(true);
  });

  it('are swept, but for the one by which nodes know each other', async () => {
    const store = createFileStore(join(folder, 'swept'));
    await owner.query('DELETE FROM lading.file_store');
    await sharesFiles(test.node.system.pool, store, test.node.number());
    await store.save(Readable.from([Buffer.from('nobody knows it')]));
    expect(await sweepFiles(store, test.node.system, new Date(Date.now() + 30 * 3_600_000))).toBe(1);
    expect(await sharesFiles(test.node.system.pool, store, test.node.number())).toBe(true);
  });
});

describe('releases side by side', () => {
  const release = (version: string, serves = version) => ({ version, serves });
  const state = async () =>
    (await owner.query<{ hash: string; release: string }>('SELECT hash, release FROM lading.catalog')).rows[0];

  it('an older one leaves the schema of a newer one alone, and serves', async () => {
    const newer = await opened({ release: release('9.1.0', '9.0.0') });
    await newer.close();
    await owner.query(`UPDATE lading.catalog SET hash = 'made by 9.1.0'`);
    await owner.query(`CREATE OR REPLACE FUNCTION lading.staff() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
      AS $$ SELECT current_setting('lading.member', true) = '' AND true $$`);
    const older = await opened({ release: release('9.0.5') });
    expect(await older.readiness.why()).toBe(null);
    await older.close();
    expect(await state()).toEqual({ hash: 'made by 9.1.0', release: '9.1.0' });
    const { rows } = await owner.query<{ body: string }>(`SELECT prosrc AS body FROM pg_proc WHERE proname = 'staff'`);
    expect(rows[0]?.body).toContain('AND true');
  });

  it('one that is too old refuses, and says which is needed', async () => {
    expect(await second({ release: release('8.9.9') })).toEqual({
      ok: false,
      issues: [{ code: 'settings.olderRelease', path: '', params: { own: '8.9.9', newer: '9.1.0' } }],
    });
    expect((await state())?.hash).toBe('made by 9.1.0');
  });

  it('are compared by their numbers', () => {
    const pairs = [
      ['1.2.3', '1.2.3'],
      ['1.2.3', '1.10.0'],
      ['2.0.0', '1.9.9'],
      ['1.2.3-rc.1', '1.2.3'],
    ] as const;
    expect(pairs.map(([one, other]) => isOlder(one, other))).toEqual([false, true, false, false]);
  });
});

describe('connections', () => {
  it.each([16, 20, 30, 64])('are divided among the pools: %i', (total) => {
    for (const runsJobs of [true, false]) {
      const { readers, writers, system, jobs } = divideConnections(total, runsJobs);
      expect(Math.min(readers, writers, system - 1)).toBeGreaterThan(0);
      expect(readers + writers + system + jobs + 6).toBe(total);
    }
  });

  it('of a node that the server has no room for: it does not start', async () => {
    const { rows } = await owner.query<{ most: number }>(`SELECT current_setting('max_connections')::int AS most`);
    const connections = rows[0]?.most ?? 0;
    expect(await second({ connections, release: null })).toMatchObject({
      ok: false,
      issues: [{ code: 'settings.tooFewConnections', path: 'DATABASE_CONNECTIONS', params: { connections } }],
    });
  });

  it('that hold locks of sessions go past a pool of transactions', async () => {
    const direct = new URL(test.databaseUrl);
    direct.searchParams.set('application_name', 'direct');
    const node = await opened({ directUrl: direct.href, connections: 16, release: null });
    expect(node.ownerUrl).toBe(direct.href);
    expect(new URL(node.systemUrl).searchParams.get('application_name')).toBe('direct');
    const { rows } = await owner.query<{ uses: string }>(
      `SELECT DISTINCT query AS uses FROM pg_stat_activity WHERE application_name = 'direct' AND datname = current_database()`,
    );
    const uses = rows.map(({ uses: sql }) => sql).join('\n');
    expect(uses).toContain('pg_try_advisory_lock');
    await node.close();
  });

  it.each([
    [{ DATABASE_CONNECTIONS: '15' }, 'DATABASE_CONNECTIONS'],
    [{ DATABASE_DIRECT_URL: 'postgres://x' }, 'DATABASE_DIRECT_URL'],
    [{ BACKUP_KEY: 'short' }, 'BACKUP_KEY'],
  ])('are set as they should be: %j', (env, name) => {
    const config = readConfig(env, undefined, []);
    expect(config.ok ? [] : config.problems).toEqual([expect.stringContaining(name)]);
  });
});
