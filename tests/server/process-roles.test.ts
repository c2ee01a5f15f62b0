import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { startServer, type Server } from '../bench/support/process.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { root, secretKey } from '../support/test-app.ts';

let database: TestDatabase;
let client: pg.Client;
const servers: Server[] = [];
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
}, 240_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await client?.end();
  await database?.drop();
});

const start = async (role: string, ready: RegExp) => {
  const env = { PORT: '0', DATABASE_URL: database.url, SECRET_KEY: secretKey, LOG_LEVEL: 'error' };
  const server = await startServer(join(root, 'dist/server/main.js'), ['--role', role], env, ready);
  servers.push(server);
  return server;
};
const queued = async () => {
  const { rows } = await client.query<{ jobs: number }>(
    `SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = 'test'`,
  );
  return rows[0]?.jobs;
};
/** Connections that listen for new jobs. */
const workers = async () => {
  const { rows } = await client.query<{ listeners: number }>(
    `SELECT count(*)::int AS listeners FROM pg_stat_activity
      WHERE datname = current_database() AND query ILIKE 'listen%jobs:insert%'`,
  );
  return rows[0]?.listeners;
};

it('leaves jobs to a worker where the process only serves requests', async () => {
  const { port } = await start('web', /ready at http:\/\/localhost:(\d+)/);
  await client.query(`SELECT graphile_worker.add_job('sweepFiles', job_key => 'test')`);
  const health = await fetch(`http://127.0.0.1:${port}/api/health`);
  expect([health.status, await queued(), await workers()]).toEqual([200, 1, 0]);
  await start('worker', /(Lading runs jobs)/);
  await vi.waitFor(async () => expect(await queued()).toBe(0), { timeout: 20_000, interval: 50 });
  expect(await workers()).toBeGreaterThan(0);
}, 120_000);

it.each([
  [['--role', 'web'], 'needs DATABASE_URL'],
  [['--role', 'queue'], '--role: web, worker or all'],
])('refuses to start with %j', (args, problem) => {
  const config = readConfig({ SECRET_KEY: 'x'.repeat(32) }, undefined, args);
  expect(config.ok ? [] : config.problems).toEqual([expect.stringContaining(problem)]);
});
