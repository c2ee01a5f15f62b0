import { appendFile, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readArchive } from '../../server/backup/archive.ts';
import { readShape, tableName } from '../../server/backup/shape.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { copySql, writeBackup } from '../../server/backup/write-backup.ts';
import { writeTenant } from '../../server/backup/write-tenant.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import restore from '../../server/scripts/restore.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { appOn, hosts, personOf, secretKey, testModules } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

const backupKey = 'a key for backups that nobody guesses';
const claim = {
  entity: 'insurance-claim',
  path: 'InsuranceClaim',
  title: 'reason',
  fields: { reason: { type: 'text', required: true, maxLength: 40 }, worth: { type: 'decimal', scale: 2 } },
  list: { columns: ['reason', 'worth'], filters: ['reason'], search: ['reason'], sort: '-createdAt' },
  form: { basic: [['reason', 'worth']] },
  access: { clerk: { codes: ['read', 'add'] } },
};
/** Tables that the writer of the drill changes. */
const written = /^"(public"."(own_.*|session|operation_log)"|lading"|graphile_worker")/;

describe('a backup', () => {
  let world: World;
  let folder: string;
  let file = '';
  let answered: string[] = [];
  let fileId = '';
  const databases: TestDatabase[] = [];
  const clients: pg.Client[] = [];
  const store = (name: string) => createFileStore(join(folder, name));
  const empty = async () => {
    const database = await createDatabase();
    databases.push(database);
    return database.url;
  };
  const restoreTo = (databaseUrl: string, on: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
    restoreBackup({ file, databaseUrl, files: store('restored'), backupKey, secretKeys: [secretKey], ...on });
  const relations = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
    );
    await client.end();
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-backup-'));
    world = await openWorld();
    const admin = world.person('north admin').person;
    const names = { name: 'Claim', plural: 'Claims', fields: { reason: 'Reason', worth: 'Worth' } };
    const document = { meta: claim, texts: { 'en-US': names, 'zh-CN': { ...names, name: '理赔', plural: '理赔' } } };
    const done = async (asked: Promise<{ body: { success: boolean; data: unknown } }>) => {
      const { body } = await asked;
      if (!body.success) throw new Error(JSON.stringify(body));
      return body.data as never;
    };
    await done(admin.post('schema/create', { document }));
    const { draft } = (await done(admin.get('schema/insurance-claim'))) as { draft: { stamp: number } };
    const publish = { stamp: draft.stamp, reason: 'because', acceptProblems: true };
    await done(admin.post('schema/insurance-claim/publish', publish));
    const clerk = world.person('north clerk').person;
    await done(clerk.post('InsuranceClaim/add', { reason: 'soaked', worth: '12.30' }));
    fileId = await done(admin.send('sysFileInfo/upload', 'slip.txt', 'kept for years'));

    // Someone writes all the time; whatever was answered before the backup began must be in it.
    const stopping = new AbortController();
    let count = 0;
    const add = async () => {
      const name = `Drill ${(count += 1)}`;
      await done(clerk.post('InsuranceClaim/add', { reason: name, worth: '1.00' }));
      return name;
    };
    for (let each = 0; each < 3; each += 1) answered.push(await add());
    const writer = (async () => {
      while (!stopping.signal.aborted) await add();
    })();
    const on = { folder: join(folder, 'backups'), databaseUrl: world.test.databaseUrl, files: world.test.files };
    const made = await writeBackup({ ...on, backupKey, secretKey });
    stopping.abort();
    await writer;
    file = made.file;
    if (count <= 3) throw new Error('nothing was written meanwhile');
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await world?.close();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('is restored past a pool of transactions, which would lend the lock of its session to others', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // No server listens at the first address; the second one leads to the database that was saved.
    vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
    vi.stubEnv('DATABASE_DIRECT_URL', world.test.databaseUrl);
    vi.stubEnv('SECRET_KEY', secretKey);
    vi.stubEnv('BACKUP_KEY', backupKey);
    vi.stubEnv('DATA_DIR', folder);
    expect(await restore([file])).toBe(1);
    expect(said.mock.calls.join()).toContain('not empty');
  });

  it('is one file, readable by its owner alone, and nothing in it can be read without the key', async () => {
    expect(await readdir(join(folder, 'backups'))).toHaveLength(1);
    const bytes = await readFile(file);
    expect(bytes.subarray(0, 15).toString()).toBe('LADING-BACKUP-1');
    for (const word of ['Drill 1', 'kept for years', 'CREATE TABLE']) expect(bytes.includes(word)).toBe(false);
  });

  it('restores the same form, the same rows, files, a designed entity, and a ledger that is proven', async () => {
    const url = await empty();
    await restoreTo(url);
    const [source, restored] = [world.test.databaseUrl, url].map((each) => new pg.Client({ connectionString: each }));
    if (!source || !restored) throw new Error('two clients');
    clients.push(source, restored);
    await Promise.all([source.connect(), restored.connect()]);
    const shapes = await Promise.all([readShape(source), readShape(restored)]);
    const [was, is] = shapes.map(({ before, after }) => new Set([...before, ...after].map(plain)));
    expect([...(is ?? [])].filter((sql) => !was?.has(sql))).toEqual([]);
    expect([...(was ?? [])].filter((sql) => !is?.has(sql))).toEqual([]);
    const rowsOf = async (client: pg.Client, of: (typeof shapes)[0]['tables'][number]) => {
      const select = /^COPY \((.*)\) TO STDOUT$/s.exec(copySql(of))?.[1] ?? '';
      const { rows } = await client.query(
        `SELECT count(*) AS n, sum(hashtextextended(r::text, 0)) AS sum FROM (${select}) r`,
      );
      return rows[0] as unknown;
    };
    const still = shapes[0].tables.filter((table) => table.rows && !written.test(tableName(table)));
    expect(still.length).toBeGreaterThan(80);
    for (const table of still)
      expect([table.name, await rowsOf(restored, table)]).toEqual([table.name, await rowsOf(source, table)]);
    const own = shapes[0].tables.filter(({ name }) => name.startsWith('own_')).map((each) => tableName(each))[0];
    const { rows } = await restored.query<{ name: string }>(
      `SELECT reason AS name FROM ${own} WHERE reason LIKE 'Drill %'`,
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(answered));
    const stored = await restored.query<{ name: string }>(
      'SELECT "objectName" AS name FROM public.file WHERE id = $1',
      [fileId],
    );
    expect(await text(await store('restored').read(stored.rows[0]?.name ?? ''))).toBe('kept for years');
    await restored.query('RESET search_path');
    // Samples of documents were never booked: the copy must say exactly what its source says.
    await source.query('RESET search_path');
    const findings = await Promise.all([verified(source), verified(restored)]);
    expect(findings[1]).toBe(findings[0]);
    await Promise.all(clients.splice(0).map((client) => client.end()));

    const app = await appOn(url);
    try {
      const clerk = personOf(app.app, hosts.north, world.person('north clerk').person.token);
      const page = await clerk.get('InsuranceClaim/page', { searchValue: 'soaked' });
      expect(page.body.data).toMatchObject({
        rows: [{ reason: 'soaked' }],
      });
      expect((await clerk.post('InsuranceClaim/add', { reason: 'lost', worth: '1.00' })).body).toMatchObject({
        success: true,
      });
      expect((await app.signIn(hosts.south, 'admin')).token).toBeTruthy();
    } finally {
      await app.close();
    }
    await expect(restoreTo(url)).rejects.toThrow('the database is not empty');
  }, 60_000);

  it.each<[string, (copy: string) => Promise<unknown>, object, string]>([
    ['with another key', async () => undefined, { backupKey: 'x'.repeat(32) }, 'BACKUP_KEY is another one'],
    ['with another SECRET_KEY', async () => undefined, { secretKeys: ['y'.repeat(32)] }, 'SECRET_KEY is another one'],
    ['cut off', async (copy) => truncate(copy, (await readFile(copy)).length - 100), {}, 'the backup is'],
    ['cut off at the half', async (copy) => truncate(copy, (await readFile(copy)).length >> 1), {}, 'the backup is'],
    ['with one byte changed', async (copy) => change(copy, -40), {}, 'the backup is damaged'],
    ['with one byte of its middle changed', async (copy) => change(copy, 100_000), {}, 'the backup is damaged'],
    ['with more behind its end', async (copy) => appendFile(copy, 'more'), {}, 'the backup is'],
    ['that is something else', async (copy) => writeFile(copy, 'x'.repeat(1000)), {}, 'no backup of Lading'],
  ])('%s is refused, and nothing is restored', async (_, spoil, on, why) => {
    const url = await empty();
    const copy = join(folder, 'spoiled.backup');
    await writeFile(copy, await readFile(file));
    await spoil(copy);
    const files = store('untouched');
    await expect(restoreTo(url, { file: copy, files, ...on })).rejects.toThrow(why);
    expect(await relations(url)).toEqual([]);
    expect(await readdir(join(folder, 'untouched')).catch(() => [])).toEqual([]);
  });
});

/** What `npm run ledger:verify` says of a database. */
async function verified(client: pg.Client): Promise<string> {
  const task = testModules.flatMap(({ schedules = [] }) => schedules).find(({ name }) => name === 'ledger-verify');
  const query = async (sql: string, values: readonly unknown[]) => (await client.query(sql, [...values])).rows;
  return (
    task?.run({ query }).then(
      () => 'proven',
      (error: Error) => error.message,
    ) ?? 'no task'
  );
}

/** Postgres writes brackets of conditions otherwise each time that it reads them. */
const plain = (sql: string): string => sql.replace(/[()]/g, '');

async function change(file: string, at: number): Promise<void> {
  const bytes = await readFile(file);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

describe("a tenant's export", () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-tenant-'));
    world = await openWorld();
  });
  afterAll(async () => {
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('holds all rows and files of the tenant, and none of another', async () => {
    // A table of which nobody said whose its rows are: no export may leave it out in silence.
    const on = { databaseUrl: world.test.databaseUrl, files: world.test.files, backupKey, secretKey };
    const file = join(folder, 'north.tenant');
    await expect(writeTenant({ ...on, code: 'north', file })).rejects.toThrow('do not know: test.world');
    await world.owner.query('DROP SCHEMA test CASCADE');
    const sent = await world.person('north admin').person.send('sysFileInfo/upload', 'n.txt', 'of the north alone');
    await world.person('south admin').person.send('sysFileInfo/upload', 's.txt', 'of the south alone');
    expect(sent.body).toMatchObject({ success: true });
    const done = await writeTenant({ ...on, code: 'north', file });
    const ids = [world.homes.south.tenant, world.homes.platform.tenant];
    const foreign: string[] = [];
    const files: string[] = [];
    let rows = 0;
    for await (const { head, bytes } of readArchive(file, backupKey)) {
      const parts: Buffer[] = [];
      for await (const part of bytes) parts.push(part);
      const text = Buffer.concat(parts).toString('utf8');
      if (head.kind === 'file') files.push(text);
      if (head.kind !== 'table') continue;
      const at = (head['columns'] as { name: string }[]).findIndex(({ name }) => name === 'tenant_id');
      const lines = text.split('\n').slice(0, -1);
      rows += lines.length;
      // The platform's records about the tenant come along.
      const own = head['of'] === 'platform' ? ids.slice(0, 1) : ids;
      if (lines.some((line) => own.includes(line.split('\t')[at] ?? ''))) foreign.push(String(head['name']));
    }
    expect(foreign).toEqual([]);
    expect(rows).toBe(done.rows);
    expect(files.filter((text) => text.startsWith('of the '))).toEqual(['of the north alone']);
    await expect(writeTenant({ ...on, code: 'nowhere', file })).rejects.toThrow('there is no such tenant: nowhere');
    await expect(restoreBackup({ ...on, file, secretKeys: [secretKey] })).rejects.toThrow('whole installation');
  });
});
