import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdNames } from '../../../server/jobs/live-workers.ts';
import { createDatabase as openStore } from '../../../server/store/database.ts';
import { leaseNodeNumber } from '../../../server/store/nodes/node-number.ts';
import { standingConnection } from '../../../server/store/standing-connection.ts';
import { watchDatabase } from '../../../server/store/watch.ts';
import { openFrailLine, type FrailLine } from '../../support/frail-line.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';

/* A connection that was given up must not take its successor's place: that one would stay open forever. */

type Store = ReturnType<typeof openStore>;

let database: TestDatabase;
let line: FrailLine;
let owner: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  line = await openFrailLine(database.url);
  owner = new pg.Client({ connectionString: database.url, application_name: 'owner' });
  await owner.connect();
  await owner.query(`CREATE SCHEMA lading; CREATE SEQUENCE lading.node;
    CREATE FUNCTION lading.enter(text, text, text, text) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'`);
});
afterEach(() => line.thaw());
afterAll(async () => {
  await owner?.end();
  await line?.close();
  await database?.drop();
});

const open = async (): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
      AND application_name <> 'owner'`,
  );
  return rows.length;
};
const nobodyIsLeft = async () => {
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
};
const url = () => line.url(database.url);

describe('a store that is closed', () => {
  const identity = { tenant: '1', tokenHash: 'x', epoch: '1' } as unknown as Parameters<Store['read']>[0];
  const statement = { text: 'SELECT 1 AS n', values: [] };

  it('answers what it was asked before, refuses what comes later, and opens nothing for it', async () => {
    const store = openStore({ connectionString: url(), readers: 1 });
    await store.read(identity, statement);
    const before = store.read(identity, statement);
    const closed = store.close();
    const meanwhile = store.read(identity, statement);
    await expect(meanwhile).rejects.toMatchObject({ kind: 'busy' });
    expect(await before).toEqual([[{ n: 1 }]]);
    await closed;
    await expect(store.read(identity, statement)).rejects.toMatchObject({ kind: 'busy' });
    await nobodyIsLeft();
  });
});

describe('connections that could not be opened in time', () => {
  it('leave none behind of the shared ones for reads', async () => {
    const store = openStore({ connectionString: url(), connectionTimeoutMillis: 150, readers: 1 });
    line.freeze();
    const identity = { tenant: '1', tokenHash: 'x', epoch: '1' } as unknown as Parameters<Store['read']>[0];
    const answers = Promise.allSettled(
      Array.from({ length: 3 }, () => store.read(identity, { text: 'SELECT 1 AS n', values: [] })),
    );
    await expect.poll(() => line.opened()).toBeGreaterThan(1);
    line.thaw();
    expect((await answers).map(({ status }) => status)).toContain('fulfilled');
    await store.close();
    await nobodyIsLeft();
  });

  it('leave none behind of the one that watches the database', async () => {
    const watch = watchDatabase({ connectionString: url() }, () => undefined);
    expect(await watch.answers()).toBe(true);
    line.freeze();
    expect(await watch.answers()).toBe(false);
    line.thaw();
    await expect.poll(() => watch.answers()).toBe(true);
    await watch.close();
    expect(await watch.answers()).toBe(false);
    await nobodyIsLeft();
  });
});

describe('a standing connection', () => {
  const standing = (prepare: (client: pg.Client) => Promise<unknown> = (client) => client.query('SELECT 1')) =>
    standingConnection(url(), {
      pause: { first: 20, max: 40 },
      check: { every: 100, within: 1_000 },
      prepare: async (client) => void (await prepare(client)),
    });

  it('comes back when it is lost, once', async () => {
    const held = standing();
    expect(await held.firstAttempt).toBe(null);
    const before = held.current();
    line.cutAll();
    await expect.poll(() => held.current() !== before && held.current() !== null).toBe(true);
    await expect.poll(open).toBe(1);
    await held.close();
    await nobodyIsLeft();
  });

  it('comes back where its line died without a word', async () => {
    const held = standing();
    expect(await held.firstAttempt).toBe(null);
    const before = held.current();
    line.strand();
    await expect.poll(() => held.current() !== before && held.current() !== null, { timeout: 10_000 }).toBe(true);
    // The server's end of the dead one stays open here, because this line is still there.
    await held.close();
    line.cutAll();
    await nobodyIsLeft();
  });

  it('is given up by the server soon where its machine has vanished', async () => {
    const held = standing();
    await held.firstAttempt;
    const shown = await held.current()?.query(`SELECT name, setting::int FROM pg_settings WHERE name LIKE 'tcp_keep%'`);
    const of = Object.fromEntries((shown?.rows ?? []).map(({ name, setting }) => [name, setting]));
    const { tcp_keepalives_idle: idle, tcp_keepalives_interval: interval, tcp_keepalives_count: count } = of;
    expect(idle).toBeGreaterThan(0);
    expect(idle + interval * count).toBeLessThanOrEqual(30);
    await held.close();
  });

  it('says why its first attempt failed, and gives up what could not be prepared', async () => {
    let fails = true;
    const held = standing((client) => client.query(fails ? 'SELECT 1/0' : 'SELECT 1'));
    expect(await held.firstAttempt).toMatchObject({ code: '22012' });
    expect(held.current()).toBe(null);
    fails = false;
    await expect.poll(() => held.current() !== null).toBe(true);
    await expect.poll(open).toBe(1);
    await held.close();
    await nobodyIsLeft();
  });

  it('ends while it is being opened, and is not opened again', async () => {
    line.freeze();
    const held = standing();
    await held.close();
    expect(held.current()).toBe(null);
    line.thaw();
    await nobodyIsLeft();
  });
});

describe('locks of a node', () => {
  beforeAll(async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    await runMigrations({ pgPool: pool });
    await pool.end();
  });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());
  const holders = async (): Promise<number[]> => {
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  };
  const waiting = `SELECT count(*)::int AS many FROM pg_locks WHERE NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

  it('outlast a statement of their own that takes long', async () => {
    const held = await holdNames(url(), ['a worker'], () => undefined);
    const before = await holders();
    expect(before).toHaveLength(1);
    await owner.query('BEGIN');
    await owner.query('LOCK graphile_worker._private_jobs');
    vi.advanceTimersByTime(20_000);
    const many = async () => (await owner.query<{ many: number }>(waiting)).rows[0]?.many;
    await expect.poll(many).toBe(1);
    // The question whether the line is alive waits behind the statement.
    await vi.advanceTimersByTimeAsync(28_000);
    await owner.query('COMMIT');
    await expect.poll(many).toBe(0);
    expect(await holders()).toEqual(before);
    vi.useRealTimers();
    await held.release();
    await nobodyIsLeft();
  });

  it('outlast a database that is silent for a while, and are taken again when it stays silent', async () => {
    const opened = line.opened();
    const lease = await leaseNodeNumber(url());
    const before = await holders();
    line.freeze();
    await vi.advanceTimersByTimeAsync(38_000);
    expect(line.opened()).toBe(opened + 1);
    expect(await holders()).toEqual(before);
    const again = () => {
      vi.advanceTimersByTime(200);
      return line.opened();
    };
    await expect.poll(again, { timeout: 10_000 }).toBeGreaterThan(opened + 1);
    line.thaw();
    const others = async () => {
      vi.advanceTimersByTime(20);
      return (await holders()).filter((pid) => !before.includes(pid));
    };
    await expect.poll(others, { timeout: 10_000 }).toHaveLength(1);
    vi.useRealTimers();
    await lease.release();
    await nobodyIsLeft();
  });
});
