import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { createFileStore } from '../../../server/files/open-file-store.ts';
import { registerRoutes } from '../../../server/http/register-routes.ts';
import { openNode, type Node } from '../../../server/node.ts';
import { derivedPassword } from '../../../server/secrets/secrets.ts';
import { openHub } from '../../support/hub-client.ts';
import { openPgBouncer } from '../../support/pgbouncer.ts';
import { startScratchPostgres, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import {
  hosts,
  password,
  personOf,
  root,
  secretKey,
  testModules,
  twoTenants,
  type Answer,
  type Person,
  type Tenant,
} from '../../support/test-app.ts';
import { openTransactionPool, type TransactionPool } from '../../support/transaction-pool.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Asked again, as a client does, where a slow machine answers that it is busy: a request waits two seconds for its turn. */
async function untilTaken(ask: () => Promise<Answer> | undefined): Promise<Answer | undefined> {
  const answer = await ask();
  return answer?.status === 503 ? untilTaken(ask) : answer;
}

/** What Postgres takes; four nodes alone would open 120. */
const room = 60;

describe('four nodes behind a pool of transactions', () => {
  let postgres: ScratchPostgres;
  let pool: TransactionPool;
  let folder: string;
  const nodes: Node[] = [];
  const apps: FastifyInstance[] = [];
  const direct = () => {
    const url = new URL(postgres.url);
    url.searchParams.set('application_name', 'direct');
    return url.href;
  };
  beforeAll(async () => {
    postgres = await startScratchPostgres(['-c', `max_connections=${room}`]);
    await twoTenants.prepare(postgres.url);
    const passwords = Object.fromEntries(
      ['lading_app', 'lading_system'].map((role) => [role, derivedPassword(secretKey, role)]),
    );
    const program = process.env['PGBOUNCER'];
    const settings = { size: 6, passwords };
    pool = await (program
      ? openPgBouncer(program, postgres.url, settings)
      : openTransactionPool(postgres.url, settings));
    folder = await mkdtemp(join(tmpdir(), 'lading-pool-'));
    const files = createFileStore(folder);
    for (let at = 0; at < 4; at += 1) {
      const node = await openNode({
        ...{ databaseUrl: pool.url(postgres.url), directUrl: direct(), root, secretKey, modules: testModules, files },
      });
      if (!node.ok) throw new Error(JSON.stringify(node.issues));
      nodes.push(node.value);
      const more = registerRoutes({ ...node.value, files, recorded: false });
      apps.push(await buildApp({ ...node.value, webDir: null, logLevel: 'silent', more }));
    }
  }, 120_000);
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const node of nodes) await node.close();
    await pool?.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** The same person at each node. */
  const atEach = async (tenant: Tenant): Promise<Person[]> => {
    const [first] = apps;
    if (!first) return [];
    const payload = { account: 'admin', password };
    const entered = await first.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: hosts[tenant] },
      payload,
    });
    return apps.map((app) => personOf(app, hosts[tenant], entered.json<{ data: string }>().data));
  };
  const asOwner = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> => {
    const owner = new pg.Client({ connectionString: postgres.url });
    await owner.connect();
    const asked = owner.query<T>(sql).finally(() => owner.end());
    return (await asked).rows;
  };

  it('serve two tenants at once over a few shared connections, each its own rows, each write once', async () => {
    const people = { north: await atEach('north'), south: await atEach('south') };
    const turns = Array.from({ length: 120 }, (_, at) => at);
    const faults = await Promise.all(
      turns.map(async (turn) => {
        const tenant = turn % 2 === 0 ? 'north' : 'south';
        const at = (node: number) => people[tenant][node % 4];
        const name = `${tenant} ${turn}`;
        const key = { 'idempotency-key': randomUUID() };
        const add = (node: number) => untilTaken(() => at(node)?.post('Level/add', { name }, key));
        const added = await add(turn);
        // The same request once more, to another node.
        const again = await add(turn + 1);
        const page = await untilTaken(() => at(turn)?.get('Level/page', { pageSize: '100' }));
        const { rows = [] } = page?.raw.json<{ data?: { rows?: { name: string }[] } }>().data ?? {};
        const isSame =
          added?.body.success === true && JSON.stringify(added.body.data) === JSON.stringify(again?.body.data);
        const isOwn = rows.length > 0 && rows.every((row) => row.name.startsWith(tenant));
        return isSame && isOwn
          ? []
          : [`${name}: ${added?.raw.body} ${again?.raw.body} ${page?.raw.body.slice(0, 200)}`];
      }),
    );
    expect(faults.flat()).toEqual([]);
    const [counted] = await asOwner<{ many: number }>('SELECT count(*)::int AS many FROM level');
    expect(counted?.many).toBe(turns.length);
    // More callers than connections, or nothing was shared.
    const { callers, most } = await pool.use();
    expect(callers).toBeGreaterThan(most);
    expect(most).toBeLessThanOrEqual(12);
  }, 60_000);

  it('hold their numbers and listen past it, and leave nothing behind on its connections', async () => {
    expect(new Set(nodes.map((node) => node.number())).size).toBe(4);
    const [open] = await asOwner<{ many: number; held: number; numbers: number }>(
      `SELECT count(*)::int AS many,
              (SELECT count(*)::int FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                WHERE l.locktype = 'advisory' AND a.application_name = 'pooled') AS held,
              (SELECT count(*)::int FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                WHERE l.locktype = 'advisory' AND l.classid = 7221005 AND a.application_name = 'direct') AS numbers
         FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    expect(open).toMatchObject({ held: 0, numbers: 4 });
    expect(open?.many).toBeLessThan(room);
  });

  it('leave no lock behind on its connections when they complete tenants', async () => {
    const all = Array.from({ length: 24 }, (_, at) => nodes[at % 4]?.tenants.complete(String(at + 1)));
    await Promise.all(all);
    const held = await asOwner(`SELECT objid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.classid = 7221004 AND a.application_name <> 'direct'`);
    expect(held).toEqual([]);
  });

  it('go on when a table changes under the statements that the pool has prepared', async () => {
    await asOwner(`ALTER TABLE level ALTER COLUMN "createdBy" TYPE numeric`);
    const people = await atEach('north');
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => people[at % 4]?.get('Level/page', { pageSize: '20' })),
    );
    expect(answers.map((answer) => answer?.body.success)).toEqual(answers.map(() => true));
  });

  it('tell each other what changed, by the direct address', async () => {
    const [writer, watcher] = await atEach('north');
    const address = await apps[1]?.listen({ port: 0, host: '127.0.0.1' });
    const asked = await watcher?.post('hub/ticket', {});
    const { ticket } = asked?.raw.json<{ data: { ticket: string } }>().data ?? { ticket: '' };
    const hub = openHub(
      `${address?.replace('http', 'ws')}/hubs/chathub`,
      { ticket },
      { host: hosts.north, handshake: { protocol: 'json', version: 1, watch: ['level'] } },
    );
    await hub.event('cursor');
    const added = await writer?.post('Level/add', { name: 'north seen elsewhere' });
    expect(await hub.event('record', 5_000)).toMatchObject({
      entity: 'level',
      added: true,
      record: added?.raw.json<{ data: { id: string } }>().data.id,
    });
    hub.close();
    await hub.closed;
  });
});
