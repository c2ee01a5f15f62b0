import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCode, spendCode } from '../../server/auth/codes.ts';
import { openNode } from '../../server/node.ts';
import { startClock } from '../../server/store/clock.ts';
import { planAll } from '../../server/timers/plan-timer.ts';
import { timerTasks } from '../../server/timers/tasks.ts';
import { solvePuzzle } from '../support/captcha.ts';
import { appOn, hosts, openTestApp, password, personOf, root, secretKey, testModules } from '../support/test-app.ts';
import type { Person, TestApp } from '../support/test-app.ts';

/*
 * A node whose own clock is wrong, on a database whose clock is right. `Date` is what a wrong system clock changes; the
 * database is a process of its own.
 */

const hour = 3_600_000;
const day = 24 * hour;

let test: TestApp;
let owner: pg.Pool;
let boss: Person;
beforeAll(async () => {
  test = await openTestApp();
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
  boss = await test.signIn(hosts.platform, 'superAdmin');
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});
afterEach(async () => {
  vi.useRealTimers();
  await owner.query('DELETE FROM lading.failed_sign_in');
  await owner.query('DELETE FROM lading.rate');
});

/** Sets the clock of this node, and of nothing else. */
const off = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

const signIn = (more: Record<string, unknown> = {}) =>
  test.app
    .inject({
      method: 'POST',
      url: '/api/login?culture=en-US',
      headers: { host: hosts.north },
      payload: { account: 'admin', password, ...more },
    })
    .then((answer) => answer.json<{ success: boolean; code: number; data: string }>());

describe('sessions on a node with a wrong clock', () => {
  it('go on where it is eight days ahead, and are opened for seven days of the database', async () => {
    const { token } = await test.signIn(hosts.north, 'admin');
    off(8 * day);
    const other = await appOn(test.databaseUrl);
    expect((await personOf(other.app, hosts.north, token).get('getLoginUser')).status).toBe(200);
    await other.close();
    const { success } = await signIn();
    expect(success).toBe(true);
    const { rows } = await owner.query<{ days: number }>(
      `SELECT round(extract(epoch FROM max(expires_at) - now()) / 86400)::int AS days FROM lading.session_token`,
    );
    expect(rows).toEqual([{ days: 7 }]);
  });

  it('are over where it is behind, and it says why', async () => {
    const { token } = await test.signIn(hosts.north, 'admin');
    await owner.query(
      `UPDATE lading.session_token SET expires_at = now() - interval '1 second' WHERE token_hash = sha256($1::text::bytea)`,
      [token],
    );
    off(-8 * day);
    const { status, body } = await personOf(test.app, hosts.north, token).get('getLoginUser');
    expect([status, body.code]).toEqual([401, 1011008]);
  });
});

describe('the ways in on a node with a wrong clock', () => {
  it('keep an account waiting that waits, and no longer', async () => {
    for (let round = 0; round < 3; round++) await signIn({ password: 'wrong-guess' });
    for (let round = 0; round < 2; round++) {
      await signIn({ password: 'wrong-guess', code: (await solvePuzzle(test)).verification });
    }
    off(hour);
    expect(await signIn({ code: (await solvePuzzle(test)).verification })).toMatchObject({ code: 10110011 });
    vi.useRealTimers();
    await owner.query(`UPDATE lading.failed_sign_in SET last_at = last_at - interval '31 seconds'`);
    off(-hour);
    expect((await signIn({ code: (await solvePuzzle(test)).verification })).success).toBe(true);
  });

  it.each([hour, -hour])('take a captcha within its time and not after, %i ms off', async (ms) => {
    await owner.query(`UPDATE config SET value = 'true' WHERE code = 'CAPTCHA_OPEN'`);
    off(ms);
    expect((await signIn({ code: (await solvePuzzle(test)).verification })).success).toBe(true);
    const late = await solvePuzzle(test);
    await owner.query(`UPDATE lading.captcha SET expires_at = expires_at - interval '180 seconds'`);
    expect(await signIn({ code: late.verification })).toMatchObject({ code: 10110010 });
    await owner.query(`UPDATE config SET value = 'false' WHERE code = 'CAPTCHA_OPEN'`);
  });

  it.each([hour, -hour])('take a one-time code within its time and not after, %i ms off', async (ms) => {
    off(ms);
    const on = { tenant: '1', purpose: 'recover', subject: 'somebody' } as const;
    const { system } = test.node;
    expect(await spendCode(system, on, await makeCode(system, on, '7'))).toBe('7');
    const late = await makeCode(system, on, '7');
    await owner.query(`UPDATE lading.one_time_code SET expires_at = expires_at - interval '10 minutes'`);
    expect(await spendCode(system, on, late)).toBeUndefined();
  });
});

describe('what is written down on a node with a wrong clock', () => {
  it('bears the time of the database', async () => {
    const real = Date.now();
    off(8 * day);
    expect(Math.abs(test.node.context.clock().getTime() - real)).toBeLessThan(10_000);
    const opened = await openNode({ databaseUrl: test.databaseUrl, root, secretKey, modules: testModules });
    if (!opened.ok) throw new Error('the node does not open');
    expect(Math.abs(opened.value.context.clock().getTime() - real)).toBeLessThan(30_000);
    expect(Math.round(opened.value.time.skew() / day)).toBe(8);
    await opened.value.close();
  });

  it('is asked for again, so that a database whose clock is set is followed', async () => {
    let ahead = 0;
    const database = { query: async () => ({ rows: [{ ms: Date.now() + ahead }] }) };
    const clock = await startClock(database as unknown as pg.Pool);
    expect(Math.abs(clock.skew())).toBeLessThan(1000);
    ahead = -2 * hour;
    await clock.sync();
    expect(Math.round(clock.skew() / hour)).toBe(2);
    expect(Math.round((Date.now() - clock.now().getTime()) / hour)).toBe(2);
    clock.close();
  });

  it('is answered once under a key, and such keys stay their two days', async () => {
    const again = () =>
      boss.post('sysDictType/add', { name: 'Clock', code: 'clock_test' }, { 'idempotency-key': 'clock-1' });
    const first = await again();
    expect(first.body.success).toBe(true);
    off(8 * day);
    expect((await again()).body).toEqual(first.body);
    await timerTasks['prune-keys']?.({ ...test.node, newId: test.node.context.newId, hosts: [] });
    expect((await again()).body).toEqual(first.body);
    off(-16 * day);
    expect((await again()).body).toEqual(first.body);
  });
});

describe('timers on a node with a wrong clock', () => {
  let names = 0;
  const nextRun = async (id: string): Promise<number> => {
    const { rows } = await owner.query<{ seconds: number }>(
      `SELECT extract(epoch FROM t."nextRunAt" - now())::int AS seconds FROM timer t
         JOIN graphile_worker.jobs j ON j.key = 'timer:' || t.id AND j.run_at = t."nextRunAt" WHERE t.id = $1`,
      [id],
    );
    return rows[0]?.seconds ?? Number.NaN;
  };
  const add = async (schedule: Record<string, unknown>): Promise<string> => {
    const common = { jobName: `Clock ${names++}`, requestType: '0', task: 'prune-keys' };
    const { body } = await boss.post('sysTimers/add', { ...common, ...schedule });
    const { id } = body.data as { id: string };
    await boss.post('sysTimers/start', { id });
    return id;
  };

  it.each([
    ['every hour', { timerType: '0', interval: 3600 }, 3600],
    ['at every full minute', { timerType: '1', cron: '* * * * *' }, 60],
  ])('are planned by the clock of the database: %s', async (_, schedule, most) => {
    off(8 * day);
    const id = await add(schedule);
    await test.runJobs();
    expect(await nextRun(id)).toBeLessThanOrEqual(most);
    await owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1`, [`timer:${id}`]);
    await test.runJobs();
    expect(await nextRun(id)).toBeLessThanOrEqual(most);
    expect(await nextRun(id)).toBeGreaterThanOrEqual(0);
  });

  it('are planned again where one that was ahead has put them off', async () => {
    const id = await add({ timerType: '0', interval: 3600 });
    await test.runJobs();
    const putOff = async (days: number) => {
      await owner.query(`UPDATE timer SET "nextRunAt" = now() + make_interval(days => $2) WHERE id = $1`, [id, days]);
      await owner.query(
        `UPDATE graphile_worker._private_jobs SET run_at = (SELECT "nextRunAt" FROM timer WHERE id = $2) WHERE key = $1`,
        [`timer:${id}`, id],
      );
    };
    await putOff(8);
    await planAll({ ...test.node, newId: test.node.context.newId, hosts: [] });
    expect(await nextRun(id)).toBeLessThanOrEqual(3600);
    await putOff(0);
    await planAll({ ...test.node, newId: test.node.context.newId, hosts: [] });
    expect(await nextRun(id)).toBeLessThanOrEqual(0);
  });
});
