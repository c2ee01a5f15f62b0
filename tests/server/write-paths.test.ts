import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { AppError } from '../../server/errors.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { drainJobs } from '../../server/jobs/run-jobs.ts';
import { openNode, type Node } from '../../server/node.ts';
import type { Actor } from '../../server/operations/context.ts';
import { add, createRecord } from '../../server/operations/write/add.ts';
import { insertMany } from '../../server/operations/write/insert-many.ts';
import { runAction, mutationOf } from '../../server/operations/write/run-action.ts';
import { runBatch } from '../../server/operations/write/pipeline.ts';
import { runBulk } from '../../server/operations/write/run-bulk.ts';
import { defineEffect, issue } from '../../server/modules/module.ts';
import { hosts, personOf, root, secretKey, testModules, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/*
 * A record comes in on five ways, and a step is taken on four. Whatever the way: the same record, the same refusals. The
 * entity has of everything that one way could forget: a start effect that decides where it belongs, a number, a secret,
 * copies, sums, lines, a rule, and a step that asks for a secret.
 */

const meta = {
  ...{ entity: 'case-file', path: 'CaseFile', title: 'no', owner: 'customer', org: 'org' },
  fields: {
    no: { type: 'sequence', sequence: 'CF-{n:5}' },
    customer: { type: 'reference', required: true, to: 'customer' },
    customerName: { type: 'computed', as: 'text', value: 'lookup:customer.name' },
    org: { type: 'reference', readOnly: true, to: 'org' },
    amount: { type: 'money', required: true, above: 0, scale: 2, currency: 'USD' },
    tax: { type: 'computed', as: 'decimal', scale: 2, value: 'amount * 0.1' },
    kind: { type: 'choice', default: 'loss', options: ['loss', 'refused'] },
    pin: { type: 'secret', maxLength: 20 },
    items: { type: 'lines', fields: { what: { type: 'text', required: true }, worth: { type: 'decimal', scale: 2 } } },
    worth: { type: 'rollup', over: 'items', sum: 'worth' },
    note: { type: 'text', maxLength: 10, readOnly: true },
  },
  validations: [{ code: 'tooDear', when: 'amount > 1000', at: 'amount' }],
  list: { columns: ['no', 'customer', 'amount', 'status'] },
  form: { basic: [['customer', 'amount', 'kind'], ['pin'], ['items']] },
  workflow: {
    ...{ start: 'open', startEffects: ['test.belong'] },
    states: { open: { edit: true, remove: true }, shut: {} },
    transitions: {
      shut: {
        from: ['open'],
        to: 'shut',
        form: ['pin'],
        set: { amount: 'amount + 1' },
        effects: ['test.note'],
        bulk: true,
      },
    },
  },
  access: { finance: { codes: ['*'] } },
};
const words = {
  ...{ name: 'Case file', plural: 'Case files', sections: { basic: 'Basic' } },
  fields: Object.fromEntries(Object.keys(meta.fields).map((name) => [name, name])),
  lines: { items: { what: 'what', worth: 'worth' } },
  options: { kind: { loss: 'loss', refused: 'refused' } },
  rules: { tooDear: 'Too dear.' },
  states: { open: 'open', shut: 'shut' },
  actions: { shut: 'shut' },
};

let elsewhere = '';
const effects = [
  defineEffect('test.belong', ({ record }) =>
    Promise.resolve(
      record['kind'] === 'refused' ? { issues: [issue('reference.missing', 'kind')] } : { patch: { org: elsewhere } },
    ),
  ),
  defineEffect('test.note', ({ record }) => Promise.resolve({ patch: { note: `was ${String(record['kind'])}` } })),
];

let world: World;
let node: Node;
let app: FastifyInstance;
let finance: Person;
let actor: Actor;
const folder = mkdtempSync(join(tmpdir(), 'lading-paths-'));
beforeAll(async () => {
  world = await openWorld();
  for (const part of ['schemas', 'locales']) cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'schemas/test/case-file'), { recursive: true });
  writeFileSync(join(folder, 'schemas/test/case-file/case-file.json'), JSON.stringify(meta));
  for (const culture of ['en-US', 'zh-CN'])
    writeFileSync(join(folder, `locales/${culture}/entities/case-file.json`), JSON.stringify(words));
  const modules = [...testModules, { handlers: effects }];
  const opened = await openNode({ databaseUrl: world.test.databaseUrl, root: `${folder}/`, secretKey, modules });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  node = opened.value;
  const more = registerRoutes({ ...node, files: world.test.files, recorded: false });
  app = await buildApp({ ...node, webDir: null, logLevel: 'silent', more });
  finance = personOf(app, hosts.north, world.person('north finance').person.token);
  const known = await node.actors.byToken(finance.token);
  if (!known) throw new Error('finance is signed in');
  actor = known;
  const { rows } = await world.owner.query<{ id: string }>(
    `SELECT o.id::text FROM org o WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1`,
    [actor.tenant, actor.facts.org],
  );
  elsewhere = rows[0]?.id ?? '';
});
afterAll(async () => {
  await app?.close();
  await node?.close();
  await world?.close();
  rmSync(folder, { recursive: true });
});

type Input = Record<string, unknown>;
/** What came of one record: what stands in the tables, or the reasons against it. */
type Came = { row: unknown } | { refused: string[] };

const entity = () => {
  const found = actor.catalog.byName.get('case-file');
  if (!found) throw new Error('the entity is declared');
  return found;
};
const request = () => ({ actor, entity: entity(), key: null, fingerprint: '' });
const customer = () => world.homes.north.samples.get('customer/acme') ?? '';
const reasonsOf = (issues: readonly { path: string; code: string }[] = []): Came => ({
  refused: issues.map(({ path, code }) => `${path} ${code}`).toSorted(),
});
const refusalOf = (error: unknown): Came => {
  if (!(error instanceof AppError)) throw error;
  return reasonsOf(error.details.issues);
};

/** A record as it stands, without what is any record's own. */
async function standing(id: string): Promise<Came> {
  const { rows } = await world.owner.query<{ row: Input; lines: unknown }>(
    `SELECT to_jsonb(c) - ARRAY['id', 'no', 'createdAt', 'updatedAt', 'pin'] || jsonb_build_object('no', c.no LIKE 'CF-%', 'pin', c.pin LIKE 'v1.%') AS row,
            (SELECT jsonb_agg(to_jsonb(l) - ARRAY['id', 'parent_id'] ORDER BY l.seq) FROM case_file__items l WHERE l.parent_id = c.id) AS lines
       FROM case_file c WHERE c.id = $1`,
    [id],
  );
  return { row: { ...rows[0]?.row, lines: rows[0]?.lines } };
}

const cases: Record<string, (customer: string) => Input> = {
  'a plain one': (customer) => ({ customer, amount: 10 }),
  'one with lines and a secret': (customer) => ({
    ...{ customer, amount: '12.50', pin: '4711' },
    items: [
      { what: 'box', worth: 3 },
      { what: 'tape', worth: '1.25' },
    ],
  }),
  'one that sends what it may not write': (customer) => ({ customer, amount: 1, tax: 99, org: '1', note: 'mine' }),
  'one without its customer': () => ({ amount: 10 }),
  'one of somebody unknown': () => ({ customer: '999', amount: 10 }),
  'one that is no number': (customer) => ({ customer, amount: 'much' }),
  'one against a rule': (customer) => ({ customer, amount: 1001 }),
  'one with a bad line': (customer) => ({ customer, amount: 1, items: [{ worth: 'x' }] }),
  'one that its start effect refuses': (customer) => ({ customer, amount: 1, kind: 'refused' }),
};
const inputs = () => Object.values(cases).map((of) => of(customer()));

const ways: Record<string, () => Promise<Came[]>> = {
  'one by one': async () => {
    const came: Came[] = [];
    for (const input of inputs())
      came.push(await createRecord(node.context, request(), input).then(({ id }) => standing(id), refusalOf));
    return came;
  },
  'in one transaction': async () => {
    const entries = inputs().map((input) => ({ request: request(), input }));
    const outcomes = await runBatch(node.context, request(), add, entries, 'independent');
    return Promise.all(
      (outcomes ?? []).map((each) => (each instanceof AppError ? refusalOf(each) : standing(each.id))),
    );
  },
  'in bulk': async () => {
    const records = inputs().map((input) => ({ input }));
    const { ids, refused } = await insertMany(node.context, actor, entity(), records, { verb: 'add', key: null });
    return Promise.all(ids.map((id, at) => (id === null ? reasonsOf(refused.get(at)) : standing(id))));
  },
  'over the wire': async () => {
    const came: Came[] = [];
    for (const input of inputs()) {
      const { body } = await finance.post('CaseFile/add', input);
      came.push(body.success ? await standing((body.data as { id: string }).id) : reasonsOf(body.issues));
    }
    return came;
  },
};

describe('a new record', () => {
  let alone: Came[] = [];
  beforeAll(async () => {
    alone = (await ways['one by one']?.()) ?? [];
  });

  it('belongs where its start effect says, with everything that follows from it', () => {
    expect(alone[1]).toMatchObject({
      row: {
        ...{ org: Number(elsewhere), org_id: Number(elsewhere), tax: 1.25, worth: 4.25, no: true, pin: true },
        ...{ status: 'open', version: 1, lines: [{ what: 'box' }, { what: 'tape' }] },
      },
    });
    expect(alone.slice(2).map((each) => ('refused' in each ? each.refused : []))).toEqual([
      ['note field.readOnly', 'org field.readOnly', 'tax field.readOnly'],
      ['customer required'],
      ['customer reference.missing'],
      expect.arrayContaining(['amount number.invalid']),
      ['amount tooDear'],
      expect.arrayContaining(['items[0].what required']),
      ['kind reference.missing'],
    ]);
  });

  it.each(Object.keys(ways))('is the same, or refused for the same reasons: %s', async (way) => {
    const came = await ways[way]?.();
    for (const [at, name] of Object.keys(cases).entries()) expect([name, came?.[at]]).toEqual([name, alone[at]]);
  });

  it('is the same from a file', async () => {
    const good = inputs().slice(0, 2);
    const header = ['customer', 'amount', 'pin', 'items'];
    const cell = (value: unknown) =>
      `"${(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)).replaceAll('"', '""')}"`;
    const file = [header, ...good.map((input) => header.map((name) => cell(input[name])))]
      .map((row) => row.join(','))
      .join('\n');
    const sent = await finance.send('CaseFile/import', 'cases.csv', file);
    expect(sent.body.success ? '' : sent.body).toBe('');
    const before = await world.owner.query<{ id: string }>('SELECT max(id)::text AS id FROM case_file');
    await drainJobs(
      { ...node, byAccount: node.actors.byAccount, files: world.test.files, log: () => undefined },
      node.systemUrl,
    );
    const { rows } = await world.owner.query<{ id: string }>(
      'SELECT id::text FROM case_file WHERE id > $1 ORDER BY id',
      [before.rows[0]?.id],
    );
    expect(await Promise.all(rows.map(({ id }) => standing(id)))).toEqual(alone.slice(0, 2));
  });
});

describe('a step', () => {
  const input = { pin: '0815' };
  const fresh = () => createRecord(node.context, request(), { customer: customer(), amount: 10 }).then(({ id }) => id);
  const shut = () => {
    const action = entity().actions.get('shut');
    if (!action) throw new Error('the step is declared');
    return action;
  };
  const steps: Record<string, (ids: string[]) => Promise<unknown>> = {
    'in one transaction': (ids) => {
      const entries = ids.map((id) => ({ request: request(), input: { ...input, id } }));
      return runBatch(node.context, request(), mutationOf(shut()), entries, 'independent');
    },
    'in bulk': (ids) => runBulk(node.context, request(), mutationOf(shut()), ids, (id) => ({ ...input, id })),
    'over the wire': (ids) => finance.post('CaseFile/shut', { ids, ...input }),
    'over the wire, one by one': (ids) => Promise.all(ids.map((id) => finance.post('CaseFile/shut', { id, ...input }))),
  };

  it.each(Object.keys(steps))('leaves the same record, its secret sealed: %s', async (way) => {
    const [one, ...ids] = await Promise.all([fresh(), fresh(), fresh()]);
    await runAction(node.context, request(), shut(), { id: one, ...input });
    const alone = await standing(one);
    expect(alone).toMatchObject({ row: { status: 'shut', amount: 11, note: 'was loss', tax: 1.1, pin: true } });
    await steps[way]?.(ids);
    for (const id of ids) expect(await standing(id)).toEqual(alone);
  });
});
