import { Logger } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepWorker } from '../../server/jobs/keep-worker.ts';
import { startJobs } from '../../server/jobs/run-jobs.ts';
import { createTasks } from '../../server/jobs/tasks.ts';
import { holdWorkerSql } from '../../server/store/queue-grants.ts';
import { openFrailLine } from '../support/frail-line.ts';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

describe('work that a person orders', () => {
  let test: TestApp;
  let admin: Person;
  let owner: pg.Pool;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
    owner = new pg.Pool({ connectionString: test.databaseUrl, max: 2 });
  });
  afterAll(async () => {
    await owner?.end();
    await test?.close();
  });

  const order = async (person = admin) =>
    ((await person.post('Level/export', { format: 'csv' })).body.data as { job: string }).job;
  const stateOf = async (id: string) => ((await admin.get('job', { id })).body.data as { state: string }).state;

  it('waits, runs and is done, and only that person sees it', async () => {
    const id = await order();
    expect(await stateOf(id)).toBe('queued');
    await test.runJobs();
    expect(await stateOf(id)).toBe('done');
    const south = await test.signIn(hosts.south, 'admin');
    expect((await south.get('job', { id })).body).toEqual({
      ...(await south.get('job', { id: '1' })).body,
      traceId: expect.anything() as string,
    });
  });

  it('runs in a node by itself', async () => {
    const jobs = await startJobs(test.jobs, test.node.systemUrl);
    const id = await order();
    await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe('done');
    await jobs.stop();
  });

  it('goes on where the database went away while ends of jobs were noted', async () => {
    const line = await openFrailLine(test.databaseUrl);
    const jobs = await startJobs(test.jobs, line.url(test.node.systemUrl));
    // More often than a node has workers: the library's own would be gone one after the other.
    for (let times = 0; times < 3; times++) {
      const cut = line.cutAnswerTo('delete from');
      const id = await order();
      await cut;
      await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe('done');
    }
    const last = await order();
    await expect.poll(() => stateOf(last), { timeout: 10_000 }).toBe('done');
    await jobs.stop();
    await line.close();
  });

  it('goes on where the first connections of its worker came to nothing', async () => {
    const line = await openFrailLine(test.databaseUrl);
    const connectionString = line.url(test.node.systemUrl);
    const pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 300 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    line.freeze();
    const taskList = createTasks(test.jobs, new AbortController().signal);
    const logger = new Logger(() => () => undefined);
    const worker = keepWorker({ pool, taskList, workerId: 'worker-cut', logger });
    await expect.poll(() => line.opened(), { timeout: 5_000 }).toBeGreaterThan(3);
    line.thaw();
    const id = await order();
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('done');
    await worker.stop();
    await pool.end();
    await line.close();
  }, 40_000);

  it('is taken over from a node that was killed', async () => {
    const id = await order();
    // As a node leaves it that dies at work: taken by a worker whose connection is gone.
    await owner.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker-gone', attempts = 1 WHERE key = $1`,
      [`export:${id}`],
    );
    await test.runJobs();
    expect(await stateOf(id)).toBe('queued');
    const jobs = await startJobs(test.jobs, test.node.systemUrl);
    await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe('done');
    await jobs.stop();
  });

  it('is not taken from a node that lives', async () => {
    const alive = new pg.Client({ connectionString: test.databaseUrl });
    await alive.connect();
    await alive.query(holdWorkerSql, ['worker-alive']);
    const id = await order();
    await owner.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker-alive', attempts = 1 WHERE key = $1`,
      [`export:${id}`],
    );
    const jobs = await startJobs(test.jobs, test.node.systemUrl);
    const other = await order();
    await expect.poll(() => stateOf(other), { timeout: 10_000 }).toBe('done');
    expect(await stateOf(id)).toBe('queued');
    await jobs.stop();
    await alive.end();
  });

  it('ends with a reason when the account is closed before it runs', async () => {
    const id = await order();
    await owner.query(
      `UPDATE account SET status = '1' WHERE account = 'admin' AND tenant_id = (SELECT tenant_id FROM lading.job WHERE id = $1)`,
      [id],
    );
    await test.runJobs();
    const { rows } = await owner.query<{ state: string; result: unknown }>(
      'SELECT state, result FROM lading.job WHERE id = $1',
      [id],
    );
    expect(rows[0]).toEqual({ state: 'failed', result: { code: 1013002 } });
    await owner.query(`UPDATE account SET status = '0' WHERE status = '1'`);
  });
});
