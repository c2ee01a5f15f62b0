import { channel } from 'node:diagnostics_channel';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { health, fullest } from '../../../server/domain/health/module.ts';
import { hosts, openTestApp, testModules, type Person, type TestApp } from '../../support/test-app.ts';

interface Board {
  checks: { check: string; tone: string; facts: Record<string, unknown> }[];
  jobs: { id: string; task: string; tenant: string | null; error: string; retry: boolean }[];
}

describe('the board of the operators', () => {
  let test: TestApp;
  let owner: pg.Pool;
  let operator: Person;
  beforeAll(async () => {
    test = await openTestApp();
    owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
    operator = await test.signIn(hosts.platform, 'superAdmin');
    await owner.query(`UPDATE account SET email = 'ops@example.com' WHERE account = 'superAdmin'`);
    // The database is a copy of one that was made as the run began: its jobs would look as if they had waited since.
    await owner.query('DELETE FROM graphile_worker._private_jobs');
  });
  afterAll(async () => {
    await owner?.end();
    await test?.close();
  });
  const board = async () => {
    const { body } = await operator.post('Health/board', {});
    return body.data as Board;
  };
  const toneOf = async (name: string) => (await board()).checks.find(({ check }) => check === name)?.tone;
  /** A job of a tenant without attempts left. */
  const fail = async (task: string, payload: object) => {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id::text AS id FROM graphile_worker.add_job($1, $2::json, max_attempts => 1, run_at => now() + interval '1 hour')`,
      [task, JSON.stringify(payload)],
    );
    const id = rows[0]?.id ?? '';
    await owner.query(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'no answer' WHERE id = $1`,
      [id],
    );
    return id;
  };
  const watch = async () => {
    const task = testModules.flatMap(({ schedules = [] }) => schedules).find(({ name }) => name === 'health-watch');
    const { services } = test.node.context;
    return task?.run({ query: services?.query ?? (async () => []), services });
  };

  it('shows failed jobs, runs them again and removes them', async () => {
    expect(await toneOf('jobs')).toBe('good');
    const { rows } = await owner.query<{ id: string; name: string }>(
      `SELECT id::text AS id, name FROM tenant WHERE code = 'north'`,
    );
    const { id: tenant = '', name = '' } = rows[0] ?? {};
    const [one, ordered] = [await fail('socket', { tenant, job: 'a.b' }), await fail('export', { tenant })];
    const { jobs } = await board();
    expect(jobs.map(({ id, tenant: of, error, retry }) => [id, of, error, retry]).toSorted()).toEqual(
      [
        [one, name, 'no answer', true],
        [ordered, name, 'no answer', false],
      ].toSorted(),
    );
    expect((await operator.post('Health/retry', { ids: [one, ordered] })).body.data).toEqual({ count: 1 });
    const left = await owner.query<{ attempts: number; due: boolean }>(
      'SELECT attempts, run_at <= now() AS due FROM graphile_worker._private_jobs WHERE id = $1',
      [one],
    );
    expect(left.rows).toEqual([{ attempts: 0, due: true }]);
    // A job that waits again is nobody's to remove.
    expect((await operator.post('Health/drop', { ids: [one, ordered] })).body.data).toEqual({ count: 1 });
    expect((await board()).jobs).toEqual([]);
    await owner.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [one]);
  });

  it('is for the platform alone', async () => {
    for (const host of [hosts.north, hosts.south]) {
      const admin = await test.signIn(host, 'admin');
      for (const [path, body] of [
        ['Health/board', {}],
        ['Health/retry', { ids: ['1'] }],
        ['Health/drop', { ids: ['1'] }],
      ] as const)
        expect([path, (await admin.post(path, body)).status]).toEqual([path, 403]);
    }
  });

  it('counts calls to other servers as their nodes made them', async () => {
    const loop = testModules.flatMap(({ loops = [] }) => loops).find(({ name }) => name === 'health-calls');
    const { services } = test.node.context;
    if (!loop || !services) throw new Error('no loop');
    const acting = services as Parameters<typeof loop.run>[0];
    await loop.run(acting);
    for (let call = 0; call < 6; call += 1) channel('lading.call').publish({ to: 'carrier ups', outcome: 'noAnswer' });
    await loop.run(acting);
    await loop.settle();
    // An outage is said although many calls before it were answered.
    await owner.query(`INSERT INTO health.call VALUES (now() - interval '30 minutes', 'carrier ups', 'answered', 900)`);
    const { checks } = await board();
    expect(checks.find(({ check }) => check === 'calls')).toMatchObject({
      tone: 'bad',
      facts: { names: 'carrier ups' },
    });
  });

  it('ends an outage with the first call that is answered', async () => {
    await owner.query(`INSERT INTO health.call VALUES (now(), 'carrier ups', 'answered', 1)`);
    expect(await toneOf('calls')).toBe('good');
    await owner.query(`DELETE FROM health.call WHERE outcome = 'answered' AND hour > now() - interval '10 minutes'`);
    expect(await toneOf('calls')).toBe('bad');
  });

  it('says at once that the ledger differs, and until it is proven again', async () => {
    const { rows } = await owner.query<{ id: string; tenant: string }>(
      `SELECT t.id::text AS id, t.tenant_id::text AS tenant FROM timer t WHERE task = 'ledger-verify'`,
    );
    const [{ id = '', tenant = '' } = {}] = rows;
    const proof = (outcome: string, message: string) =>
      owner.query(
        `INSERT INTO timer_run (tenant_id, id, timer, "dueAt", "startedAt", "byHand", outcome, message)
         VALUES ($1, lading.new_id(), $2, now(), now(), true, $3, $4)`,
        [tenant, id, outcome, message],
      );
    const ledger = async () => (await board()).checks.find(({ check }) => check === 'ledger');
    expect((await ledger())?.tone).toBe('good');
    await proof('failed', '2 <> 0\nbalance 7/available: 1.00 <> 2.00');
    expect(await ledger()).toMatchObject({ tone: 'bad', facts: { count: 2 } });
    // A proof that broke off has found no difference.
    await proof('failed', 'canceling statement due to statement timeout');
    expect((await ledger())?.tone).toBe('warn');
    expect(await toneOf('timers')).toBe('good');
    await proof('done', '0');
    expect((await ledger())?.tone).toBe('good');
  });

  it('looks again at a certificate that was not well, and not at others', async () => {
    const port = await new Promise<number>((listening) => {
      const free = createServer().listen(0, '127.0.0.1', () => {
        const { port: found } = free.address() as AddressInfo;
        free.close(() => listening(found));
      });
    });
    const [task] = health({ originOf: () => `https://127.0.0.1:${port}`, folders: ['.'] }).schedules ?? [];
    const { services } = test.node.context;
    const look = () => task?.run({ query: services?.query ?? (async () => []), services });
    const troubles = async () => {
      const { rows } = await owner.query<{ trouble: string }>('SELECT DISTINCT trouble FROM health.certificate');
      return rows.map(({ trouble }) => trouble);
    };
    await look();
    expect(await troubles()).toEqual(['ECONNREFUSED']);
    const closing = createServer((socket) => socket.destroy());
    await new Promise<void>((listening) => closing.listen(port, '127.0.0.1', listening));
    await look();
    expect(await troubles()).toEqual(['ECONNRESET']);
    await owner.query(`UPDATE health.certificate SET trouble = NULL, until = now() + interval '60 days'`);
    await look();
    expect(await troubles()).toEqual([null]);
    await new Promise((closed) => closing.close(closed));
    await owner.query('TRUNCATE health.certificate, health.alert');
    await owner.query(`DELETE FROM mail WHERE "to" = 'ops@example.com'`);
    await owner.query(`DELETE FROM notice WHERE title LIKE '%not well%' OR title LIKE '%well again%'`);
  });

  it('watches the fullest of the disks that it writes to', async () => {
    const share = async (folder: string) => {
      const { bavail, blocks } = await statfs(folder);
      return bavail / blocks;
    };
    const least = Math.min(await share('.'), await share('/dev/shm'));
    const { free, total } = await fullest(['/nowhere', '/dev/shm', '.', '/proc']);
    expect(free / total).toBeCloseTo(least, 2);
  });

  it('sees since when another role writes in a transaction', async () => {
    const writer = await owner.connect();
    await writer.query('BEGIN');
    await writer.query('SELECT pg_current_xact_id()');
    const seen = await test.node.system.pool.query<{ seconds: number }>('SELECT seconds FROM lading.oldest_writer()');
    await writer.query('ROLLBACK');
    writer.release();
    expect(seen.rows[0]?.seconds).toBeGreaterThan(0);
  });

  it('is mailed to its administrators when something turns bad, once, and when it is well again', async () => {
    const mails = async () => {
      const { rows } = await owner.query<{ title: string; content: string }>(
        `SELECT title, content FROM mail WHERE "to" = 'ops@example.com' ORDER BY id`,
      );
      return rows;
    };
    const bad = (await board()).checks.filter(({ tone }) => tone === 'bad');
    expect(bad.map(({ check, facts }) => [check, facts['names']])).toEqual([['calls', 'carrier ups']]);
    expect(await watch()).toBe(1);
    expect(await watch()).toBe(0);
    const [first] = await mails();
    expect(first?.title).toMatch(/not well - Carriers and other servers$/);
    expect(first?.content).toContain('Every recent call failed: carrier ups.');
    const notices = async () => {
      const { rows } = await owner.query<{ title: string; recipients: string[] }>(
        `SELECT n.title, n.recipients FROM notice n JOIN tenant t ON t.id = n.tenant_id AND t.kind = 'platform'
          WHERE n.title LIKE '%well%' ORDER BY n.id`,
      );
      return rows;
    };
    expect((await notices()).map(({ title, recipients }) => [title === first?.title, recipients.length > 0])).toEqual([
      [true, true],
    ]);
    // One answer among the failures: that deserves a look, and is not well again.
    await owner.query(`UPDATE health.call SET many = 1, hour = now() WHERE outcome = 'answered'`);
    expect((await board()).checks.find(({ check }) => check === 'calls')?.tone).toBe('warn');
    expect(await watch()).toBe(0);
    await owner.query('TRUNCATE health.call');
    expect(await watch()).toBe(1);
    expect(await notices()).toHaveLength(2);
    expect((await mails()).map(({ title }) => title.split(':')[1]?.split(' - ')[0]?.trim())).toEqual([
      'not well',
      'well again',
    ]);
  });
});
