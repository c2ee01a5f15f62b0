import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalog } from '../../../server/catalog.ts';
import { migrations } from '../../../server/migrations/index.ts';
import { derivedPassword, keyCheck } from '../../../server/secrets/secrets.ts';
import type { DataMigration } from '../../../server/store/data-migrations.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { openTestApp, root, secretKey, type TestApp } from '../../support/test-app.ts';

const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const catalog = loaded.value;
const passwords = {
  app: derivedPassword(secretKey, 'lading_app'),
  system: derivedPassword(secretKey, 'lading_system'),
  check: keyCheck(secretKey),
};

let test: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  test = await openTestApp();
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 2 });
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});

const run = (list: readonly DataMigration[]) => migrate(owner, { catalog, extras: [], passwords, migrations: list });
const applied = async () =>
  (
    await owner.query<{ number: number; changed: string }>(
      'SELECT number, changed FROM lading.data_migration ORDER BY 1',
    )
  ).rows;
/** A migration beside the delivered ones; `seen` notes its runs. */
const next = (seen: string[], offset = 1, failing = false): DataMigration => ({
  number: migrations.length + offset,
  name: `test-${offset}`,
  async run(query) {
    seen.push(`test-${offset}`);
    const { changed } = await query('UPDATE public.tenant SET name = name');
    if (failing) throw new Error('it failed');
    return changed;
  },
});

describe('data migrations', () => {
  it('have run on a new database, each once', async () => {
    expect((await applied()).map(({ number }) => number)).toEqual(migrations.map(({ number }) => number));
  });

  it('run once and in order, over the rows of every tenant', async () => {
    const seen: string[] = [];
    const list = [...migrations, next(seen), next(seen, 2)];
    await run(list);
    await run(list);
    expect(seen).toEqual(['test-1', 'test-2']);
    const { rows } = await owner.query<{ n: string }>('SELECT count(*) AS n FROM public.tenant');
    expect((await applied()).slice(-2).map(({ changed }) => changed)).toEqual([rows[0]?.n, rows[0]?.n]);
    expect(Number(rows[0]?.n)).toBeGreaterThan(1);
  });

  it('leave no trace where one fails, and refuse numbers out of order', async () => {
    const before = await applied();
    const seen: string[] = [];
    const list = [...migrations, next([]), next([]), next(seen, 3, true)].map((each, at) => ({
      ...each,
      number: at + 1,
    }));
    await expect(run(list)).rejects.toThrow('it failed');
    await expect(run([...migrations, next(seen, 5)])).rejects.toThrow('out of order');
    expect(await applied()).toEqual(before);
    expect(seen).toEqual(['test-3']);
  });

  it('fill the required fields that came after release 0.1.0', async () => {
    await owner.query(`UPDATE public.tenant SET "planRequired" = NULL, "ecEnabled" = NULL`);
    await owner.query(`UPDATE public.role SET within = NULL WHERE code = 'finance'`);
    await owner.query('DELETE FROM lading.data_migration');
    await owner.query('DELETE FROM lading.catalog');
    await run(migrations);
    const { rows } = await owner.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM public.tenant WHERE "planRequired" IS NOT FALSE OR "ecEnabled" IS NULL)::int
            + (SELECT count(*) FROM public.role WHERE within IS NULL)::int AS n`,
    );
    expect(rows[0]?.n).toBe(0);
  });
});
