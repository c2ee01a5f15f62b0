import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  compileCatalog,
  parseEntity,
  type Catalog,
  type EntityMeta,
  type FieldMeta,
} from '../../../engine/core/index.ts';
import { modules } from '../../../server/domain/index.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { derivedPassword, keyCheck } from '../../../server/secrets/secrets.ts';
import { openNode } from '../../../server/node.ts';
import { migrate, printPlan } from '../../../server/store/migrate.ts';
import { openTestApp, hosts, root, secretKey, type TestApp } from '../../support/test-app.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';

const catalogOf = (metas: readonly EntityMeta[]): Catalog => {
  const compiled = compileCatalog(metas);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.value;
};
const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const whole = loaded.value;

/** The whole catalog with one entity changed. */
function changed(name: string, change: (meta: EntityMeta) => void): Catalog {
  const metas = whole.entities.map(({ meta }) => structuredClone(meta) as EntityMeta);
  const meta = metas.find(({ entity }) => entity === name);
  if (meta) change(meta);
  return catalogOf(metas);
}

/** The roles are shared by the whole run; anyone who migrates leaves them the passwords that they have. */
const passwords = {
  app: derivedPassword(secretKey, 'lading_app'),
  system: derivedPassword(secretKey, 'lading_system'),
  check: keyCheck(secretKey),
};

describe('a plan against an empty database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  it('makes every table, and nothing is left to do once it has run, by two nodes at once', async () => {
    const owner = new pg.Pool({ connectionString: database.url, max: 2 });
    const plan = await printPlan(owner, whole);
    const tables = plan.flatMap((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? []);
    const wanted = whole.entities.flatMap((entity) => [
      entity.table,
      ...entity.fields.filter(({ lines }) => lines).map(({ id }) => `${entity.table}__${id}`),
    ]);
    expect(tables.toSorted()).toEqual(wanted.toSorted());
    const nodes = await Promise.all(
      [1, 2].map(() => openNode({ databaseUrl: database.url, root, secretKey, modules })),
    );
    expect(nodes.map(({ ok }) => ok)).toEqual([true, true]);
    for (const node of nodes) if (node.ok) await node.value.close();
    expect(await printPlan(owner, whole)).toEqual([]);
    await owner.end();
  });
});

describe('a plan after a schema changed', () => {
  let test: TestApp;
  let owner: pg.Pool;
  beforeAll(async () => {
    test = await openTestApp();
    owner = new pg.Pool({ connectionString: test.databaseUrl, max: 2 });
    const admin = await test.signIn(hosts.north, 'admin');
    for (const [name, note] of [
      ['Gold', '12'],
      ['Silver', null],
    ]) {
      await admin.post('Level/add', { name, note });
    }
  });
  afterAll(async () => {
    await owner?.end();
    await test?.close();
  });

  const run = async (catalog: Catalog): Promise<string[]> => {
    const plan = await printPlan(owner, catalog);
    await migrate(owner, { catalog, extras: [], passwords });
    expect(await printPlan(owner, catalog)).toEqual([]);
    return plan;
  };
  const levels = async () =>
    (await owner.query<Record<string, unknown>>('SELECT * FROM level ORDER BY name')).rows.map(({ name, note }) => ({
      name,
      note,
    }));

  beforeEach(() => migrate(owner, { catalog: whole, extras: [], passwords }));

  it('is empty for what stands', async () => {
    expect(await printPlan(owner, whole)).toEqual([]);
  });

  it('adds a column for a new field and leaves the rows as they are', async () => {
    const plan = await run(changed('level', (meta) => (meta.fields['usual'] = { type: 'boolean' })));
    expect(plan[0]).toBe('ALTER TABLE "level" ADD COLUMN "usual" boolean');
    expect(plan.slice(1).every((statement) => statement.startsWith('GRANT '))).toBe(true);
    expect(await levels()).toEqual([
      { name: 'Gold', note: '12' },
      { name: 'Silver', note: null },
    ]);
  });

  it('makes one index for a new filter, and drops it with the filter', async () => {
    const plan = await run(changed('level', (meta) => (meta.list.filters = [...(meta.list.filters ?? []), 'note'])));
    expect(plan).toHaveLength(1);
    expect(plan[0]).toMatch(/^CREATE INDEX "level_ix_\w+" ON "level" \(tenant_id, "note", /);
    const back = await run(whole);
    expect(back.map((statement) => statement.replace(/_\w{8}"/, '"'))).toEqual(['DROP INDEX "level_ix"']);
  });

  it('changes the type of a column with its values in it, checks and search with it', async () => {
    const plan = await run(
      changed('level', (meta) => {
        meta.fields['note'] = { type: 'integer' };
        meta.list.search = ['name'];
      }),
    );
    expect(plan).toContain('ALTER TABLE "level" ALTER COLUMN "note" TYPE bigint USING "note"::text::bigint');
    expect(await levels()).toEqual([
      { name: 'Gold', note: '12' },
      { name: 'Silver', note: null },
    ]);
    await run(whole);
    expect((await levels())[0]).toEqual({ name: 'Gold', note: '12' });
  });

  it('bounds a text by its type, and stops where a value is longer instead of cutting it', async () => {
    const bounded = (maxLength: number) =>
      changed('level', (meta) => (meta.fields['note'] = { type: 'text', maxLength }));
    const plan = await run(bounded(2));
    expect(plan).toContain('ALTER TABLE "level" ALTER COLUMN "note" TYPE character varying(2)');
    await expect(migrate(owner, { catalog: bounded(1), extras: [], passwords })).rejects.toMatchObject({
      code: '22001',
    });
    expect((await levels())[0]).toEqual({ name: 'Gold', note: '12' });
    await expect(owner.query(`UPDATE level SET note = '123'`)).rejects.toMatchObject({ code: '22001' });
  });

  it('keeps the column of a field that is renamed, and that of one which goes', async () => {
    const renamed = changed('level', (meta) => {
      const { note, ...rest } = meta.fields;
      meta.fields = { ...rest, comment: { ...(note as FieldMeta), id: 'note' } };
      replaceField(meta, 'note', 'comment');
    });
    expect(await run(renamed)).toEqual([]);
    const gone = changed('level', (meta) => {
      const { note: _, ...rest } = meta.fields;
      meta.fields = rest;
      replaceField(meta, 'note', null);
    });
    const plan = await run(gone);
    expect(plan.filter((statement) => /DROP (COLUMN "note"|TABLE)/.test(statement))).toEqual([]);
    expect((await levels())[0]).toEqual({ name: 'Gold', note: '12' });
  });

  it('makes a new table whole, with its walls and lines', async () => {
    const parsed = parseEntity(
      JSON.stringify({
        entity: 'parcel-claim',
        path: 'ParcelClaim',
        title: 'code',
        fields: { code: { type: 'text', unique: true }, rows: { type: 'lines', fields: { note: { type: 'text' } } } },
        list: { columns: ['code'], search: ['code'] },
        access: {},
      }),
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const plan = await run(catalogOf([...whole.entities.map(({ meta }) => meta), parsed.value]));
    const tables = plan.flatMap((statement) => /^CREATE TABLE "(\w+)"/.exec(statement)?.[1] ?? []);
    expect(tables).toEqual(['parcel_claim', 'parcel_claim__rows']);
    for (const table of tables) expect(plan).toContain(`ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`);
    const others = plan.filter((statement) => !statement.includes('parcel_claim'));
    expect(others).toEqual([]);
  });
});

/** Another name, or none, wherever the entity's sections use a field. */
function replaceField(meta: EntityMeta, from: string, to: string | null): void {
  const swap = (names: readonly string[] = []) => names.flatMap((name) => (name === from ? (to ?? []) : name));
  meta.list = { ...meta.list, columns: swap(meta.list.columns) };
  if (meta.list.filters) meta.list.filters = swap(meta.list.filters);
  if (meta.list.search) meta.list.search = swap(meta.list.search);
  for (const sections of [meta.form, meta.detail?.sections]) {
    for (const [name, rows] of Object.entries(sections ?? {})) {
      if (sections) sections[name] = rows.map(swap).filter((row) => row.length > 0);
    }
  }
}
