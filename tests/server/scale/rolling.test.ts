import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Server } from '../../bench/support/process.ts';
import { layNextRelease } from '../../support/built-release.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { send, type Reply } from '../../support/send.ts';
import { hosts, root, secretKey, twoTenants, password } from '../../support/test-app.ts';

describe('an upgrade of two nodes, one after the other, under load', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'lading-roll-')));
  const servers: Server[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const [next = '', shared = ''] = folders;
  beforeAll(async () => {
    database = await createDatabase(twoTenants);
    owner = new pg.Pool({ connectionString: database.url, max: 2 });
    const built = spawnSync(process.execPath, [join(root, 'server/scripts/build.mjs'), 'server'], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    layNextRelease(root, next);
  }, 240_000);
  afterAll(async () => {
    agent.destroy();
    for (const server of servers) await server.stop();
    await owner?.end();
    await database?.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const start = async (folder: string): Promise<Server> => {
    const env = {
      ...{ PORT: '0', DATABASE_URL: database.url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' },
      ...{ FILE_STORE: shared, DRAIN_SECONDS: '4' },
    };
    const server = await startServer(join(folder, 'dist/server/main.js'), [], env, /ready at http:\/\/localhost:(\d+)/);
    servers.push(server);
    return server;
  };

  it('fails no request, writes each once, and both releases serve side by side', async () => {
    const ready = new Set<Server>();
    const failed: string[] = [];
    const answered = { reads: 0, writes: 0 };
    const over = new AbortController();
    let longest = 0;
    /** Every answer counts, "busy, try again" too: tables change beside the requests. */
    const ask = async (path: string, token: string, body?: object): Promise<Reply> => {
      const call = { host: hosts.north, agent, token, ...(body ? { body, key: randomUUID() } : {}) };
      const started = performance.now();
      for (;;) {
        const nodes = [...ready];
        const node = nodes[Math.floor(Math.random() * nodes.length)];
        const reply = node && (await send(node.port, path, call));
        if (!reply) continue;
        longest = Math.max(longest, performance.now() - started);
        return reply;
      }
    };
    const begin = async (folder: string) => {
      const server = await start(folder);
      ready.add(server);
      return server;
    };
    /** As a balancer does: asks whether the node is ready, and sends nothing more once it says no. */
    const leave = async (server: Server) => {
      const stopped = server.stop();
      await expect
        .poll(async () => (await send(server.port, '/api/ready', { host: hosts.north, agent }))?.status ?? 503, {
          timeout: 10_000,
        })
        .toBe(503);
      ready.delete(server);
      expect(await stopped).toBe(0);
    };
    const old = [await begin(root), await begin(root)];
    const signIn = await ask('/api/login', '', { account: 'admin', password });
    const token = String(signIn.json.data);
    const user = async (name: string) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const write = turn % 3 === 0;
        const reply = write
          ? await ask('/api/Level/add', token, { name: `${name} ${turn}` })
          : await ask('/api/Level/page?pageSize=20', token);
        if (reply.status !== 200 || reply.json.success !== true)
          failed.push(`${write ? 'add' : 'page'} ${reply.status} ${JSON.stringify(reply.json).slice(0, 200)}`);
        else answered[write ? 'writes' : 'reads'] += 1;
      }
    };
    const users = Array.from({ length: 6 }, (_, at) => user(`user ${at}`));
    const first = await begin(next);
    if (old[0]) await leave(old[0]);
    // Both releases serve now, and an old node that is restarted leaves the schema as it is.
    const again = await begin(root);
    await leave(again);
    if (old[1]) await leave(old[1]);
    await begin(next);
    const { json } = await ask('/api/Level/add', token, { name: 'with a motto', motto: 'forward' });
    over.abort();
    await Promise.all(users);
    expect(failed).toEqual([]);
    process.stdout.write(
      `rolling upgrade: ${answered.reads} reads, ${answered.writes} writes, longest answer ${Math.round(longest)} ms\n`,
    );
    expect(answered.writes).toBeGreaterThan(50);
    expect(json.success).toBe(true);
    expect(first.port).toBeGreaterThan(0);
    const { rows } = await owner.query<{ many: number; release: string }>(
      `SELECT (SELECT count(*)::int FROM level) AS many, (SELECT release FROM lading.catalog) AS release`,
    );
    expect(rows[0]).toEqual({ many: answered.writes + 1, release: '99.1.0' });
  }, 180_000);
});
