import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../../engine/core/index.ts';
import type { Answer, Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

type Row = Record<string, unknown>;

const words = (name: string, fields: string[]) => ({
  'en-US': { name, plural: name, fields: Object.fromEntries(fields.map((field) => [field, field])) },
});
const node = (name: string, to: string): EntityMeta => ({
  ...{ entity: name, path: name.replace('-', ''), title: 'label' },
  fields: { label: { type: 'text', required: true, maxLength: 40 }, next: { type: 'reference', to } },
  list: { columns: ['label', 'next'] },
  access: { clerk: { codes: ['read', 'add', 'edit'] } },
});
const entityOf = (meta: EntityMeta) => ({
  ...{ entity: meta.entity, origin: 'added' },
  document: { meta, texts: words(meta.entity, Object.keys(meta.fields)) },
});
const board = {
  screen: 'nodes',
  origin: 'added',
  document: {
    meta: { screen: 'nodes', blocks: [{ block: 'count', kind: 'number', entity: 'node-a' }] },
    texts: { 'en-US': { title: 'Nodes', blocks: { count: 'Nodes' } } },
  },
};

describe('a bundle in another house', () => {
  let world: World;
  let south: Person;
  beforeAll(async () => {
    world = await openWorld();
    south = world.person('south admin').person;
  });
  afterAll(() => world?.close());

  const good = async (asked: Promise<Answer>): Promise<Row> => {
    const { status, body } = await asked;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const tables = async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname ~ '^own_' AND relkind = 'r'`,
    );
    return rows.map(({ name }) => name);
  };
  const apply = (bundle: Row, more: Row = {}) =>
    south.post('schema/bundle', { bundle, reason: 'moved', acceptProblems: true, ...more });
  const circle = {
    lading: 1,
    entities: [node('node-a', 'node-b'), node('node-b', 'node-a')].map(entityOf),
    screens: [board],
  };
  const revisions = (answer: Row) =>
    (answer['entities'] as { entity: string; revision: number | null }[]).map((each) => [
      ...[each.entity, each.revision],
    ]);

  it('is planned as it will be there: entities that point at one another, and a board on a new one', async () => {
    const dry = await good(apply(circle, { dryRun: true }));
    expect(revisions(dry)).toEqual([
      ['node-a', null],
      ['node-b', null],
      ['screen:nodes', null],
    ]);
    expect((dry['entities'] as { changes: Row[] }[]).every(({ changes }) => changes.length > 0)).toBe(true);
    expect((await south.get('nodea/page')).status).toBe(404);
    expect(await tables()).toEqual([]);
  });

  it('leaves nothing of itself behind where the last part of it fails', async () => {
    await world.owner.query(`
      CREATE FUNCTION test.no_b() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$;
      CREATE TRIGGER no_b BEFORE INSERT ON lading.revision FOR EACH ROW WHEN (NEW.entity = 'screen:nodes') EXECUTE FUNCTION test.no_b()`);
    const { body } = await apply(circle);
    expect(body).toMatchObject({ success: false, issues: [{ code: 'schema.stepFailed' }] });
    expect((await south.get('nodea/page')).status).toBe(404);
    expect((await south.get('nodeb/page')).status).toBe(404);
    expect(await tables()).toEqual([]);
    await world.owner.query('DROP TRIGGER no_b ON lading.revision');
  });

  it('goes live in one moment, and doing it twice changes nothing', async () => {
    const done = await good(apply(circle));
    expect(revisions(done)).toEqual([
      ['node-a', 1],
      ['node-b', 1],
      ['screen:nodes', 1],
    ]);
    const { id } = await good(south.post('nodea/add', { label: 'a' }));
    const { id: other } = await good(south.post('nodeb/add', { label: 'b', next: id }));
    await good(south.post('nodea/edit', { id, version: 1, next: other }));
    expect(await good(south.get('nodea/detail', { id: String(id) }))).toMatchObject({ next: other, $next: 'b' });
    expect(revisions(await good(apply(circle)))).toEqual([
      ['node-a', null],
      ['node-b', null],
      ['screen:nodes', null],
    ]);
  });

  it('publishes nothing where records stand in the way of one part, and takes what they get', async () => {
    const more = node('node-a', 'node-b');
    const asking = {
      ...more,
      fields: { ...more.fields, kind: { type: 'text' as const, required: true, maxLength: 9 } },
    };
    const meta: EntityMeta = { ...asking, form: { basic: [['label', 'next'], ['kind']] } };
    const b = node('node-b', 'node-a');
    const free = { ...b, fields: { ...b.fields, note: { type: 'text' as const } } };
    const bundle = { lading: 1, entities: [free, meta].map(entityOf) };
    const { body } = await apply(bundle);
    expect(body.issues).toMatchObject([{ code: 'schema.requiredEmpty', path: 'node-a: fields.kind' }]);
    const schema = await good(south.get('schema/node-b'));
    expect(schema['revision']).toBe(1);
    const done = await good(apply(bundle, { given: { 'node-a': { backfill: { kind: 'k' } } } }));
    expect(revisions(done)).toEqual([
      ['node-b', 2],
      ['node-a', 2],
    ]);
    expect(await good(south.get('nodea/page'))).toMatchObject({ rows: [{ label: 'a' }] });
  });
});
