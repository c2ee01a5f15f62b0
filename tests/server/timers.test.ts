import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncDefaultRecords } from '../../server/provisioning/default-records.ts';
import { callHost } from '../../server/timers/call-host.ts';
import { nextRun } from '../../server/timers/next-run.ts';
import { timerTasks } from '../../server/timers/tasks.ts';
import { hosts, openTestApp, root, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let boss: Person;
let owner: pg.Pool;
beforeAll(async () => {
  test = await openTestApp();
  boss = await test.signIn(hosts.platform, 'superAdmin');
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 2 });
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});

type Row = Record<string, unknown> & { id: string };

const timer = async (id: string): Promise<Row> => (await boss.get('sysTimers/detail', { id })).body.data;
const history = async (id: string): Promise<Row[]> => (await boss.get('sysTimerRun/list', { timer: id })).body.data;
async function add(input: Record<string, unknown>): Promise<string> {
  const common = { requestType: '0', task: 'prune-keys', timerType: '0', interval: 3600 };
  const { body } = await boss.post('sysTimers/add', { ...common, ...input });
  expect(body.issues ?? []).toEqual([]);
  return (body.data as { id: string }).id;
}
const act = async (verb: string, id: string) => (await boss.post(`sysTimers/${verb}`, { id })).body;
/** Turns the clock of one timer forward: its place in the queue is due now. */
async function makeDue(id: string): Promise<void> {
  await owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1`, [`timer:${id}`]);
}

describe('the timers that the platform starts with', () => {
  it('run tasks that are registered, and the schema lists every one of those', async () => {
    const rows = (await boss.get('sysTimers/list')).body.data as Row[];
    const known = [...Object.keys(timerTasks), ...test.node.context.registry.tasks.map(({ name }) => name)];
    expect(rows.map(({ task }) => task).toSorted()).toEqual(known.toSorted());
    const options = test.node.catalog.byName.get('timer')?.byName.get('task')?.meta.options;
    expect(options?.toSorted()).toEqual(known.toSorted());
    await test.runJobs();
    for (const { id } of rows) expect((await timer(id))['nextRunAt']).toMatch(/^\d{4}-\d{2}-\d{2} /);
  });

  it('are the platform’s alone', async () => {
    const admin = await test.signIn(hosts.north, 'admin');
    expect((await admin.get('sysTimers/page')).status).toBe(403);
    expect((await admin.post('sysTimers/add', { jobName: 'x' })).status).toBe(403);
  });
});

describe('a timer', () => {
  it('stands still until it is started, runs when it is due, once, and is placed again', async () => {
    const id = await add({ jobName: 'Hourly' });
    expect(await timer(id)).toMatchObject({ timerStatus: '1', nextRunAt: null });
    expect((await act('start', id)).success).toBe(true);
    expect((await act('start', id)).issues?.[0]?.code).toBe('runsAlready');
    await test.runJobs();
    const first = (await timer(id))['nextRunAt'];
    expect(first).not.toBeNull();
    expect(await history(id)).toEqual([]);
    await makeDue(id);
    await test.runJobs();
    const [run, ...others] = await history(id);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ outcome: 'done', byHand: false, dueAt: first, message: '0' });
    expect(await timer(id)).toMatchObject({ runNumber: 1, timerStatus: '0' });
    const { rows } = await owner.query(`SELECT FROM graphile_worker.jobs WHERE key = $1`, [`timer:${id}`]);
    expect(rows).toHaveLength(1);
  });

  it('runs once for a due time although two nodes work the queue off', async () => {
    const id = await add({ jobName: 'Contested', executeType: '0' });
    await act('start', id);
    await test.runJobs();
    const { rows } = await owner.query<{ due: string }>('SELECT "nextRunAt" AS due FROM timer WHERE id = $1', [id]);
    const payload = JSON.stringify({ timer: id, due: rows[0]?.due });
    for (let copy = 0; copy < 4; copy++)
      await owner.query(`SELECT graphile_worker.add_job('timer-run', $1::json)`, [payload]);
    await Promise.all([test.runJobs(), test.runJobs(), test.runJobs()]);
    expect(await history(id)).toHaveLength(1);
    expect((await timer(id))['runNumber']).toBe(1);
  });

  it('runs at once where that is asked for, and once only where that is', async () => {
    const id = await add({ jobName: 'Once', startNow: true, doOnce: true });
    await act('start', id);
    await test.runJobs();
    await test.runJobs();
    expect(await history(id)).toHaveLength(1);
    await test.runJobs();
    expect(await timer(id)).toMatchObject({ timerStatus: '1', nextRunAt: null, runNumber: 1 });
  });

  it('runs by hand beside its schedule', async () => {
    const id = await add({ jobName: 'By hand' });
    expect((await act('runNow', id)).success).toBe(true);
    await test.runJobs();
    expect((await history(id)).map(({ outcome, byHand }) => [outcome, byHand])).toEqual([['done', true]]);
    expect(await timer(id)).toMatchObject({ timerStatus: '1', runNumber: 1, nextRunAt: null });
  });

  it('loses its place when it is stopped, and its history outlives it', async () => {
    const id = await add({ jobName: 'Stopped', startNow: true });
    await act('start', id);
    await test.runJobs();
    expect((await act('stop', id)).success).toBe(true);
    await test.runJobs();
    expect((await timer(id))['nextRunAt']).toBeNull();
    const { rows } = await owner.query(`SELECT FROM graphile_worker.jobs WHERE key = $1`, [`timer:${id}`]);
    expect(rows).toEqual([]);
    const before = ((await boss.get('sysTimerRun/list')).body.data as Row[]).length;
    expect((await act('delete', id)).success).toBe(true);
    expect((await boss.get('sysTimerRun/list')).body.data).toHaveLength(before);
  });
});

describe('a timer that calls a host', () => {
  let server: Server;
  let allowed: string;
  const seen: string[] = [];
  const told: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      told.push(String(request.headers['x-source'] ?? ''));
      if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:1/' });
      else response.writeHead(request.url === '/bad' ? 500 : 204);
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    allowed = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server?.close());

  const call = (path: string, list: string[], requestType = '1') =>
    callHost({ requestType, requestUrl: `http://${allowed}${path}`, requestParameters: '{}' }, { hosts: list });

  it('reaches allowed hosts alone, follows nobody elsewhere, and says what went wrong', async () => {
    await expect(call('/ok', [allowed])).resolves.toBe('HTTP 204');
    await expect(call('/ok', [allowed], '2')).resolves.toBe('HTTP 204');
    await expect(call('/ok', [])).rejects.toThrow('not in TIMER_HOSTS');
    await expect(call('/ok', ['127.0.0.1'])).rejects.toThrow('not in TIMER_HOSTS');
    await expect(call('/away', [allowed])).rejects.toThrow('HTTP 302');
    await expect(call('/bad', [allowed])).rejects.toThrow('HTTP 500');
    expect(seen).toEqual(['GET /ok', 'POST /ok', 'GET /away', 'GET /bad']);
  });

  it('sends the headers of the timer, and no others in their name', async () => {
    const asked = { requestType: '1', requestUrl: `http://${allowed}/ok`, requestParameters: null };
    const from = told.length;
    await callHost({ ...asked, headers: { 'X-Source': 'lading' } }, { hosts: [allowed] });
    expect(told.slice(from)).toEqual(['lading']);
    for (const headers of [['x'], { Host: 'elsewhere' }, { 'x-a': 1 }, { 'x a': 'b' }, { 'x-a': 'b', 'X-A': 'c' }]) {
      await expect(callHost({ ...asked, headers }, { hosts: [allowed] })).rejects.toThrow('headers');
    }
    expect(told).toHaveLength(from + 1);
  });

  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ])('never reaches %s by a name that is allowed', async (address) => {
    const timer = { requestType: '1', requestUrl: 'http://hooks.test/ok', requestParameters: null };
    const resolve = () =>
      Promise.resolve([
        { address: '93.184.215.14', family: 4 },
        { address, family: 4 },
      ]);
    await expect(callHost(timer, { hosts: ['hooks.test'] }, resolve)).rejects.toThrow('TIMER_PRIVATE_HOSTS');
  });

  it('calls the address that it looked at, though the name stands for another by now, where the operator says so', async () => {
    const port = Number(allowed.split(':')[1]);
    const host = `hooks.test:${port}`;
    const timer = { requestType: '1', requestUrl: `http://${host}/ok`, requestParameters: null };
    const answers = ['127.0.0.1', '192.0.2.1'];
    const resolve = () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }]);
    await expect(callHost(timer, { hosts: [host], privateHosts: [host] }, resolve)).resolves.toBe('HTTP 204');
    expect(answers).toHaveLength(1);
  });

  it('fails where nobody allowed the host, and stops after five failures in a row', async () => {
    const id = await add({
      ...{ jobName: 'Elsewhere', requestType: '1', task: null, requestUrl: `http://${allowed}/never` },
      startNow: true,
    });
    await act('start', id);
    await test.runJobs();
    await test.runJobs();
    const [run] = await history(id);
    expect(run).toMatchObject({ outcome: 'failed', message: `${allowed}: not in TIMER_HOSTS` });
    for (let more = 0; more < 4; more++) {
      await act('runNow', id);
      await test.runJobs();
    }
    await test.runJobs();
    expect(await timer(id)).toMatchObject({ timerStatus: '2', runNumber: 5, nextRunAt: null });
    expect(seen.join()).not.toContain('never');
  });
});

describe('the next run', () => {
  const at = (schedule: Partial<Parameters<typeof nextRun>[0]>, from: string) =>
    nextRun({ timerType: '1', cron: null, interval: null, timeZone: 'America/New_York', ...schedule }, new Date(from));

  it('is reckoned in the zone of the tenant, through the change of the clocks', () => {
    expect(at({ cron: '30 3 * * *' }, '2026-07-01T00:00:00Z')).toEqual(new Date('2026-07-01T07:30:00Z'));
    expect(at({ cron: '30 3 * * *' }, '2026-12-01T00:00:00Z')).toEqual(new Date('2026-12-01T08:30:00Z'));
    expect(at({ timerType: '0', interval: 90 }, '2026-12-01T00:00:00Z')).toEqual(new Date('2026-12-01T00:01:30Z'));
    expect(at({ cron: 'nonsense' }, '2026-12-01T00:00:00Z')).toBeNull();
  });
});

describe('the tasks that keep tables small', () => {
  it('remove what is over and leave what is not', async () => {
    const on = { ...test.node, newId: test.node.context.newId, hosts: [] };
    await owner.query(
      `INSERT INTO lading.idempotency SELECT 1, 1, 'k' || n, 'x', NULL, now() - n * interval '1 day' FROM generate_series(0, 5) n`,
    );
    expect(await timerTasks['prune-keys']?.(on)).toBe(4);
    const leaver = await test.signIn(hosts.north, 'admin');
    await leaver.get('logout');
    await owner.query(
      `UPDATE lading.session_token SET revoked_at = revoked_at - interval '2 days' WHERE revoked_at IS NOT NULL`,
    );
    expect(await timerTasks['prune-sessions']?.(on)).toBe(1);
    expect((await boss.get('sysTimers/page')).status).toBe(200);
    await owner.query(`UPDATE timer_run SET "dueAt" = now() - interval '91 days' WHERE outcome = 'failed'`);
    expect(await timerTasks['prune-timer-runs']?.(on)).toBe(5);
    const log = (account: string, days: number) =>
      owner.query(
        `INSERT INTO visit_log (tenant_id, id, account, "visTime", "visType", success)
         SELECT id, lading.new_id(), $1, now() - make_interval(days => $2), '1', 'Y' FROM tenant WHERE code = 'north'`,
        [account, days],
      );
    await log('old', 181);
    await log('young', 179);
    expect(await timerTasks['prune-logs']?.(on)).toBe(1);
  });
});

describe('the timers of a platform that was made before one of them was declared', () => {
  it('gets it at the next start, and never again once it has been deleted', async () => {
    const of = async (task: string) =>
      (await owner.query<{ id: string }>('SELECT id::text FROM timer WHERE task = $1', [task])).rows;
    const start = () => syncDefaultRecords({ ...test.node, root });
    await owner.query(`DELETE FROM timer WHERE task = 'ledger-verify'`);
    await owner.query('DELETE FROM lading.known_timer');
    await start();
    expect(await of('ledger-verify')).toHaveLength(1);
    expect(await of('ledger-roll-up')).toHaveLength(1);
    await owner.query(`DELETE FROM timer WHERE task = 'ledger-verify'`);
    await start();
    expect(await of('ledger-verify')).toEqual([]);
  });

  it('starts although one tenant refuses what is new, which it is told, and serves the others', async () => {
    // As in a database of the release before; and a value that the new record names is gone in one of the tenants.
    await owner.query(`BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM config WHERE code = 'ALERT_DIGEST_HOURS';
      DELETE FROM dict_data d USING tenant t WHERE t.id = d.tenant_id AND t.code = 'north' AND d.code = 'DEFAULT'; COMMIT`);
    await syncDefaultRecords({ ...test.node, root });
    const { rows } = await owner.query<{ code: string }>(
      `SELECT t.code FROM config c JOIN tenant t ON t.id = c.tenant_id WHERE c.code = 'ALERT_DIGEST_HOURS' ORDER BY 1`,
    );
    expect(rows.map(({ code }) => code)).not.toContain('north');
    expect(rows.map(({ code }) => code)).toContain('south');
    await expect
      .poll(
        async () =>
          (await owner.query(`SELECT id FROM exception_log WHERE "exceptionMsg" ~ 'choice.unknown'`)).rows.length,
        {
          timeout: 10_000,
        },
      )
      .toBe(1);
  });
});
