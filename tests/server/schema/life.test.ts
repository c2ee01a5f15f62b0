import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityMeta } from '../../../engine/core/index.ts';
import { openWorld, type Principal, type World } from '../../support/world.ts';

type Person = Principal['person'];

const claim: EntityMeta = {
  entity: 'insurance-claim',
  path: 'InsuranceClaim',
  title: 'claimNo',
  fields: {
    claimNo: { type: 'sequence', sequence: 'IC-{n:5}' },
    reason: { type: 'text', required: true, maxLength: 40 },
    amount: { type: 'text', maxLength: 20 },
    happenedOn: { type: 'date' },
    items: { type: 'lines', fields: { what: { type: 'text', required: true }, worth: { type: 'decimal', scale: 2 } } },
  },
  validations: [{ code: 'inFuture', when: 'happenedOn > today', at: 'happenedOn' }],
  list: {
    columns: ['claimNo', 'reason', 'amount', 'status'],
    filters: ['status', 'reason'],
    search: ['reason'],
    sort: '-createdAt',
  },
  form: { basic: [['reason', 'amount'], ['happenedOn'], ['items']] },
  workflow: {
    start: 'open',
    states: { open: { edit: true, remove: true }, checking: { edit: true }, paid: { tone: 'good' } },
    transitions: {
      check: { from: ['open'], to: 'checking' },
      pay: { from: ['checking'], to: 'paid', confirm: true },
    },
  },
  access: { clerk: { codes: ['read', 'add', 'edit', 'check'] }, finance: { codes: ['read', 'pay'] } },
};
const words = {
  name: 'Insurance claim',
  plural: 'Insurance claims',
  fields: { reason: 'Reason' },
  rules: { inFuture: 'It has not happened yet.' },
};

describe("the life of a tenant's schema", () => {
  let world: World;
  let admin: Person;
  let clerk: Person;
  let south: Person;
  let ids: string[] = [];
  beforeAll(async () => {
    world = await openWorld();
    [admin, clerk, south] = ['north admin', 'north clerk', 'south admin'].map((name) => world.person(name).person) as [
      Person,
      Person,
      Person,
    ];
  });
  afterAll(() => world?.close());

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data as Record<string, unknown>;
  };
  const read = (entity: string) => good(admin.get(`schema/${entity}`));
  const stampOf = async (entity: string) => ((await read(entity))['draft'] as { stamp: number } | null)?.stamp ?? 0;
  const change = async (entity: string, ...commands: Command[]) =>
    good(admin.post(`schema/${entity}/commands`, { stamp: await stampOf(entity), name: 'change', commands }));
  /** What stands in the way of a publish but words that a language lacks. */
  const inTheWay = (plan: Record<string, unknown>) =>
    (plan['blockers'] as { code: string; count: number }[]).filter(({ code }) => code !== 'lint.missingText');
  const publish = async (entity: string, more: object = {}) =>
    good(
      admin.post(`schema/${entity}/publish`, {
        stamp: await stampOf(entity),
        reason: 'because',
        acceptProblems: true,
        ...more,
      }),
    );

  it('begins with a draft that nobody else sees, and ends with an entity that all of the tenant use at once', async () => {
    await good(
      admin.post('schema/create', {
        document: { meta: claim, texts: { 'en-US': words, 'zh-CN': { name: '理赔', plural: '理赔' } } },
      }),
    );
    expect((await clerk.get('InsuranceClaim/page')).status).toBe(404);
    const plan = await good(admin.get('schema/insurance-claim/plan'));
    expect(inTheWay(plan)).toEqual([]);
    expect(await publish('insurance-claim')).toEqual({ revision: 1 });

    const added = await good(
      clerk.post('InsuranceClaim/add', { reason: 'Crushed', amount: '12.50', items: [{ what: 'Lamp', worth: 12.5 }] }),
    );
    ids = [String(added['id'])];
    const page = await good(clerk.get('InsuranceClaim/page', { searchValue: 'crush', culture: 'en-US' }));
    expect(page).toMatchObject({ totalRows: 1, rows: [{ claimNo: 'IC-00001', reason: 'Crushed', status: 'open' }] });
    const meta = await good(clerk.get('meta/InsuranceClaim', { culture: 'en-US' }));
    expect(meta['texts']).toMatchObject({ name: 'Insurance claim', fields: { reason: 'Reason' } });
    const refused = (await clerk.post('InsuranceClaim/add?culture=en-US', { reason: 'Lost', happenedOn: '2099-01-01' }))
      .body;
    expect(refused).toMatchObject({ success: false, message: 'It has not happened yet.' });
    expect((await clerk.post('InsuranceClaim/pay', { id: ids[0] })).body).toMatchObject({ success: false });
    expect((await south.get('InsuranceClaim/page')).status).toBe(404);
    const menu = (await good(clerk.get('getLoginUser')))['menus'] as { path: string }[];
    expect(menu.map(({ path }) => path)).toContain('/InsuranceClaim');
  });

  it('takes in a file of five thousand, and gives it out again', async () => {
    const names = Array.from({ length: 5000 }, (_, at) => `Imported ${at}`);
    const ordered = await good(
      admin.send(
        'InsuranceClaim/import',
        'claims.csv',
        ['reason,happenedOn', ...names.map((name) => `${name},2025-01-02`)].join('\n'),
      ),
    );
    await world.test.runJobs();
    expect(await good(admin.get('job', { id: String(ordered['job']) }))).toMatchObject({
      state: 'done',
      result: { added: 5000, refused: 0 },
    });
    expect(await good(clerk.get('InsuranceClaim/page', { searchValue: 'Imported 4999' }))).toMatchObject({
      totalRows: 1,
    });
    const out = await good(admin.post('InsuranceClaim/export', { format: 'csv' }));
    await world.test.runJobs();
    expect(await good(admin.get('job', { id: String(out['job']) }))).toMatchObject({ state: 'done', done: 5001 });
  });

  it('changes a type, renames and asks for more, and keeps every record', async () => {
    for (const at of [1, 2, 3])
      ids.push(
        String((await good(clerk.post('InsuranceClaim/add', { reason: `Claim ${at}`, amount: `${at}.25` })))['id']),
      );
    await change(
      'insurance-claim',
      { do: 'set', at: 'fields.amount', value: { type: 'decimal', scale: 2 } },
      { do: 'rename', at: 'fields.reason', to: 'cause' },
      { do: 'set', at: 'fields.urgency', value: { type: 'choice', options: ['low', 'high'], required: true } },
      { do: 'place', in: 'form', field: 'urgency', section: 'basic', row: 0 },
    );
    const plan = await good(admin.get('schema/insurance-claim/plan'));
    expect(inTheWay(plan).map(({ code, count }) => [code, count])).toEqual([['schema.requiredEmpty', 5004]]);
    expect((plan['changes'] as { kind: string; name: string }[]).map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['renamed cause', 'added urgency']),
    );
    expect(await publish('insurance-claim', { backfill: { urgency: 'low' } })).toEqual({ revision: 2 });
    const { rows } = (await good(clerk.get('InsuranceClaim/page', { searchValue: 'Claim ' }))) as { rows: object[] };
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ cause: 'Claim 2', amount: 2.25, urgency: 'low' })]),
    );
  });

  it('refuses what would lose something, and says on which records', async () => {
    await good(clerk.post('InsuranceClaim/edit', { id: ids[0], cause: 'A rather long cause', version: 2 }));
    await change('insurance-claim', { do: 'set', at: 'fields.cause.maxLength', value: 14 });
    const { body } = await admin.post('schema/insurance-claim/publish', {
      stamp: await stampOf('insurance-claim'),
      reason: '',
    });
    expect(body).toMatchObject({ success: false, issues: [{ code: 'schema.outside', path: 'fields.cause' }] });
    expect((body.data as { blockers: object[] }).blockers).toMatchObject([{ count: 1, records: [{ id: ids[0] }] }]);
    await good(admin.post('schema/insurance-claim/discard', {}));
  });

  it('refuses while a test kept with the rules does not hold, with a message and its place', async () => {
    const test = (codes: string[]) => ({
      ...{ record: { happenedOn: '2026-03-02' }, now: '2026-03-01 08:00:00', expect: { codes } },
    });
    await change('insurance-claim', { do: 'set', at: 'tests.tomorrow', value: test([]) });
    const red = { code: 'schema.testRed', path: 'tests.tomorrow.expect.codes' };
    const plan = await good(admin.get('schema/insurance-claim/plan', { culture: 'en-US' }));
    const message = 'The test “tomorrow” does not hold (codes): it expects [] and finds ["inFuture"].';
    expect(plan['blockers']).toMatchObject([{ ...red, message }]);
    expect(plan['lint']).toContainEqual(expect.objectContaining({ code: 'lint.testRed', path: red.path }));
    expect(plan['changes']).toMatchObject([{ kind: 'added', thing: 'test', name: 'tomorrow' }]);
    const stamp = await stampOf('insurance-claim');
    const { body } = await admin.post('schema/insurance-claim/publish', { stamp, reason: '' });
    expect(body).toMatchObject({ success: false, issues: [red] });
    await change('insurance-claim', { do: 'set', at: 'tests.tomorrow', value: test(['inFuture']) });
    expect((await good(admin.get('schema/insurance-claim/plan')))['blockers']).toEqual([]);
    await good(admin.post('schema/insurance-claim/discard', {}));
    // Cases are for those who design: nobody who works with the records gets them.
    const { meta } = await good(admin.get('meta/Order'));
    expect(meta).not.toHaveProperty('tests');
  });

  it('asks for a new state when a state with records is removed', async () => {
    await good(clerk.post('InsuranceClaim/check', { id: ids[1] }));
    await change(
      'insurance-claim',
      { do: 'set', at: 'workflow.transitions.pay.from', value: ['open'] },
      { do: 'remove', at: 'workflow.transitions.check' },
      { do: 'remove', at: 'workflow.states.checking' },
      { do: 'set', at: 'access.clerk.codes', value: ['read', 'add', 'edit'] },
    );
    const stamp = await stampOf('insurance-claim');
    expect((await admin.post('schema/insurance-claim/publish', { stamp, reason: '' })).body.issues).toMatchObject([
      { code: 'schema.stranded' },
    ]);
    await publish('insurance-claim', { mapping: { checking: 'open' } });
    expect(await good(clerk.get('InsuranceClaim/detail', { id: ids[1] ?? '' }))).toMatchObject({ status: 'open' });
  });

  it('goes back in one call, and loses nothing', async () => {
    await good(admin.post('schema/insurance-claim/rollback', { revision: 1, reason: 'too much' }));
    const record = await good(clerk.get('InsuranceClaim/detail', { id: ids[2] ?? '' }));
    expect(record).toMatchObject({ reason: 'Claim 2', amount: '2.25' });
    expect(record).not.toHaveProperty('urgency');
    const { revisions } = await good(admin.get('schema/insurance-claim/history'));
    expect(
      (revisions as { revision: number; reason: string }[]).map(({ revision, reason }) => `${revision} ${reason}`),
    ).toEqual(['4 too much', '3 because', '2 because', '1 because']);
  });

  it('answers a request for an old draft with the current one', async () => {
    await change('insurance-claim', { do: 'set', at: 'fields.note', value: { type: 'longText' } });
    const { status, body } = await admin.post('schema/insurance-claim/commands', {
      stamp: 0,
      name: 'late',
      commands: [],
    });
    expect([status, body.code]).toEqual([409, 4092]);
    expect(body.data).toMatchObject({ stamp: 1, document: { meta: { fields: { note: { type: 'longText' } } } } });
    await good(admin.post('schema/insurance-claim/undo', { stamp: 1 }));
    const draft = (await read('insurance-claim'))['draft'] as { document: { meta: EntityMeta } };
    expect(draft.document.meta.fields).not.toHaveProperty('note');
    await good(admin.post('schema/insurance-claim/discard', {}));
  });

  it('lets a tenant say more of a delivered entity, for itself alone', async () => {
    await change(
      'customer',
      { do: 'set', at: 'fields.rating', value: { type: 'integer', min: 1, max: 5 } },
      {
        do: 'set',
        at: 'validations[0]',
        value: { code: 'lowRating', when: 'rating != null && rating < 2', at: 'rating' },
      },
      { do: 'text', culture: 'en-US', key: 'rules.lowRating', value: 'Too low.' },
      { do: 'text', culture: 'en-US', key: 'fields.rating', value: 'Rating' },
      { do: 'set', at: 'list.filters[0]', value: 'rating' },
      { do: 'set', at: 'fields.club', value: { type: 'reference', to: 'level' } },
    );
    await publish('customer');
    const { rows: indexes } = await world.owner.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'customer' AND indexdef ~ '\\mx\\d+ IS NOT NULL\\)$' ORDER BY length(indexdef)`,
    );
    expect(indexes.map(({ indexdef }) => indexdef.replace(/^.*USING /, ''))).toContainEqual(
      expect.stringMatching(/^btree \(tenant_id, (x\d+)\) WHERE \(\1 IS NOT NULL\)$/),
    );
    const { rows } = (await good(admin.get('Customer/page', { pageSize: '20' }))) as {
      rows: { id: string; version: number }[];
    };
    const [first] = rows;
    const edited = await admin.post('Customer/edit?culture=en-US', { ...first, rating: 1 });
    expect(edited.body).toMatchObject({ success: false, issues: [{ code: 'lowRating', message: 'Too low.' }] });
    await good(admin.post('Customer/edit', { id: first?.id, version: first?.version, rating: 4 }));
    expect(await good(admin.get('Customer/page', { rating: '4' }))).toMatchObject({ totalRows: 1 });
    const other = await good(south.get('meta/Customer'));
    expect((other['meta'] as EntityMeta).fields).not.toHaveProperty('rating');
  });

  it('goes back to a revision that was made on an older base', async () => {
    await world.owner.query(
      `UPDATE lading.revision SET document = ((document::jsonb) #- '{meta,fields,remark}')::json WHERE entity = 'customer' AND revision = 1`,
    );
    await change('customer', { do: 'text', culture: 'en-US', key: 'fields.rating', value: 'Stars' });
    await publish('customer');
    expect(await good(admin.post('schema/customer/rollback', { revision: 1, reason: 'back' }))).toEqual({
      revision: 3,
    });
    const meta = await good(admin.get('meta/Customer', { culture: 'en-US' }));
    expect(meta['texts']).toMatchObject({ fields: { rating: 'Rating' } });
    expect((meta['meta'] as EntityMeta).fields).toMatchObject({ remark: { type: 'longText' }, rating: { max: 5 } });
  });

  it.each<[string, Command[]]>([
    ['a delivered field', [{ do: 'remove', at: 'fields.name', letGo: true }]],
    ['what a delivered field is', [{ do: 'set', at: 'fields.name.type', value: 'longText' }]],
    ['the name of a delivered field', [{ do: 'rename', at: 'fields.name', to: 'title' }]],
    ['the wall', [{ do: 'remove', at: 'owner' }]],
  ])('keeps %s', async (_, commands) => {
    const before = JSON.stringify(await read('customer'));
    const { body } = await admin.post('schema/customer/commands', {
      stamp: await stampOf('customer'),
      name: 'no',
      commands,
    });
    expect(body.success).toBe(false);
    expect(JSON.stringify(await read('customer'))).toBe(before);
  });

  it('is for administrators', async () => {
    const answers = await Promise.all([
      clerk.get('schema/entities'),
      clerk.post('schema/create', {}),
      clerk.get('schema/customer'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('is carried to another house, where doing it twice changes nothing', async () => {
    const { bundle } = await good(admin.get('schema/bundle'));
    const dry = await good(south.post('schema/bundle', { bundle, dryRun: true }));
    expect((dry['entities'] as { revision: null }[]).map(({ revision }) => revision)).toEqual([null, null]);
    await good(south.post('schema/bundle', { bundle, reason: 'moved', acceptProblems: true }));
    expect((await south.get('InsuranceClaim/page')).body).toMatchObject({ success: true, data: { totalRows: 0 } });
    const again = await good(south.post('schema/bundle', { bundle, reason: 'again', acceptProblems: true }));
    expect((again['entities'] as { changes: object[] }[]).map(({ changes }) => changes)).toEqual([[], []]);
  });
});
