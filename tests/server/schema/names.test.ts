import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityMeta, FieldMeta } from '../../../engine/core/index.ts';
import { root } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/** Keys that steer a call, as a field may be called too. */
const queryWords = [
  ...['view', 'pageNo', 'pageSize', 'sort', 'sortField', 'sortOrder', 'searchValue', 'culture', 'count', 'query'],
  ...['group', 'sum', 'avg', 'min', 'max', 'rank', 'limit', 'from', 'field', 'format', 'columns', 'ids', 'token'],
  ...['search', 'page', 'list', 'detail', 'add', 'edit', 'history', 'status', 'state', 'tenant', 'owner', 'by', 'at'],
];

/** Every name that a statement of ours gives to something: `FROM (...) r`, `AS total`, `JOIN role r`. */
function aliases(): string[] {
  const folder = `${root}server/store/`;
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('sql.ts') || name === 'predicates.ts')
    .flatMap((name) => [
      ...readFileSync(folder + name, 'utf8').matchAll(/(?:\)|\bAS|\}|(?:FROM|JOIN|UPDATE) \w+) ([a-z][A-Za-z0-9]*)\b/g),
    ]);
  const typescript = new Set(['as', 'return', 'await', 'throw', 'continue', 'break', 'this', 'of']);
  return found.flatMap(([, name = '']) => (typescript.has(name) ? [] : [name]));
}

describe('names that mean something elsewhere', () => {
  let world: World;
  let words: string[];
  let admin: World['people'][number]['person'];
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
    const { rows } = await world.owner.query<{ word: string }>(
      `SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T') AND word ~ '^[a-z]+$' ORDER BY word`,
    );
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const told = [...letters, ...queryWords, ...aliases(), 'ordinality', 'position', ...rows.map(({ word }) => word)];
    const given = new Set(['id', 'version', 'tenantId', 'orgId', 'true', 'false', 'null', 'in']);
    words = [...new Set(told)].filter((word) => !given.has(word));
  });
  afterAll(() => world?.close());

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body).slice(0, 2000));
    return body.data as Record<string, unknown>;
  };
  const launch = async (meta: EntityMeta, name = meta.entity) => {
    const texts = { 'en-US': { name, plural: name }, 'zh-CN': { name, plural: name } };
    await good(admin.post('schema/create', { document: { meta, texts } }));
    await good(admin.post(`schema/${meta.entity}/publish`, { stamp: 1, reason: 'new', acceptProblems: true }));
  };
  const documentOf = (meta: Partial<EntityMeta>, name = 'Some') => ({
    meta: {
      ...{ entity: 'some', path: 'Some', title: 'label', fields: { label: { type: 'text' } } },
      ...{ list: { columns: ['label'] }, access: {} },
      ...meta,
    } as EntityMeta,
    texts: { 'en-US': { name, plural: name }, 'zh-CN': { name, plural: name } },
  });
  const refusal = async (document: object) => {
    const { status, body } = await admin.post('schema/create', { document });
    expect(status).toBe(200);
    return (body.issues ?? []).map(({ code, path }) => `${code} ${path}`);
  };

  it('may be fields of an entity and of its rows, in every call', async () => {
    expect(words.length).toBeGreaterThan(150);
    const numbers = new Set(['n', 'o', 'a', 'count', 'sort', 'limit']);
    // What an entity may have at most; the rest are fields of another one.
    for (const [at, some] of [words.slice(0, 190), words.slice(190, 380)].entries()) {
      if (some.length === 0) continue;
      const own = (name: string): FieldMeta => ({ type: numbers.has(name) ? 'integer' : 'text' });
      const fields = Object.fromEntries(some.map((name) => [name, own(name)]));
      const rows = Object.fromEntries(some.map((name) => [name, own(name)]));
      for (const name of ['position', 'text', 'kept']) if (fields[name]) fields[name] = { type: 'text', unique: true };
      const [first = ''] = some.filter((name) => !numbers.has(name));
      const texts = some.filter((name) => !numbers.has(name));
      const path = `Words${at}`;
      await launch({
        ...{ entity: `words-${at}`, path, title: first, fields: { ...fields, parts: { type: 'lines', fields: rows } } },
        list: {
          columns: some.slice(0, 20),
          filters: some.slice(20, 30),
          search: texts.slice(0, 30),
          sort: `-${first}`,
        },
        access: {},
      });
      const value = (name: string, n: number) => (numbers.has(name) ? n : `${name} ${n}`);
      const record = (n: number) => Object.fromEntries(some.map((name) => [name, value(name, n)]));
      const { id } = await good(admin.post(`${path}/add`, { ...record(1), parts: [record(1), record(2)] }));
      await good(admin.post(`${path}/edit`, { id, ...record(2), parts: [record(3)] }));
      await good(admin.post(`${path}/add`, record(3)));
      const shown = await good(admin.get(`${path}/detail`, { id: String(id) }));
      expect(shown).toMatchObject({ ...record(2), parts: [record(3)] });
      expect(await good(admin.get(`${path}/page`))).toMatchObject({ totalRows: 2 });
      expect(await good(admin.get(`${path}/list`))).toHaveLength(2);
      expect(await good(admin.get(`${path}/history`, { id: String(id) }))).toHaveLength(2);
      const searched = await good(admin.get(`${path}/page`, { searchValue: String(value(first, 2)) }));
      expect(searched).toMatchObject({ totalRows: 1, rows: [record(2)] });
      await good(admin.get(`${path}/dropDown`));
      for (const name of some) {
        const asked = { [`${name}.eq`]: String(value(name, 2)), sort: `-${name}` };
        expect(await good(admin.get(`${path}/page`, asked)), name).toMatchObject({ rows: [{ id }] });
        const counted = await good(
          admin.get(`${path}/aggregate`, { group: name, ...(numbers.has(name) ? { sum: name } : {}) }),
        );
        expect(counted, name).toHaveLength(2);
      }
      const [head, body] = [some.join(','), some.map((name) => value(name, 7)).join(',')];
      const imported = await good(admin.send(`${path}/import`, 'words.csv', `${head}\n${body}`));
      const exported = await good(admin.post(`${path}/export`, { format: 'csv', columns: some }));
      await world.test.runJobs();
      const ended = await good(admin.get('job', { id: String(imported['job']) }));
      expect(ended).toMatchObject({ state: 'done', result: { added: 1, refused: 0 } });
      expect(await good(admin.get('job', { id: String(exported['job']) }))).toMatchObject({ state: 'done' });
      await good(admin.post(`${path}/delete`, { id }));
    }
  }, 120_000);

  it('may be states, steps and views of a list, where the wire has no use of its own for a step', async () => {
    const taken = new Set(['page', 'list', 'detail', 'history', 'add', 'edit']);
    const steps = words.filter((word) => !taken.has(word)).slice(0, 120);
    const step = { from: ['started'], to: 'x' };
    await launch({
      ...{ entity: 'moves', path: 'Moves', title: 'label', fields: { label: { type: 'text' } }, access: {} },
      list: {
        columns: ['label', 'status'],
        views: Object.fromEntries(steps.map((name) => [name, { filter: `status == '${name}'` }])),
      },
      workflow: {
        start: 'started',
        states: Object.fromEntries(['started', ...words].map((name) => [name, { edit: true }])),
        transitions: Object.fromEntries(steps.map((name) => [name, { ...step, to: name }])),
      },
    });
    for (const name of steps) {
      const { id } = await good(admin.post('Moves/add', { label: name }));
      await good(admin.post(`Moves/${name}`, { id }));
      expect(await good(admin.get('Moves/page', { view: name })), name).toMatchObject({ rows: [{ id, status: name }] });
    }
  }, 60_000);

  it('may be fields that are added to a delivered entity', async () => {
    const commands = [...'abcdefhklorstwx'].map((name) => ({
      ...{ do: 'set', at: `fields.${name}` },
      value: { type: 'text', maxLength: 20 },
    }));
    await good(admin.post('schema/channel/commands', { stamp: 0, name: 'letters', commands }));
    await good(admin.post('schema/channel/publish', { stamp: 1, reason: 'letters', acceptProblems: true }));
    const { rows } = await good(admin.get('Channel/page')).catch(() => good(admin.get('channel/page')));
    const [{ id } = { id: '' }] = rows as { id: string }[];
    expect(await good(admin.get('Channel/detail', { id }))).toMatchObject({ id, r: null });
  });

  it('are refused as addresses that the application has already, or that nobody could reach', async () => {
    const paths = Object.keys(JSON.parse((await admin.raw('openapi.json')).body).paths as object);
    const first = paths.map((path) => path.split('/').filter((segment) => segment && segment !== 'api')[0] ?? '');
    const segments = [...new Set([...first, 'schema', 'meta', 'job', 'login', 'hub', 'api', 'welcome', 'Money'])];
    expect(segments.length).toBeGreaterThan(40);
    for (const path of segments.filter((segment) => /^[a-zA-Z][a-zA-Z0-9]*$/.test(segment))) {
      const found = await refusal(documentOf({ path }));
      expect(
        found.map((each) => each.split(' ')[1]),
        path,
      ).toEqual(['path']);
    }
    for (const name of ['upFile', 'importPreview', 'importTemplate'])
      expect(await refusal(documentOf({ actions: { [name]: {} } }))).toEqual([`schema.reservedName actions.${name}`]);
  });

  it('are refused where the menu has no room for them, before anything is made', async () => {
    expect(await refusal(documentOf({ entity: 'a'.repeat(63) }))).toEqual(['text.tooLong entity']);
    expect(await refusal(documentOf({}, '名'.repeat(61)))).toEqual(['text.tooLong texts.name']);
    await launch(documentOf({ entity: 'b'.repeat(60), path: 'LongName' }).meta, 'n'.repeat(60));
    const { menus } = await good(admin.get('getLoginUser'));
    expect(JSON.stringify(menus)).toContain('/LongName');
  });

  it('are refused as columns that every table has, or that another field has', async () => {
    const fields = (extra: object) => documentOf({ fields: { label: { type: 'text' }, ...extra } });
    for (const id of ['version', 'id', 'createdBy', 'createdAt', 'updatedAt'])
      expect(await refusal(fields({ v: { type: 'integer', id } }))).toEqual(['schema.givenField fields.v.id']);
    expect(await refusal(fields({ other: { type: 'text', id: 'label' } }))).toEqual([
      'schema.duplicateKey fields.other.id',
    ]);
    const lines = { type: 'lines', fields: { seq: { type: 'integer' } } };
    expect(await refusal(fields({ lines }))).toEqual(['schema.givenField fields.lines.fields.seq']);
  });
});
