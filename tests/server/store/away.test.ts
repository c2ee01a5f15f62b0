import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriterTurns } from '../../../server/store/writer-queue.ts';
import { translateError } from '../../../server/store/translate-error.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { openFrailLine, type FrailLine } from '../../support/frail-line.ts';
import { appOn, hosts, twoTenants, type Person, type TestApp } from '../../support/test-app.ts';

type App = Omit<TestApp, 'close'> & { close(): Promise<void> };

describe('a line to the database', () => {
  let database: TestDatabase;
  let line: FrailLine;
  let test: App;
  let owner: pg.Pool;
  let admin: Person;
  let south: Person;
  beforeAll(async () => {
    database = await createDatabase(twoTenants);
    line = await openFrailLine(database.url);
    test = await appOn(line.url(database.url));
    owner = new pg.Pool({ connectionString: database.url, max: 2 });
    admin = await test.signIn(hosts.north, 'admin');
    south = await test.signIn(hosts.south, 'admin');
  });
  afterAll(async () => {
    line?.thaw();
    await test?.close();
    await owner?.end();
    await line?.close();
    await database?.drop();
  });

  const levels = async (name: string) => {
    const { rows } = await owner.query<{ count: string }>('SELECT count(*) FROM level WHERE name = $1', [name]);
    return Number(rows[0]?.count);
  };
  const health = async () => {
    const answer = await test.app.inject({ url: '/api/health' });
    return { status: answer.statusCode, data: (JSON.parse(answer.payload) as { data: unknown }).data };
  };

  it('that falls silent keeps nobody: reads, writes and signing in answer 503, and health says why', async () => {
    expect(await health()).toMatchObject({ status: 200, data: { status: 'up' } });
    line.freeze();
    const answers = Promise.all([
      admin.get('Level/page'),
      admin.get('Order/page'),
      admin.post('Level/add', { name: 'Silent' }, { 'idempotency-key': 'silent' }),
      admin.get('sysUser/selector'),
      south.get('Level/page'),
    ]);
    expect(await health()).toMatchObject({ status: 503, data: { status: 'down', database: 'away' } });
    expect((await answers).map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 5 }, () => [503, 503]),
    );
    line.thaw();
  });

  it('is taken up again when it is back, and what was asked twice is there once', async () => {
    await expect.poll(async () => (await health()).status).toBe(200);
    const add = () => admin.post('Level/add', { name: 'Silent' }, { 'idempotency-key': 'silent' });
    await expect.poll(async () => (await add()).body.code).toBe(200);
    expect((await admin.get('Level/page')).status).toBe(200);
    expect(await levels('Silent')).toBe(1);
  });

  it.each(['enter', 'commit'])('cut in the answer to %s is told, and a repeated key writes once', async (text) => {
    const name = `Cut at ${text}`;
    const add = () => admin.post('Level/add', { name }, { 'idempotency-key': name.replaceAll(' ', '-') });
    const cut = line.cutAnswerTo(text);
    const first = await add();
    expect([200, 503]).toContain(first.status);
    await cut;
    await expect.poll(async () => (await add()).body.code).toBe(200);
    const again = await add();
    expect(again.body).toMatchObject({ code: 200 });
    if (first.status === 200) expect(again.body.data).toEqual(first.body.data);
    expect(await levels(name)).toBe(1);
  });

  it('that breaks under reads is made again for them', async () => {
    await admin.get('Level/page');
    const cut = line.cutAnswerTo('enter');
    expect((await admin.get('Level/page')).status).toBe(200);
    await cut;
  });

  it('that died without closing fails its requests within seconds, and the next ones are answered', async () => {
    const ask = () => Promise.all(Array.from({ length: 8 }, () => admin.get('getLoginUser')));
    expect((await ask()).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    line.strand();
    // No request gets an internal error, and what was asked on a dead connection ends.
    expect((await ask()).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await expect.poll(async () => (await ask()).every(({ status }) => status === 200), { timeout: 30_000 }).toBe(true);
  }, 60_000);

  it('is shared: who waits for locked rows of one tenant leaves the others their connections', async () => {
    const { id } = (await admin.post('Level/add', { name: 'Locked' })).body.data as { id: string };
    const locker = await owner.connect();
    await locker.query('BEGIN');
    await locker.query('SELECT FROM level WHERE id = $1 FOR UPDATE', [id]);
    const done: string[] = [];
    const waiting = Array.from({ length: 30 }, async () => {
      const { body } = await admin.post('Level/delete', { id });
      done.push('north');
      return body.code;
    });
    await expect
      .poll(async () => {
        const { rows } = await owner.query<{ count: string }>(
          `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return Number(rows[0]?.count);
      })
      .toBeGreaterThanOrEqual(4);
    const own = await south.post('Level/add', { name: 'Free' });
    done.push('south');
    expect(own.body.code).toBe(200);
    expect(done).toEqual(['south']);
    await locker.query('ROLLBACK');
    locker.release();
    const codes = await Promise.all(waiting);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
  });
});

describe('turns of those who write', () => {
  it('give one tenant a third, and what it frees to anyone who waits longest and fits', async () => {
    const turns = createWriterTurns(6);
    await Promise.all([turns.enter('north', 1), turns.enter('north', 1)]);
    const started: string[] = [];
    const third = turns.enter('north', 60_000).then(() => started.push('north'));
    await turns.enter('south', 1);
    await Promise.resolve();
    expect(started).toEqual([]);
    turns.leave('south');
    turns.leave('north');
    await third;
    await expect(turns.enter('north', 1)).rejects.toMatchObject({ kind: 'busy', details: { undone: true } });
  });
});

describe('a connection', () => {
  it.each([
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'Connection terminated: no answer in time',
    'Client has encountered a connection error and is not queryable',
  ])('that was not to be had is told as busy: %s', (message) => {
    expect(translateError(new Error(message))).toMatchObject({ kind: 'busy', status: 503 });
  });
});

describe('a database that cannot be reached, or takes no writes yet', () => {
  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNABORTED'])(
    'is told as busy: %s',
    (code) => {
      expect(translateError(Object.assign(new Error(`connect ${code}`), { code }))).toMatchObject({ kind: 'busy' });
    },
  );
  it.each([
    ['25006', { undone: true }],
    ['25P03', undefined],
  ])('is told as busy: %s', (code, details) => {
    const error = Object.assign(new pg.DatabaseError('read only', 1, 'error'), { code });
    expect(translateError(error)).toMatchObject({ kind: 'busy', ...(details && { details }) });
  });
});

describe('a disk without room', () => {
  it('is reported as such to every caller', () => {
    const full = Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' });
    expect(translateError(full)).toMatchObject({ kind: 'noRoom', status: 507 });
    expect(translateError(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toMatchObject({ kind: 'noRoom' });
  });
});
