import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncMenus } from '../../../server/provisioning/default-menus.ts';
import { syncDefaultRecords } from '../../../server/provisioning/default-records.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { appOn, hosts, root, testModules, twoTenants, type Person, type TestApp } from '../../support/test-app.ts';

/*
 * `release-0.1.0.sql.br` is the demo of commit 311a971 with 60 orders, as `pg_dump --inserts` writes it: what stands in a
 * database of then must be there and must work after an upgrade.
 */

let database: TestDatabase;
let owner: pg.Pool;
let test: TestApp;
let before: Map<string, number>;
beforeAll(async () => {
  // A dump of one database does not contain the roles of the product, which another database of the server has made.
  await (await createDatabase(twoTenants)).drop();
  database = await createDatabase();
  // Restoring leaves an empty search path to its connection.
  const restoring = new pg.Client({ connectionString: database.url });
  await restoring.connect();
  const file = new URL('release-0.1.0.sql.br', import.meta.url);
  await restoring.query(brotliDecompressSync(readFileSync(file)).toString('utf8'));
  await restoring.end();
  owner = new pg.Pool({ connectionString: database.url, max: 2 });
  before = await countRows();
  test = await appOn(database.url);
  for (const sync of [syncMenus, syncDefaultRecords]) await sync({ ...test.node, root });
}, 240_000);
afterAll(async () => {
  await test?.close();
  await owner?.end();
  await database?.drop();
});

async function countRows(): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname = 'public' ORDER BY 1`,
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const { rows: counted } = await owner.query<{ many: number }>(`SELECT count(*)::integer AS many FROM ${name}`);
    counts.set(name, counted[0]?.many ?? 0);
  }
  return counts;
}

/** Proves the ledger from its lines, as every night does. */
async function verify(): Promise<unknown> {
  const task = testModules.flatMap(({ schedules = [] }) => schedules).find(({ name }) => name === 'ledger-verify');
  if (!task) throw new Error('no task proves the ledger');
  return task.run({ query: async (text, values) => (await test.node.system.pool.query(text, [...values])).rows });
}

/** Tables to which a new release adds what it delivers. */
const delivered = new Set(['menu', 'config', 'timer', 'role', 'role__grants', 'dict_type', 'dict_data', 'application']);

describe('a database of release 0.1.0', () => {
  it('keeps every record', async () => {
    const after = await countRows();
    const changed = [...before].filter(([name, many]) =>
      delivered.has(name) ? (after.get(name) ?? -1) < many : after.get(name) !== many,
    );
    expect(changed.map(([name, many]) => `${name}: ${many} before, ${after.get(name)} now`)).toEqual([]);
    expect(before.get('ledger_transfer')).toBeGreaterThan(500);
  });

  it('has no state or choice that its schema does not know, and no gap in a required field', async () => {
    const wrong: string[] = [];
    const count = async (table: string, where: string, values: unknown[] = []) =>
      (await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}" WHERE ${where}`, values)).rows[0]?.n;
    for (const { name, table, fields, states } of test.node.catalog.entities.filter((each) => before.has(each.table))) {
      for (const { id, meta, required, system } of fields.filter(({ lines }) => !lines)) {
        const known =
          system && id === 'status' ? Object.keys(states) : meta.type === 'choice' ? meta.options : undefined;
        if (known && ((await count(table, `"${id}" <> ALL ($1)`, [known])) ?? 0) > 0)
          wrong.push(`${name}.${id}: value`);
        if (required === true && ((await count(table, `"${id}" IS NULL`)) ?? 0) > 0) wrong.push(`${name}.${id}: empty`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has a ledger that is proven from its lines', async () => {
    await expect(verify()).resolves.not.toThrow();
  });

  it.each([
    ['platform', 'superAdmin'],
    ['north', 'admin'],
    ['north', 'finance'],
    ['south', 'clerk'],
    ['north', 'member'],
  ] as const)('lets %s %s in with the password of before, to every list and record', async (home, account) => {
    const person = await test.signIn(hosts[home], account, account === 'member');
    const failed: string[] = [];
    let opened = 0;
    for (const { path } of test.node.catalog.entities) {
      const { status, body } = await person.get(`${path}/page`, { pageSize: '10' });
      if (status === 403 || status === 404) continue;
      const { rows } = (status === 200 ? body.data : { rows: [] }) as { rows: { id: string }[] };
      if (status !== 200) failed.push(`${path} ${status}`);
      for (const { id } of rows.slice(0, 1)) {
        const detail = await person.get(`${path}/detail`, { id });
        if (detail.status === 200) opened += 1;
        else failed.push(`${path}/detail ${detail.status}`);
      }
    }
    expect(failed).toEqual([]);
    expect(opened).toBeGreaterThan(5);
    expect((await person.get('getLoginUser')).status).toBe(200);
  });

  it('goes on: a draft of before is changed, a recharge of before is passed', async () => {
    const admin = await test.signIn(hosts.north, 'admin');
    const first = async (person: Person, path: string, status: string) =>
      ((await person.get(`${path}/page`, { status, pageSize: '10' })).body.data as { rows: { id: string }[] }).rows[0]
        ?.id;
    const draft = await first(admin, 'Order', 'draft');
    const detail = (await admin.get('Order/detail', { id: draft ?? '' })).body.data as Record<string, unknown>;
    const edited = await admin.post('Order/edit', { id: draft, version: detail['version'], refNo: 'AFTER-UPGRADE' });
    expect(edited.body.issues ?? []).toEqual([]);
    expect((await admin.get('Order/detail', { id: draft ?? '' })).body.data).toMatchObject({ refNo: 'AFTER-UPGRADE' });
    const finance = await test.signIn(hosts.north, 'finance');
    const recharge = await first(finance, 'Recharge', 'pending');
    const passed = await finance.post('Recharge/pass', { id: recharge, postedAmount: '10.00', remarks: 'Less fees' });
    expect(passed.body.issues ?? []).toEqual([]);
    expect((await finance.get('Recharge/detail', { id: recharge ?? '' })).body.data).toMatchObject({
      status: 'passed',
    });
    await expect(verify()).resolves.not.toThrow();
  });
});
