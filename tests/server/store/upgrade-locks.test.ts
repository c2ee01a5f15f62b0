import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCatalog, parseEntity, type Catalog, type EntityMeta } from '../../../engine/core/index.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { openNode } from '../../../server/node.ts';
import { migrate, printPlan } from '../../../server/store/migrate.ts';
import { derivedPassword, keyCheck } from '../../../server/secrets/secrets.ts';
import { openFrailLine, type FrailLine } from '../../support/frail-line.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { root, secretKey, testModules, twoTenants } from '../../support/test-app.ts';

const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const delivered = loaded.value;
const passwords = {
  app: derivedPassword(secretKey, 'lading_app'),
  system: derivedPassword(secretKey, 'lading_system'),
  check: keyCheck(secretKey),
};
const claim = parseEntity(
  JSON.stringify({
    entity: 'parcel-claim',
    path: 'ParcelClaim',
    title: 'code',
    fields: {
      code: { type: 'text', unique: true },
      level: { type: 'reference', to: 'level' },
      rows: { type: 'lines', fields: { note: { type: 'text' } } },
    },
    list: { columns: ['code'], search: ['code'] },
    access: {},
  }),
);
if (!claim.ok) throw new Error(JSON.stringify(claim.issues));

/** The catalog of a release that adds one of everything to a table that is in use. */
function withLevel(change: (meta: EntityMeta) => void, ...more: EntityMeta[]): Catalog {
  const metas = delivered.entities.map(({ meta }) => structuredClone(meta) as EntityMeta);
  const level = metas.find(({ entity }) => entity === 'level');
  if (level) change(level);
  const compiled = compileCatalog([...metas, ...more]);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.value;
}
const next = withLevel((meta) => {
  Object.assign(meta.fields, {
    usual: { type: 'boolean', required: true, default: false },
    rank: { type: 'integer' },
    code: { type: 'text', unique: true },
    above: { type: 'reference', to: 'level' },
  });
  meta.list.filters = [...(meta.list.filters ?? []), 'rank'];
}, claim.value);

const toNext = (owner: pg.Pool) => migrate(owner, { catalog: next, extras: [], passwords });

describe('tables that change while requests go on', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let request: pg.Client;
  beforeAll(async () => {
    database = await createDatabase(twoTenants);
    owner = new pg.Pool({ connectionString: database.url, max: 2 });
    request = new pg.Client({ connectionString: database.url });
    await request.connect();
  });
  afterAll(async () => {
    await request?.end();
    await owner?.end();
    await database?.drop();
  });

  const startRelease = async (version: string) => {
    const node = await openNode({
      ...{ databaseUrl: database.url, root, secretKey, modules: testModules },
      release: { version, serves: '0.1.0' },
    });
    if (node.ok) await node.value.close();
    return node.ok;
  };

  it('locks no table for a release that changes none', async () => {
    await request.query('BEGIN');
    // What a request holds that has written everywhere.
    const { rows } = await request.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    await request.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ROW EXCLUSIVE MODE`);
    expect(await startRelease('99.1.0')).toBe(true);
    await request.query('ROLLBACK');
  }, 60_000);

  it('makes everything again where another build of the same number has been since', async () => {
    await owner.query(`UPDATE lading.catalog SET hash = 'of another build'`);
    await owner.query('DROP TRIGGER robots_alert ON track_alert');
    expect(await startRelease('99.2.0')).toBe(true);
    const { rowCount } = await owner.query(`SELECT FROM pg_trigger WHERE tgname = 'robots_alert'`);
    expect(rowCount).toBe(1);
  }, 60_000);

  it('replaces the search indexes of an older release, with the extension that they need', async () => {
    await owner.query('DROP EXTENSION btree_gin CASCADE');
    await owner.query(`CREATE INDEX level_ix_search_old ON level USING gin (_search gin_trgm_ops)`);
    await owner.query(`UPDATE lading.catalog SET hash = 'of an older release'`);
    expect(await startRelease('99.3.0')).toBe(true);
    const { rows } = await owner.query<{ keys: string }>(
      `SELECT substring(indexdef FROM ' USING (gin .*)') AS keys FROM pg_indexes
        WHERE tablename IN ('level', 'order') AND indexdef LIKE '%\\_search%'`,
    );
    const keys = 'gin (tenant_id, _search gin_trgm_ops)';
    expect(rows).toEqual([{ keys }, { keys }]);
  }, 60_000);

  it('never makes a request wait behind a lock that it cannot get', async () => {
    await request.query('BEGIN');
    await request.query('LOCK TABLE level IN ROW EXCLUSIVE MODE');
    const reads = new pg.Client({ connectionString: database.url, lock_timeout: 1_000 });
    await reads.connect();
    let tries = 0;
    const changing = toNext(owner);
    // Requests go on all the time, while the change has been seen waiting several times.
    while (tries < 4) {
      await reads.query('SELECT FROM level');
      const { rows } = await reads.query<{ waits: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'level'::regclass AND NOT granted) AS waits`,
      );
      if (rows[0]?.waits) tries += 1;
    }
    await reads.end();
    await request.query('ROLLBACK');
    await changing;
    expect(await printPlan(owner, next)).toEqual([]);
  }, 60_000);
});

describe('an upgrade that is interrupted', () => {
  let line: FrailLine;
  let database: TestDatabase;
  let owner: pg.Pool;
  beforeAll(async () => {
    database = await createDatabase(twoTenants);
    line = await openFrailLine(database.url);
    owner = new pg.Pool({ connectionString: database.url, max: 2 });
  });
  afterAll(async () => {
    await line?.close();
    await owner?.end();
    await database?.drop();
  });

  it('ends with everything when it is started again, wherever it was cut off', async () => {
    const cuts = [
      'ADD COLUMN "usual"',
      'NOT VALID',
      'VALIDATE CONSTRAINT',
      'CREATE UNIQUE INDEX CONCURRENTLY',
      'UNIQUE USING INDEX',
      'CREATE INDEX CONCURRENTLY',
      'CREATE TABLE "parcel_claim"',
      'CREATE TABLE "parcel_claim__rows"',
      'INSERT INTO lading.catalog',
    ];
    for (const text of cuts) {
      const cut = line.cutAnswerTo(text);
      const dying = new pg.Pool({ connectionString: line.url(database.url), max: 2 });
      dying.on('connect', (client) => client.on('error', () => undefined));
      dying.on('error', () => undefined);
      await expect(toNext(dying), text).rejects.toThrow(/Connection terminated/);
      await cut;
      await dying.end();
    }
    // Killed between two statements, it leaves an index that is not complete and a rule that is not proven.
    await owner.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid IN
      (SELECT oid FROM pg_class WHERE relname LIKE 'level_ix_%') AND indrelid = 'level'::regclass`);
    await owner.query(
      `UPDATE pg_constraint SET convalidated = false WHERE conrelid = 'level'::regclass AND contype = 'c'`,
    );
    await toNext(owner);
    expect(await printPlan(owner, next)).toEqual([]);
    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS indexes,
              (SELECT count(*)::int FROM pg_constraint WHERE NOT convalidated) AS constraints,
              (SELECT count(*)::int FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
                WHERE d.adrelid = 'level'::regclass AND a.attname = 'usual') AS defaults,
              (SELECT count(*)::int FROM pg_class WHERE relname LIKE 'parcel_claim%' AND relkind = 'r'
                  AND relrowsecurity AND relforcerowsecurity) AS walls,
              (SELECT bool_and(usual = false) FROM level) AS filled`,
    );
    expect(rows[0]).toEqual({ indexes: 0, constraints: 0, defaults: 0, walls: 2, filled: null });
  }, 120_000);

  it('takes a rule back that existing rows break, so that the releases before it go on', async () => {
    await owner.query(
      `INSERT INTO level (tenant_id, id, name, rank) SELECT tenant_id, lading.new_id(), 'north star', 7 FROM tenant LIMIT 1`,
    );
    const parts = 'SELECT conname, convalidated FROM pg_constraint ORDER BY conname';
    const before = (await owner.query(parts)).rows;
    const narrow = withLevel((meta) => {
      Object.assign(meta.fields, structuredClone(next.byName.get('level')?.meta.fields));
      meta.fields['above'] = { type: 'reference', to: 'level' };
      meta.fields['note'] = { type: 'color' };
    }, claim.value);
    await owner.query(`UPDATE level SET note = 'no colour'`);
    await expect(migrate(owner, { catalog: narrow, extras: [], passwords })).rejects.toMatchObject({ code: '23514' });
    expect((await owner.query(parts)).rows).toEqual(before);
  }, 60_000);
});
