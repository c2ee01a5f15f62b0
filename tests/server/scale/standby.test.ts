import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { registerRoutes } from '../../../server/http/register-routes.ts';
import { openNode, type Node } from '../../../server/node.ts';
import { createReadiness } from '../../../server/store/nodes/readiness.ts';
import { drainJobs } from '../../../server/jobs/run-jobs.ts';
import { createFileStore } from '../../../server/files/open-file-store.ts';
import { startScratchPostgres, startStandby, type ScratchPostgres } from '../../support/scratch-postgres.ts';
import { hosts, personOf, root, secretKey, testModules, twoTenants, type Person } from '../../support/test-app.ts';

describe('reports from a standby', () => {
  let primary: ScratchPostgres;
  let standby: ScratchPostgres;
  let node: Node;
  let admin: Person;
  let replay: pg.Client;
  let closing: (() => Promise<unknown>)[] = [];
  const at = (server: ScratchPostgres) => server.url.replace(/postgres$/, 'reported');

  beforeAll(async () => {
    primary = await startScratchPostgres(['-c', 'wal_keep_size=256MB', '-c', 'max_wal_senders=4']);
    const server = new pg.Client({ connectionString: primary.url });
    await server.connect();
    await server.query('CREATE DATABASE reported');
    await server.end();
    await twoTenants.prepare(at(primary));
    standby = await startStandby(primary);
    replay = new pg.Client({ connectionString: standby.url });
    replay.on('error', () => undefined);
    await replay.connect();
    const files = createFileStore(`${primary.directory}-files`);
    const opened = await openNode({
      ...{ databaseUrl: at(primary), reportUrl: at(standby), root, secretKey, modules: testModules, files },
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    node = opened.value;
    const app = await buildApp({ ...node, webDir: null, logLevel: 'silent', more: registerRoutes({ ...node, files }) });
    closing = [() => app.close(), () => node.close(), () => replay.end().catch(() => undefined)];
    const signIn = await app.inject({
      ...{ method: 'POST', url: '/api/login', headers: { host: hosts.north } },
      payload: { account: 'admin', password: 'correct-horse-1' },
    });
    admin = personOf(app, hosts.north, signIn.json<{ data: string }>().data);
    jobs = () => drainJobs({ ...node, byAccount: node.actors.byAccount, files, log: () => undefined }, node.systemUrl);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await standby?.stop();
    await primary?.stop();
  });
  let jobs: () => Promise<void>;

  /** Statements of requests that the standby has run so far. */
  const answered = async () => {
    const { rows } = await replay.query<{ many: number }>(
      `SELECT sum(xact_commit)::int AS many FROM pg_stat_database WHERE datname = 'reported'`,
    );
    return rows[0]?.many ?? 0;
  };
  const count = async () => {
    const { body } = await admin.get('Level/aggregate');
    return (body.data as { count: number }[])[0]?.count;
  };
  const opensThere = () => node.pools().find(({ pool }) => pool === 'reports')?.open;

  it('are read there, and never miss what was written a moment ago', async () => {
    for (let many = 1; many <= 20; many += 1) {
      expect((await admin.post('Level/add', { name: `Level ${many}` })).body.success).toBe(true);
      expect(await count()).toBe(many);
    }
    expect(opensThere()).toBeGreaterThan(0);
  });

  it('come from the primary while the standby is behind', async () => {
    await replay.query('SELECT pg_wal_replay_pause()');
    await admin.post('Level/add', { name: 'While it rests' });
    expect(await count()).toBe(21);
    await replay.query('SELECT pg_wal_replay_resume()');
    await expect.poll(count).toBe(21);
  });

  it.each([
    ['Operations/figures', { period: 'week' }, 'salePerPackage'],
    ['Operations/rows', { period: 'week', of: 'late' }, 'row_number() OVER ()'],
    ['Map/places', { period: 'month' }, '"shipToState"'],
    ['Monitor/figures', {}, `'before'`],
  ])('are the figures of boards: %s', async (path, asked, mark) => {
    const run = async () => {
      expect((await admin.post(path, asked)).body.success).toBe(true);
      const { rows } = await replay.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE usename = 'lading_system'`,
      );
      return rows.map(({ query }) => query).join('\n');
    };
    // The primary answers where the standby is half a second behind, and for five seconds after it gave no answer.
    await expect.poll(run, { timeout: 15_000 }).toContain(mark);
  });

  it('fill an export with every row, while a field is published', async () => {
    const ordered = await admin.post('Level/export', { format: 'csv', columns: ['name'] });
    const { job } = ordered.body.data as { job: string };
    const before = await answered();
    const document = {
      meta: {
        ...{ entity: 'parcel-note', path: 'ParcelNote', title: 'text' },
        fields: { text: { type: 'text', required: true, maxLength: 40 } },
        ...{ list: { columns: ['text'], sort: '-createdAt' }, form: { basic: [['text']] } },
        access: { clerk: { codes: ['read', 'add'] } },
      },
      texts: Object.fromEntries(
        ['en-US', 'zh-CN'].map((culture) => [culture, { name: 'Note', plural: 'Notes', fields: { text: 'Text' } }]),
      ),
    };
    await admin.post('schema/create', { document });
    const { draft } = (await admin.get('schema/parcel-note')).body.data as { draft: { stamp: number } };
    await Promise.all([
      jobs(),
      admin.post('schema/parcel-note/publish', { stamp: draft.stamp, reason: 'because', acceptProblems: true }),
    ]);
    const { state, file } = (await admin.get('job', { id: job })).body.data as { state: string; file: string };
    expect(state).toBe('done');
    const { body } = await admin.raw('sysFileInfo/download', { id: file });
    expect(body.trim().split('\r\n')).toHaveLength(22);
    await expect.poll(answered, { timeout: 5_000 }).toBeGreaterThan(before);
  });

  it('are all that a node takes which was led there: it is not ready before the standby is promoted', async () => {
    const pool = new pg.Pool({ connectionString: at(standby), max: 1 });
    expect(await createReadiness({ answers: async () => true }, pool).why()).toBe('database');
    await pool.end();
  });

  it('are served to nobody whose session is over, although the standby has not heard of it', async () => {
    await replay.query('SELECT pg_wal_replay_pause()');
    await admin.get('logout');
    expect((await admin.get('Level/aggregate')).status).toBe(401);
    await replay.query('SELECT pg_wal_replay_resume()');
  });

  it('come from the primary once the standby is gone or has become a server of its own', async () => {
    const signed = await node.actors;
    expect(signed).toBeDefined();
    const entrance = { tenant: '1', member: null, account: '0', timeZone: 'UTC' };
    const mark = { text: 'SELECT pg_is_in_recovery() AS standby', values: [] };
    const from = async () => (await node.context.database.report(entrance, mark))[0]?.[0]?.['standby'];
    await expect.poll(from).toBe(true);
    await replay.query('SELECT pg_promote()');
    await expect.poll(from, { timeout: 10_000 }).toBe(false);
    await replay.end();
    await standby.stop();
    expect(await from()).toBe(false);
  });
});
