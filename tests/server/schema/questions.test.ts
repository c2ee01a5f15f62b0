import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityMeta, FieldMeta } from '../../../engine/core/index.ts';
import type { Answer } from '../../support/test-app.ts';
import { openWorld, type Principal, type World } from '../../support/world.ts';

type Row = Record<string, unknown>;
interface Blocker {
  code: string;
  path: string;
  count: number;
  needs?: string;
  accepts?: boolean;
  message?: string;
  filter?: Record<string, string>;
  records: { id: string; alike?: string }[];
}

describe('what a change of a schema asks of the records that there are', () => {
  let world: World;
  let admin: Principal['person'];
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
  });
  afterAll(() => world?.close());

  const good = async (asked: Promise<Answer>): Promise<Row> => {
    const { status, body } = await asked;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data;
  };

  /** An entity of its own per test, with every word that it needs. */
  async function entity(name: string, fields: Record<string, FieldMeta>, more: Partial<EntityMeta> = {}) {
    const path = name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
    const meta: EntityMeta = {
      ...{ entity: name, path, title: 'label' },
      fields: { label: { type: 'text', required: true, maxLength: 40 }, ...fields },
      list: { columns: ['label'], filters: ['label'] },
      access: { clerk: { codes: ['read', 'add', 'edit'] } },
      ...more,
    };
    const call = async (verb: string, body: Row = {}) => admin.post(`schema/${name}/${verb}`, body);
    const stamp = async () => {
      const { draft } = await good(admin.get(`schema/${name}`));
      return (draft as { stamp: number } | null)?.stamp ?? 0;
    };
    const here = {
      name,
      path,
      call,
      change: async (...commands: Command[]) =>
        good(call('commands', { stamp: await stamp(), name: 'change', commands })),
      plan: async (given: Row = {}) => {
        const { blockers, lint } = (await good(call('plan', given))) as unknown as {
          blockers: Blocker[];
          lint: Blocker[];
        };
        return { blockers: blockers.filter(({ code }) => !code.startsWith('lint.')), lint };
      },
      publish: async (given: Row = {}) =>
        good(call('publish', { stamp: await stamp(), reason: 'because', acceptProblems: true, ...given })),
      tryPublish: async (given: Row = {}) => call('publish', { stamp: await stamp(), reason: 'because', ...given }),
      goTo: (revision: number) => good(call('rollback', { revision, reason: 'back' })),
      add: async (record: Row) => String((await good(admin.post(`${path}/add`, record)))['id']),
      read: (id: string) => good(admin.get(`${path}/detail`, { id })),
      history: async (id: string) =>
        (await good(admin.get(`${path}/history`, { id }))) as unknown as {
          verb: string;
          $by: string;
          version: number;
          changes: Row[];
        }[],
    };
    await good(admin.post('schema/create', { document: { meta, texts: { 'en-US': { name, plural: name } } } }));
    await here.publish();
    return here;
  }
  const coded = (found: readonly Blocker[]) =>
    found.map(({ code, path, count, needs }) => [code, path, count, needs ?? '']);
  const rows = { what: { type: 'text' as const }, worth: { type: 'integer' as const } };

  it('keeps the rows of a sub-table that was a text for a while, whatever is changed of it afterwards', async () => {
    const here = await entity('sub-kept', { sub: { type: 'lines', fields: { ...rows, x: { type: 'text' } } } });
    const id = await here.add({
      label: 'one',
      sub: [
        { what: 'a', worth: 1, x: 'y' },
        { what: 'b', worth: 2, x: 'z' },
      ],
    });
    await here.change({ do: 'set', at: 'fields.sub', value: { type: 'text' } });
    await here.publish();
    await here.goTo(1);
    expect((await here.read(id))['sub']).toHaveLength(2);
    await here.change({ do: 'remove', at: 'fields.sub.fields.x', letGo: true });
    await here.publish();
    expect((await here.read(id))['sub']).toMatchObject([
      { what: 'a', worth: 1 },
      { what: 'b', worth: 2 },
    ]);
    await here.change({ do: 'set', at: 'fields.sub.fields.more', value: { type: 'date' } });
    await here.publish();
    expect((await here.read(id))['sub']).toHaveLength(2);
    await here.goTo(1);
    expect((await here.read(id))['sub']).toMatchObject([
      { what: 'a', worth: 1, x: 'y' },
      { what: 'b', worth: 2, x: 'z' },
    ]);
  });

  it('asks of the rows of a sub-table what it asks of records', async () => {
    const here = await entity('sub-asked', { sub: { type: 'lines', fields: rows } });
    const id = await here.add({
      label: 'one',
      sub: [
        { what: 'a', worth: 7 },
        { what: 'b', worth: 8 },
      ],
    });
    await here.add({ label: 'none' });
    await here.change(
      { do: 'set', at: 'fields.sub.fields.worth', value: { type: 'date' } },
      { do: 'set', at: 'fields.sub.fields.colour', value: { type: 'text', required: true, maxLength: 9 } },
      { do: 'remove', at: 'fields.sub.fields.what', letGo: true },
    );
    const { blockers, lint } = await here.plan();
    expect(coded(blockers)).toEqual([
      ['schema.lossy', 'fields.sub.fields.worth', 1, 'backfill'],
      ['schema.requiredEmpty', 'fields.sub.fields.colour', 1, 'backfill'],
    ]);
    expect(blockers[0]?.records).toMatchObject([{ id }]);
    expect(coded(lint)).toContainEqual(['schema.hiddenValues', 'fields.sub.fields.what', 1, '']);
    await here.change({ do: 'set', at: 'fields.sub.fields.worth', value: { type: 'integer' } });
    await here.publish({ backfill: { 'sub.colour': 'red' } });
    expect((await here.read(id))['sub']).toMatchObject([
      { worth: 7, colour: 'red' },
      { worth: 8, colour: 'red' },
    ]);
  });

  it('stops where rows would go from sight, until someone signs for it, and the history keeps who did and why', async () => {
    const here = await entity('sub-signed', { sub: { type: 'lines', fields: rows } });
    await here.add({ label: 'one', sub: [{ what: 'a', worth: 7 }] });
    await here.change({ do: 'set', at: 'fields.sub', value: { type: 'text' } });
    const { body } = await here.tryPublish();
    expect(body.issues).toContainEqual(expect.objectContaining({ code: 'schema.rowsHidden', path: 'fields.sub' }));
    expect((await here.tryPublish({ acceptProblems: true, reason: ' ' })).body.issues).toMatchObject([
      { code: 'schema.reasonNeeded' },
    ]);
    await here.publish({ reason: 'they are on paper' });
    const { revisions } = await good(admin.get(`schema/${here.name}/history`, { culture: 'en-US' }));
    expect((revisions as Row[])[0]).toMatchObject({ revision: 2, reason: 'they are on paper' });
    expect((revisions as { accepted: Row[] }[])[0]?.accepted).toContainEqual(
      expect.objectContaining({
        code: 'schema.rowsHidden',
        path: 'fields.sub',
        message: expect.stringContaining('1 record has'),
      }),
    );
  });

  it.each<[string, Row, unknown]>([
    ['converts them at a rate', { rate: 7.2 }, 9],
    ['keeps their figures', 'keep' as unknown as Row, 1.25],
    ['empties them', 'empty' as unknown as Row, null],
  ])('asks what becomes of amounts whose currency changes, and %s', async (title, fate, after) => {
    const here = await entity(`money-${title.split(' ')[0]}`, { m: { type: 'money', currency: 'USD' } });
    const id = await here.add({ label: 'one', m: 1.25 });
    await here.add({ label: 'none' });
    await here.change({ do: 'set', at: 'fields.m.currency', value: 'CNY' });
    const { blockers } = await here.plan();
    expect(coded(blockers)).toEqual([['schema.currencyChanged', 'fields.m.currency', 1, 'money']]);
    expect((await here.tryPublish({ acceptProblems: true })).body.issues).toMatchObject([
      { code: 'schema.currencyChanged' },
    ]);
    expect((await here.tryPublish({ money: { m: { rate: -1 } } })).body.issues).toMatchObject([{ path: 'money.m' }]);
    await here.publish({ money: { m: fate } });
    expect((await here.read(id))['m']).toBe(after);
    const [entry] = await here.history(id);
    const told = { verb: 'publish', version: 2, changes: [{ field: 'm', before: 1.25, after, revision: 2 }] };
    if (after === 1.25) expect(entry).toMatchObject({ verb: 'add', version: 1 });
    else expect(entry).toMatchObject(told);
  });

  it('counts what lies outside of bounds that the column does not keep', async () => {
    const here = await entity('bounded', {
      n: { type: 'integer' },
      when: { type: 'date' },
      code: { type: 'text', maxLength: 20 },
      tags: { type: 'choices', options: ['a', 'b', 'c'] },
      sub: { type: 'lines', fields: rows },
    });
    await here.add({
      label: 'one',
      n: 9,
      when: '2020-01-01',
      code: 'ab',
      tags: ['a', 'b'],
      sub: [{ worth: 9 }, { worth: 1 }],
    });
    await here.add({ label: 'two', n: 3, when: '2026-01-01', code: 'ABC', tags: ['a'], sub: [{ worth: 1 }] });
    await here.change(
      { do: 'set', at: 'fields.n.max', value: 5 },
      { do: 'set', at: 'fields.when.min', value: '2025-01-01' },
      { do: 'set', at: 'fields.code.pattern', value: '[A-Z]+' },
      { do: 'set', at: 'fields.tags.max', value: 1 },
      { do: 'set', at: 'fields.sub.max', value: 1 },
      { do: 'set', at: 'fields.sub.fields.worth.max', value: 5 },
    );
    const { lint } = await here.plan();
    expect(coded(lint.filter(({ code }) => code === 'schema.boundBroken'))).toEqual(
      ['n.max', 'when.min', 'code.pattern', 'tags.max', 'sub.max', 'sub.fields.worth.max'].map((at) => [
        ...['schema.boundBroken', `fields.${at}`, 1, ''],
      ]),
    );
  });

  it('counts the records that break a rule on a field which is new, as they will be', async () => {
    const here = await entity('ruled', { boxes: { type: 'integer' } });
    for (const boxes of [1, 4, 5]) await here.add({ label: `${boxes}`, boxes });
    await here.change(
      { do: 'set', at: 'fields.centre', value: { type: 'text', maxLength: 9 } },
      { do: 'set', at: 'validations[0]', value: { code: 'centre', when: 'boxes > 3 && centre == null', at: 'centre' } },
    );
    const { lint } = await here.plan();
    expect(coded(lint)).toContainEqual(['schema.ruleBroken', 'validations[0].when', 2, '']);
    expect(coded((await here.plan({ backfill: { centre: 'K1' } })).lint)).not.toContainEqual(
      expect.arrayContaining(['schema.ruleBroken']),
    );
  });

  it('holds a publish up for a problem of the draft, with a message, until someone signs for it', async () => {
    const here = await entity('looped', { n: { type: 'integer' } });
    await here.change(
      { do: 'set', at: 'fields.c1', value: { type: 'computed', as: 'integer', value: 'n' } },
      { do: 'set', at: 'fields.c2', value: { type: 'integer', required: true, visible: false } },
      { do: 'set', at: 'fields.n.default', value: 'xx' },
    );
    const issues = (await here.tryPublish()).body.issues ?? [];
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'lint.hiddenRequired', message: expect.stringContaining('never shown') }),
    );
    expect(issues).toContainEqual(expect.objectContaining({ code: 'lint.badDefault', path: 'fields.n.default' }));
    await here.publish({ reason: 'for now' });
    await here.change({ do: 'set', at: 'fields.note', value: { type: 'text' } });
    const { blockers } = (await good(here.call('plan'))) as unknown as { blockers: Blocker[] };
    // What was signed for is not asked again.
    expect(blockers.map(({ code }) => code)).not.toContain('lint.hiddenRequired');
  });

  it('tells which records have the same value, and what shows them all', async () => {
    const here = await entity('paired', { code: { type: 'text', maxLength: 9 } });
    for (const code of ['a', 'b', 'a', 'c', 'b']) await here.add({ label: `l ${code}`, code });
    await here.change({ do: 'set', at: 'fields.code.unique', value: true });
    const { blockers } = await here.plan();
    expect(blockers[0]?.records.map(({ alike }) => alike)).toEqual(['a', 'a', 'b', 'b']);
    const all = await good(admin.get(`${here.path}/page`, { ...blockers[0]?.filter }));
    expect(all['totalRows']).toBe(4);
  });

  it('writes the trail of states that move, of what fills and of what gets another type, and follows renamed fields', async () => {
    const here = await entity(
      'trailed',
      { amount: { type: 'text', maxLength: 9 }, note: { type: 'text', maxLength: 9 } },
      {
        workflow: {
          start: 'open',
          states: { open: { edit: true }, repair: { edit: true }, done: {} },
          transitions: { send: { from: ['open'], to: 'repair' }, finish: { from: ['open', 'repair'], to: 'done' } },
        },
        access: { clerk: { codes: ['read', 'add', 'edit', 'send', 'finish'] } },
      },
    );
    const id = await here.add({ label: 'one', amount: '12' });
    await good(admin.post(`${here.path}/send`, { id }));
    await here.change(
      { do: 'remove', at: 'workflow.states.repair', letGo: true },
      { do: 'set', at: 'fields.amount', value: { type: 'integer' } },
      { do: 'set', at: 'fields.note.required', value: true },
      { do: 'set', at: 'fields.kind', value: { type: 'text', required: true, maxLength: 9 } },
    );
    await here.publish({ mapping: { repair: 'open' }, backfill: { note: 'x', kind: 'k' } });
    const entries = (await here.history(id)).filter(({ verb }) => verb === 'publish');
    expect(entries.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { field: 'status', before: 'repair', after: 'open', revision: 2 },
        { field: 'note', before: null, after: 'x', revision: 2 },
        { field: 'amount', before: '12', after: 12, revision: 2 },
        { field: 'kind', before: null, after: 'k', revision: 2 },
      ]),
    );
    const person = entries[0]?.$by;
    expect(person).toBeTruthy();
    expect(await here.read(id)).toMatchObject({ status: 'open', version: 3 });
    await here.change({ do: 'rename', at: 'fields.amount', to: 'mileage' });
    await here.publish();
    const told = (await here.history(id)).flatMap(({ changes }) => changes.map(({ field, after }) => [field, after]));
    expect(told).toContainEqual(['mileage', '12']);
    expect(told).toContainEqual(['mileage', 12]);
  });

  it('raises the version of records whose values got another type, and follows renamed fields of rows', async () => {
    const here = await entity('rows-trailed', { amount: { type: 'text' }, sub: { type: 'lines', fields: rows } });
    const id = await here.add({ label: 'one', amount: '12', sub: [{ what: 'a', worth: 7 }] });
    const empty = await here.add({ label: 'none' });
    await here.change({ do: 'set', at: 'fields.amount', value: { type: 'integer' } });
    await here.publish();
    expect(await here.read(id)).toMatchObject({ amount: 12, version: 2 });
    expect(await here.read(empty)).toMatchObject({ version: 1 });
    await here.change(
      { do: 'rename', at: 'fields.sub', to: 'goods' },
      { do: 'rename', at: 'fields.goods.fields.worth', to: 'value' },
    );
    await here.publish();
    await here.change({ do: 'set', at: 'fields.goods.fields.value', value: { type: 'text', maxLength: 9 } });
    await here.publish();
    expect(await here.read(id)).toMatchObject({ goods: [{ what: 'a', value: '7' }], version: 3 });
    const [told, retyped, added] = await here.history(id);
    expect(told).toMatchObject({ verb: 'publish', version: 3, changes: [{ field: 'goods', parts: ['value'] }] });
    expect(retyped).toMatchObject({
      verb: 'publish',
      version: 2,
      changes: [{ field: 'amount', before: '12', after: 12 }],
    });
    expect(added?.changes).toContainEqual({
      field: 'goods',
      before: null,
      after: [expect.objectContaining({ what: 'a', value: 7 })],
    });
    await here.change({ do: 'rename', at: 'fields.goods.fields.value', to: 'price' });
    await here.publish();
    const [again] = await here.history(id);
    expect(again).toMatchObject({ version: 3, changes: [{ field: 'goods', parts: ['price'] }] });
  });

  it('brings back on the way back what had made way for a given value, unless someone wrote something since', async () => {
    const sized = { what: { type: 'text' as const }, size: { type: 'text' as const, maxLength: 9 } };
    const here = await entity('sized', { size: { type: 'text', maxLength: 9 }, sub: { type: 'lines', fields: sized } });
    const add = (size: string) => here.add({ label: size, size, sub: [{ what: 'a', size }] });
    const [huge, vast, seven] = [await add('huge'), await add('vast'), await add('07')];
    await here.change(
      { do: 'set', at: 'fields.size', value: { type: 'integer' } },
      { do: 'set', at: 'fields.sub.fields.size', value: { type: 'integer' } },
    );
    await here.publish({ backfill: { size: 99, 'sub.size': '5' } });
    expect(await here.read(huge)).toMatchObject({ size: 99, sub: [{ size: 5 }] });
    await good(admin.post(`${here.path}/edit`, { id: vast, size: 40 }));
    await here.goTo(1);
    expect(await here.read(huge)).toMatchObject({ size: 'huge', sub: [{ size: 'huge' }] });
    expect(await here.read(vast)).toMatchObject({ size: '40', sub: [{ size: 'vast' }] });
    expect(await here.read(seven)).toMatchObject({ size: '07', sub: [{ size: '07' }] });
    const [back] = (await here.history(huge)).filter(({ changes }) => changes.some(({ field }) => field === 'size'));
    expect(back?.changes).toContainEqual({ field: 'size', before: 99, after: 'huge', revision: 3 });
  });

  it('asks anyone who publishes to sign for words that a language lacks, people and programs alike', async () => {
    const here = await entity('wordless', {});
    await here.change({ do: 'set', at: 'fields.note', value: { type: 'text' } });
    const lacking = { code: 'lint.missingText', path: 'texts.en-US.fields.note' };
    expect((await good(here.call('plan')))['blockers']).toMatchObject([{ ...lacking, accepts: true }]);
    expect((await here.tryPublish()).body).toMatchObject({ success: false, issues: [lacking] });
    await here.publish({ reason: 'words come later' });
    const { revisions } = await good(admin.get(`schema/${here.name}/history`));
    expect((revisions as { accepted: Row[] }[])[0]?.accepted).toMatchObject([lacking]);
  });

  it('says before a way back what it brings back and what it does not', async () => {
    const flow = (states: string[]): EntityMeta['workflow'] => ({
      start: 'open',
      states: Object.fromEntries(states.map((state) => [state, { edit: true }])),
      transitions: { send: { from: ['open'], to: 'repair' } },
    });
    const here = await entity(
      'gone-back',
      { note: { type: 'text', maxLength: 9 } },
      { workflow: flow(['open', 'repair']), access: { clerk: { codes: ['read', 'add', 'edit', 'send'] } } },
    );
    const id = await here.add({ label: 'one', note: 'x' });
    await good(admin.post(`${here.path}/send`, { id }));
    await here.change(
      { do: 'remove', at: 'workflow.states.repair', letGo: true },
      { do: 'remove', at: 'fields.note', letGo: true },
    );
    await here.publish({ mapping: { repair: 'open' } });
    const plan = (await good(here.call('rollback', { revision: 1, dryRun: true }))) as unknown as {
      lint: Blocker[];
      changes: Row[];
      sentences: Row[];
      steps: Row[];
    };
    expect(coded(plan.lint)).toContainEqual(['schema.statesStay', 'workflow.states.repair', 1, '']);
    expect(plan.changes).toContainEqual(expect.objectContaining({ kind: 'added', thing: 'field', name: 'note' }));
    // A tenant reads what the statements do, not the SQL.
    expect(plan.sentences).toContainEqual(expect.objectContaining({ message: expect.stringContaining('No downtime') }));
    expect(plan.steps).toEqual([]);
    expect((await here.read(id))['note']).toBeUndefined();
  });

  it('brings one removed field back with its values and words, and nothing else', async () => {
    const fields: Record<string, FieldMeta> = {
      note: { type: 'text', maxLength: 9 },
      other: { type: 'integer' },
      sub: { type: 'lines', fields: rows },
    };
    const here = await entity('brought-back', fields, { form: { basic: [['label'], ['note'], ['sub']] } });
    const id = await here.add({ label: 'one', note: 'kept', other: 3, sub: [{ what: 'a', worth: 1 }] });
    await here.change({ do: 'text', culture: 'en-US', key: 'fields.note', value: 'A note' });
    await here.publish();
    await here.change(
      { do: 'remove', at: 'fields.note', letGo: true },
      { do: 'remove', at: 'fields.other', letGo: true },
      { do: 'remove', at: 'fields.sub.fields.worth', letGo: true },
    );
    await here.publish();
    const { fields: removed } = await good(admin.get(`schema/${here.name}/removed`));
    expect(removed).toEqual([
      { field: 'note', type: 'text', revision: 2 },
      { field: 'other', type: 'integer', revision: 2 },
      { field: 'sub.worth', type: 'integer', revision: 2 },
    ]);
    await good(here.call('bring-back', { stamp: 0, field: 'note' }));
    await good(here.call('bring-back', { stamp: 1, field: 'sub.worth' }));
    await here.publish();
    const record = await here.read(id);
    expect(record).toMatchObject({ note: 'kept', sub: [{ what: 'a', worth: 1 }] });
    expect(record).not.toHaveProperty('other');
    const { texts, meta } = await good(admin.get(`meta/${here.path}`));
    expect(texts).toMatchObject({ fields: { note: 'A note' } });
    expect((meta as EntityMeta).form).toEqual({ basic: [['label'], ['sub'], ['note']] });
  });

  it('does not let an entity go that others need, says who, and asks again when it comes back', async () => {
    const needed = await entity('needed', {});
    const needing = await entity('needing', { to: { type: 'reference', to: 'needed' } });
    const { body } = await needed.call('retire');
    expect(body).toMatchObject({ success: false, issues: [{ code: 'schema.entityUsed' }] });
    expect(body.issues?.[0]?.path).toMatch(/^needing: fields\.to/);
    expect((await admin.get('Needing/page')).status).toBe(200);
    await needing.change({ do: 'remove', at: 'fields.to', letGo: true });
    await needing.publish();
    const used = async () => {
      const { limits } = await good(admin.get('schema/entities'));
      return (limits as { used: { entities: number } }).used.entities;
    };
    const before = await used();
    await good(needed.call('retire'));
    expect(await used()).toBe(before - 1);
    await good(needed.call('revive'));
    expect(await used()).toBe(before);
    expect((await admin.get('Needed/page')).status).toBe(200);
  });

  it('counts own fields by entity, and drafts of new ones as entities', async () => {
    const here = await entity('counted', { a: { type: 'text' }, b: { type: 'text' } });
    const read = async () => (await good(admin.get('schema/entities'))) as { entities: Row[]; limits: { used: Row } };
    const { entities, limits } = await read();
    expect(entities.find(({ entity: name }) => name === here.name)).toMatchObject({ fields: { used: 3, most: 200 } });
    expect(entities.find(({ entity: name }) => name === 'customer')).toMatchObject({ fields: { used: 0, most: 60 } });
    expect(limits.used).toMatchObject({ fields: 0, drafts: 0 });
    const meta = {
      entity: 'drafted',
      path: 'Drafted',
      title: 'a',
      fields: { a: { type: 'text' } },
      list: { columns: ['a'] },
      access: {},
    };
    await good(admin.post('schema/create', { document: { meta, texts: {} } }));
    expect((await read()).limits.used).toEqual({
      ...limits.used,
      drafts: 1,
      entities: Number(limits.used['entities']) + 1,
    });
  });

  it('tells its history in the zone of the tenant', async () => {
    const here = await entity('zoned', {});
    const { revisions } = await good(admin.get(`schema/${here.name}/history`));
    const { rows: found } = await world.owner.query<{ at: string }>(
      `SELECT to_char(r.at AT TIME ZONE t."timeZone", 'YYYY-MM-DD HH24:MI:SS') AS at
         FROM lading.revision r JOIN tenant t ON t.id = r.tenant_id WHERE r.entity = 'zoned'`,
    );
    expect(revisions).toMatchObject(found);
  });
});
