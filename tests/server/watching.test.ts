import { channel } from 'node:diagnostics_channel';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { routeClass } from '../../server/http/request-metrics.ts';
import { serveMetrics, type MetricsServer } from '../../server/metrics/serve-metrics.ts';
import { openTestApp, hosts, password, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let admin: Person;
let metrics: MetricsServer;
beforeAll(async () => {
  test = await openTestApp();
  metrics = await serveMetrics({ ...test.node, port: 0, host: '127.0.0.1' });
  admin = await test.signIn(hosts.north, 'admin');
});
afterAll(async () => {
  await metrics?.stop();
  await test?.close();
});

const at = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${metrics.port}${path}`);
  return { status: answer.status, text: await answer.text() };
};
/** The value of a series; undefined where there is none. */
const valueIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};
const ready = async () => {
  const answer = await test.app.inject({ url: '/api/ready' });
  const { data, traceId } = answer.json<{ data: { reason?: string }; traceId?: string }>();
  return { http: answer.statusCode, reason: data.reason, traced: typeof traceId === 'string' };
};

describe('the metrics of a node', () => {
  it('count requests by class, jobs, tasks, pools and calls to other servers', async () => {
    await admin.get('Customer/page');
    await admin.get('Customer/detail', { id: '1' });
    await admin.post('Customer/add', { name: 'Acme' });
    await test.node.system.pool.query(
      `SELECT graphile_worker.add_job('sweepFiles', run_at => now() - interval '1 minute')`,
    );
    channel('lading.call').publish({ to: 'carrier ups', outcome: 'answered' });
    // A transaction of another role, which this one cannot see by itself.
    const writer = new pg.Client({ connectionString: test.databaseUrl });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('SELECT pg_current_xact_id()');
    const { status, text } = await at('/metrics');
    await writer.end();
    expect(valueIn(text, 'lading_event_horizon_seconds')).toBeGreaterThan(0);
    expect(status).toBe(200);
    const request = (labels: string) => valueIn(text, `lading_request_seconds_count{${labels}}`);
    expect(request('route="read",method="GET",status="200"')).toBe(2);
    expect(request('route="write",method="POST",status="200"')).toBe(1);
    expect(request('route="sign-in",method="POST",status="200"')).toBe(1);
    expect(valueIn(text, 'lading_queue_jobs{state="waiting"}')).toBeGreaterThan(0);
    expect(valueIn(text, 'lading_queue_oldest_seconds')).toBeGreaterThan(59);
    expect(valueIn(text, 'lading_calls_total{to="carrier ups",outcome="answered"}')).toBe(1);
    expect(valueIn(text, 'lading_writer_wait_seconds_count')).toBeGreaterThan(0);
    expect(valueIn(text, 'lading_pool_waiting{pool="writers"}')).toBe(0);
    expect(valueIn(text, 'lading_database_up')).toBe(1);
    expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  it('hold nothing of a tenant: no id, no name, no host, no path', async () => {
    const { rows } = await test.node.system.pool.query<{ id: string }>('SELECT id::text FROM tenant');
    await admin.get('Customer/page', { searchValue: 'Harbor' });
    await admin.get(`nowhere/${password}`);
    const { text } = await at('/metrics');
    for (const word of [...rows.map(({ id }) => id), 'Harbor', 'north', 'Customer', password, admin.token])
      expect(text).not.toContain(word);
  });

  it('are not served to outsiders at an address of tenants', async () => {
    for (const url of ['/metrics', '/api/metrics']) {
      const { statusCode, body } = await test.app.inject({ url, headers: { host: hosts.north } });
      expect([url, statusCode, body.includes('lading_')]).toEqual([url, 404, false]);
    }
    expect((await at('/api/Customer/page')).status).toBe(404);
    const config = (env: Record<string, string>) => readConfig(env, undefined, []);
    const off = config({});
    expect(off.ok && off.value.metrics).toBe(null);
    const on = config({ METRICS_PORT: '9100' });
    expect(on.ok && on.value.metrics).toEqual({ port: 9100, host: '127.0.0.1' });
    expect(config({ METRICS_PORT: '3000' })).toMatchObject({ ok: false });
  });

  it('know few classes of routes', () => {
    const classOf = (method: string, url: string, template: string | undefined = url) =>
      routeClass({ method, url, routeOptions: { url: template } as never });
    expect([
      classOf('GET', '/api/Order/page?a=1', '/api/:path/:verb'),
      classOf('POST', '/api/Order/ship', '/api/:path/:verb'),
      classOf('POST', '/api/Order/export', '/api/:path/export'),
      classOf('GET', '/api/sysFileInfo/download?id=1'),
      classOf('POST', '/api/login'),
      classOf('GET', '/api/schema/drafts'),
      classOf('GET', '/orders', '/*'),
      routeClass({ method: 'GET', url: '/x', routeOptions: { url: undefined } as never }),
    ]).toEqual(['read', 'write', 'transfer', 'file', 'sign-in', 'schema', 'web', 'unknown']);
  });
});

describe('a node that is closing', () => {
  it('still answers what comes over an open connection, and asks for another one', async () => {
    const app = await buildApp({ ...test.node, webDir: null, logLevel: 'silent' });
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    const entered = new Promise<void>((done) => {
      app.addHook('preClose', async () => {
        done();
        await released;
      });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<unknown[]>((done, failed) => {
        const call = request({ port, host: '127.0.0.1', path: '/api/health', agent }, (answer) => {
          answer.resume().on('end', () => done([answer.statusCode, answer.headers.connection]));
        });
        call.on('error', failed).end();
      });
    expect(await ask()).toEqual([200, 'keep-alive']);
    const closed = app.close();
    await entered;
    expect(await ask()).toEqual([200, 'close']);
    release();
    await closed;
    agent.destroy();
  });
});

describe('readiness', () => {
  it('says why requests should go elsewhere: queue, schema, a stopping node', async () => {
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    expect(await ready()).toEqual({ http: 200, reason: undefined, traced: false });
    expect(await at('/ready')).toEqual({ status: 200, text: 'ready\n' });
    await owner.query('REVOKE INSERT ON graphile_worker._private_jobs FROM lading_system');
    expect(await ready()).toEqual({ http: 503, reason: 'queue', traced: true });
    await owner.query('GRANT INSERT ON graphile_worker._private_jobs TO lading_system');
    await owner.query('ALTER SCHEMA lading RENAME TO gone');
    expect((await ready()).reason).toBe('schema');
    await owner.query('ALTER SCHEMA gone RENAME TO lading');
    expect((await ready()).http).toBe(200);
    await owner.end();
    test.node.readiness.stop();
    expect(await ready()).toMatchObject({ http: 503, reason: 'stopping' });
    expect(await at('/ready')).toEqual({ status: 503, text: 'stopping\n' });
    expect((await at('/health')).status).toBe(200);
  });
});
