import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { modules } from '../../server/domain/index.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { openNode, type Node } from '../../server/node.ts';
import { openDatabase } from '../../server/open-database.ts';
import { startDemo } from '../../server/demo/start-demo.ts';
import backup from '../../server/scripts/backup.ts';
import demo from '../../server/scripts/demo.ts';
import platformOpen from '../../server/scripts/platform-open.ts';
import { aloneWithPlatform } from '../../server/tenants/alone-with-platform.ts';
import { openPlatform } from '../../server/tenants/open-platform.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { openS3Server, type S3Server } from '../support/s3-server.ts';
import { root, secretKey } from '../support/test-app.ts';

const told = { name: 'Harbour', host: 'office.example.com', email: 'ida@harbour.example' };
const platform = { ...told, timeZone: 'Europe/Berlin', locale: 'en-US' } as const;

describe('an empty installation', () => {
  let database: TestDatabase;
  let node: Node;
  beforeAll(async () => {
    database = await createDatabase();
    const opened = await openNode({ databaseUrl: database.url, root, secretKey, modules });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    node = opened.value;
  });
  afterAll(async () => {
    await node?.close();
    await database?.drop();
  });

  it('gets its platform beside serving nodes: the first account signs in and must choose a password; once', async () => {
    const files = createFileStore(join(tmpdir(), 'unused'));
    const more = registerRoutes({ ...node, files });
    const app = await buildApp({ ...node, webDir: null, logLevel: 'silent', more });
    const enter = (host: string, payload: object) =>
      app.inject({ method: 'POST', url: '/api/login', headers: { host }, payload });
    expect((await enter(platform.host, { account: 'superAdmin', password: 'unknown' })).json()).toMatchObject({
      success: false,
    });
    // Refused at its last step, so what went before has to go.
    await expect(openPlatform({ ...node, root }, { ...platform, email: 'nobody' })).rejects.toThrow('refused');
    // A row of a platform in the making must not be taken for what an interrupted attempt left.
    const demoOn = { demoPassword: 'demo-pass-1', fileStore: join(tmpdir(), 'unused'), s3: null };
    const beside = await aloneWithPlatform(node.systemUrl, async () => [
      await openPlatform({ ...node, root }, platform),
      await startDemo(node, root, demoOn, { orders: 0, tenants: 1 }),
    ]);
    expect(beside).toEqual(['busy', null]);
    const both = await Promise.all([1, 2].map(() => openPlatform({ ...node, root }, platform)));
    const [made, ...others] = both.filter((each) => typeof each === 'object');
    expect(others).toEqual([]);
    expect((await node.system.pool.query('SELECT FROM tenant')).rowCount).toBe(1);
    const { data: token } = (await enter(platform.host, made ?? {})).json<{ data: string }>();
    const headers = { host: platform.host, authorization: `Bearer ${token}` };
    const { data: user } = (await app.inject({ url: '/api/getLoginUser', headers })).json<{ data: object }>();
    expect(user).toMatchObject({
      mustChangePassword: true,
      tenant: { name: platform.name, timeZone: platform.timeZone },
    });
    expect(await openPlatform({ ...node, root }, platform)).toBe('used');
    await app.close();
  });
});

describe('the commands for an installation with the Postgres of its own folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-first-'));
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await openS3Server();
    const { bucket, region, endpoint, accessKeyId, secretAccessKey } = s3.settings;
    const keys = { S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey };
    const store = { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint, ...keys };
    const own = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_PASSWORD: 'demo-pass-1', ...store };
    for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value);
    // Other files may have named a database of their own.
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'REPORT_DATABASE_URL']) vi.stubEnv(name, undefined);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await s3?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('make what a start finds again, with the files in the configured store, and refuse where accounts stand', async () => {
    expect(await demo(['--orders', '20', '--tenants', '1'])).toBe(0);
    expect(existsSync(join(dataDir, 'first-start.begun'))).toBe(false);
    expect(await platformOpen([platform.host, platform.email])).toBe(1);
    const database = await openDatabase({ databaseUrl: null, dataDir, logLevel: 'silent' });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ key: string }>('SELECT "objectName" AS key FROM file');
    const { rows: tenants } = await client.query('SELECT code FROM tenant ORDER BY code');
    await client.end();
    await database.stop();
    expect(tenants).toEqual([{ code: 'north' }, { code: 'platform' }]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => !s3.objects.has(key))).toEqual([]);
  }, 240_000);

  it('back up what is there, and say by the exit code that the store has lost a file', async () => {
    vi.stubEnv('BACKUP_KEY', 'a key for backups that nobody guesses');
    const folder = join(dataDir, 'backups');
    expect(await backup([join(folder, 'whole')])).toBe(0);
    const [name = ''] = [...s3.objects.keys()].filter((key) => /\/[0-9a-f]{32}$/.test(key));
    const errors = vi.spyOn(console, 'error');
    expect(s3.objects.delete(name)).toBe(true);
    expect(await backup([join(folder, 'rest')])).toBe(1);
    expect(errors.mock.calls.flat().join()).toContain(
      `are lost: they have a record, and no bytes in the store: ${name}`,
    );
    errors.mockRestore();
    expect(readdirSync(join(folder, 'rest'))).toEqual([expect.stringMatching(/^lading-.*\.backup$/)]);
  }, 60_000);

  it.each([[[]], [['Office Example', platform.email]], [[platform.host, platform.email, '--time-zone', 'Mars/North']]])(
    'refuse %j',
    async (args) => {
      expect(await platformOpen(args)).toBe(1);
    },
  );
});
