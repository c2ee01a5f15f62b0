import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityMeta } from '../../../engine/core/index.ts';
import { timerTasks } from '../../../server/timers/tasks.ts';
import { openWorld, type Principal, type World } from '../../support/world.ts';

type Person = Principal['person'];

const weighing: EntityMeta = {
  entity: 'weighing',
  path: 'Weighing',
  title: 'label',
  fields: {
    label: { type: 'text', required: true, maxLength: 40 },
    weight: { type: 'text', maxLength: 20 },
    remark: { type: 'text', maxLength: 40 },
    items: { type: 'lines', fields: { what: { type: 'text', required: true } } },
  },
  list: { columns: ['label', 'weight'], filters: ['label'] },
  form: { basic: [['label', 'weight']] },
  access: { clerk: { codes: ['read', 'add', 'edit'] } },
};
const texts = { 'en-US': { name: 'Weighing', plural: 'Weighings' } };

describe('what was taken out of use', () => {
  let world: World;
  let admin: Person;
  let south: Person;
  let id = '';
  beforeAll(async () => {
    world = await openWorld();
    [admin, south] = ['north admin', 'south admin'].map((name) => world.person(name).person) as [Person, Person];
    await good(admin.post('schema/create', { document: { meta: weighing, texts } }));
    await publish(admin, 'weighing', 1);
    const record = { label: 'Crate', weight: '2.5', remark: 'fragile', items: [{ what: 'Lamp' }] };
    id = String((await good(admin.post('Weighing/add', record)))['id']);
  });
  afterAll(() => world?.close());

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data as Record<string, unknown>;
  };
  const publish = (person: Person, entity: string, stamp: number) =>
    good(person.post(`schema/${entity}/publish`, { stamp, reason: 'because', acceptProblems: true }));
  const change = async (person: Person, entity: string, ...commands: Command[]) => {
    await good(person.post(`schema/${entity}/commands`, { stamp: 0, name: 'change', commands }));
    return publish(person, entity, 1);
  };
  const rollBack = (revision: number) => admin.post('schema/weighing/rollback', { revision, reason: 'back' });
  const contract = async () => {
    const { node } = world.test;
    const count = await timerTasks['contract-schemas']?.({ ...node, newId: node.context.newId, hosts: [] });
    await node.logs.flush();
    return count;
  };
  /** Days go by for everything that was published and taken out of use. */
  const pass = async (days: number) => {
    await world.owner.query(`UPDATE lading.revision SET at = at - make_interval(days => $1)`, [days]);
    await world.owner.query(`UPDATE lading.retired_table SET at = at - make_interval(days => $1)`, [days]);
  };
  const places = async (like: string) => {
    const { rows } = await world.owner.query<{ place: string }>(
      `SELECT c.relname || '.' || a.attname AS place FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relkind = 'r' AND NOT a.attisdropped AND c.relname || '.' || a.attname LIKE $1 ORDER BY 1`,
      [like],
    );
    return rows.map(({ place }) => place.replace(/own_\d+/, 'own'));
  };
  const fieldsOf = async (entity: string) =>
    (
      (await good(admin.get(`schema/${entity}`)))['published'] as {
        meta: { fields: Record<string, { id?: string }> };
      }
    ).meta.fields;
  const historyOf = async (revision: number) => {
    const { revisions } = (await good(admin.get('schema/weighing/history'))) as {
      revisions: { revision: number; data: { fields: string[]; until: string | null; cleared: string | null }[] }[];
    };
    return revisions.find((each) => each.revision === revision)?.data ?? [];
  };

  it('is all there until its time is over, and comes back', async () => {
    await change(
      admin,
      'weighing',
      { do: 'remove', at: 'fields.remark', letGo: true },
      { do: 'remove', at: 'fields.items', letGo: true },
      { do: 'set', at: 'fields.weight', value: { type: 'decimal', scale: 1 } },
    );
    expect((await historyOf(1)).flatMap(({ fields }) => fields)).toEqual(['weight', 'remark', 'items']);
    await pass(89);
    expect(await contract()).toBe(0);
    await good(rollBack(1));
    expect(await good(admin.get('Weighing/detail', { id }))).toMatchObject({
      weight: '2.5',
      remark: 'fragile',
      items: [{ what: 'Lamp' }],
    });
    await good(rollBack(2));
  });

  it('stays for a younger revision, for an open draft, and forever where the tenant says so', async () => {
    await pass(89);
    expect(await contract()).toBe(1);
    expect(await places('own\\_%.weight%')).toEqual(['own.weight', 'own.weight__r3', 'own.weight__r4']);
    await pass(2);
    await good(admin.post('schema/weighing/commands', { stamp: 0, name: 'look', commands: [] }));
    await good(
      admin.post('schema/weighing/commands', {
        stamp: 1,
        name: 'draft',
        commands: [{ do: 'set', at: 'fields.note', value: { type: 'longText' } }],
      }),
    );
    expect(await contract()).toBe(0);
    await good(admin.post('schema/weighing/discard', {}));
    const { rows } = await world.owner.query<{ id: string; version: number }>(
      `SELECT c.id::text AS id, c.version FROM config c JOIN tenant t ON t.id = c.tenant_id WHERE t.code = 'north' AND c.code = 'SCHEMA_KEEP_DAYS'`,
    );
    const setting = (value: string) => admin.post('sysConfig/edit', { id: rows[0]?.id, value });
    expect((await setting('6')).body).toMatchObject({ success: false, issues: [{ code: 'notKept' }] });
    await good(setting('0'));
    expect(await contract()).toBe(0);
    expect(await historyOf(1)).toMatchObject([{ fields: ['weight'], until: null }]);
    await good(setting('90'));
  });

  it('is gone after it, with a line in the log, and says so to anyone who wants it back', async () => {
    expect(await historyOf(1)).toMatchObject([
      { fields: ['weight'], until: null },
      { fields: ['remark', 'items'], cleared: null },
    ]);
    expect(await contract()).toBe(4);
    expect(await places('own\\_%.remark')).toEqual([]);
    expect(await places('own\\_%\\_\\_items.%')).toEqual([]);
    expect(await places('own\\_%.weight%')).toEqual(['own.weight']);
    expect(await contract()).toBe(0);
    expect(await historyOf(1)).toMatchObject([{ fields: ['weight', 'remark', 'items'], until: null }]);
    const { rows } = await world.owner.query<{ message: string }>(
      `SELECT message FROM operation_log WHERE "className" = 'schema' AND "methodName" = 'contract'`,
    );
    expect(rows.map(({ message }) => message).join()).toMatch(/own_\d+\.remark/);

    const { body } = await rollBack(1);
    expect(body.issues?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'schema.keptCleared fields.weight',
      'schema.cleared fields.remark',
      'schema.cleared fields.items',
    ]);
    await good(admin.post('schema/weighing/restore', { stamp: 0, revision: 1 }));
    const plan = await good(admin.get('schema/weighing/plan', { culture: 'en-US' }));
    expect((plan['lint'] as { code: string; message: string }[]).find(({ code }) => code === 'schema.cleared')).toEqual(
      expect.objectContaining({ message: expect.stringMatching(/“remark” was cleared on \d{4}-\d\d-\d\d/) }),
    );
    await publish(admin, 'weighing', 1);
    expect(await good(admin.get('Weighing/detail', { id }))).toMatchObject({
      label: 'Crate',
      weight: '2.5',
      items: [],
    });
  });

  it('is one tenant’s alone: nobody else gets its column, and theirs stays when it goes', async () => {
    const add = (id?: string): Command => ({
      ...{ do: 'set', at: 'fields.rating' },
      value: { type: 'integer', ...(id ? { id } : {}) },
    });
    const remove: Command = { do: 'remove', at: 'fields.rating', letGo: true };
    await change(admin, 'customer', add());
    const column = (await fieldsOf('customer'))['rating']?.id ?? '';
    await change(south, 'customer', add(column));
    const { published } = (await good(south.get('schema/customer'))) as {
      published: { meta: { fields: Record<string, { id?: string }> } };
    };
    const theirs = published.meta.fields['rating']?.id ?? '';
    expect([column, theirs]).toEqual([expect.stringMatching(/^x\d+$/), expect.stringMatching(/^x\d+$/)]);
    expect(theirs).not.toBe(column);
    await change(admin, 'customer', remove);
    await pass(91);
    // With what a change of type above has left.
    expect(await contract()).toBe(2);
    expect(await places(`customer.${column}`)).toEqual([]);
    expect(await places(`customer.${theirs}`)).toHaveLength(1);
    await change(south, 'customer', remove);
    await pass(89);
    expect(await contract()).toBe(0);
    await pass(2);
    expect(await contract()).toBe(1);
    expect(await places(`customer.${theirs}`)).toEqual([]);
    expect(await places('customer.name')).toHaveLength(1);
  });

  it('is an entity with all of its records as well, which then cannot be revived but made again', async () => {
    await good(admin.post('schema/weighing/retire', {}));
    await pass(89);
    await contract();
    await good(admin.post('schema/weighing/revive', {}));
    expect(await good(admin.get('Weighing/page'))).toMatchObject({ totalRows: 1 });
    await good(admin.post('schema/weighing/retire', {}));
    await pass(89);
    await contract();
    expect(await places('own\\_%.label')).toEqual(['own.label']);
    await pass(2);
    expect(await contract()).toBe(2);
    expect(await places('own\\_%.label')).toEqual([]);
    for (const answer of [admin.post('schema/weighing/revive', {}), rollBack(1)])
      expect((await answer).body.issues?.map(({ code }) => code)).toEqual(['schema.entityCleared']);
    await good(admin.post('schema/create', { document: { meta: weighing, texts } }));
    await publish(admin, 'weighing', 1);
    expect(await good(admin.get('Weighing/page'))).toMatchObject({ totalRows: 0 });
  });
});
