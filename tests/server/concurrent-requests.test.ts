import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../support/money.ts';
import type { Answer } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
}, 240_000);
afterAll(() => world?.close());

const many = 24;
const deduction = (amount: number) => ({
  ...{ customer: money.customer('acme'), amount, reason: 'storage', trackingNo: 'STG-1', description: 'May' },
});
const draft = async (amount = 1) => added(await money.finance.post('Deduction/add', deduction(amount)));
const drafts = (count = many) => Promise.all(Array.from({ length: count }, (_, at) => draft(at + 1)));
const keyed = (path: string, body: object, key: string = randomUUID()): Promise<Answer> =>
  money.finance.post(path, body, { 'idempotency-key': key });
const detail = async (id: string) =>
  (await money.finance.get('Deduction/detail', { id })).body.data as Record<string, unknown>;
const available = () => money.balance('available', money.customer('acme'));

/** The audit entries of these records. */
async function auditOf(ids: readonly string[], verb: string) {
  const { rows } = await world.owner.query<{ record: string; version: string; fields: string[] }>(
    `SELECT record_id::text AS record, version::text, ARRAY(SELECT c ->> 'field' FROM json_array_elements(changes) c) AS fields
       FROM lading.audit WHERE record_id = ANY($1) AND verb = $2 ORDER BY record_id`,
    [ids, verb],
  );
  return rows;
}

describe('concurrent requests of one person', () => {
  it('run actions, each with the answer and the audit entry of a single one', async () => {
    const alone = await draft();
    const single = await keyed('Deduction/confirm', { id: alone });
    const ids = await drafts();
    const before = await available();
    const answers = await Promise.all(ids.map((id) => keyed('Deduction/confirm', { id, version: 1 })));
    expect(answers.map(({ body }) => body.data)).toEqual(
      ids.map((id) => ({ ...(single.body.data as object), id, version: 2 })),
    );
    expect(before - (await available())).toBe((100 * many * (many + 1)) / 2);
    const [rows, one] = [await auditOf(ids, 'confirm'), await auditOf([alone], 'confirm')];
    expect(rows.map(({ version, fields }) => ({ version, fields }))).toEqual(
      ids.map(() => ({ version: one[0]?.version, fields: one[0]?.fields })),
    );
    for (const [at, id] of ids.entries()) {
      expect(await money.lines(id)).toEqual([`deduction available>revenueFee ${at + 1}.00`]);
    }
  });

  it('are refused one by one while the others go through', async () => {
    const ids = await drafts(8);
    const [done = '', stale = '', ...good] = ids;
    expect(state(await keyed('Deduction/confirm', { id: done }))).toBe('confirmed');
    await money.finance.post('Deduction/edit', { id: stale, version: 1, description: 'June' });
    const ask = (body: object) => keyed('Deduction/confirm', body);
    const answers = await Promise.all([
      ...good.slice(0, 3).map((id) => ask({ id, version: 1 })),
      ...[ask({ id: done }), ask({ id: stale, version: 1 }), ask({ id: '42' }), ask({ id: 'nothing' })],
      ...good.slice(3).map((id) => ask({ id, version: 1 })),
    ]);
    const [wrong, late, missing, senseless] = answers.slice(3, 7);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409, 200, 200, 200, 200, 200]);
    expect(reasons(wrong as Answer)).toEqual(['status state.wrong']);
    expect(late?.body.data).toMatchObject({ version: 2, current: { description: 'June' } });
    for (const { body } of [missing, senseless] as Answer[]) expect(body.success).toBe(false);
    for (const id of good) expect(await detail(id)).toMatchObject({ status: 'confirmed', version: 2 });
    expect(await detail(stale)).toMatchObject({ status: 'draft', version: 2 });
  });

  it('have one effect under one key, and are refused under a key of another request', async () => {
    const [first = '', second = '', ...others] = await drafts(10);
    const before = await available();
    const key = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => keyed('Deduction/confirm', { id: first }, key)),
      ...others.map((id) => keyed('Deduction/confirm', { id })),
    ]);
    for (const answer of answers) expect(state(answer)).toBe('confirmed');
    const repeated = await Promise.all([
      keyed('Deduction/confirm', { id: first }, key),
      keyed('Deduction/confirm', { id: second }, key),
    ]);
    expect(repeated[0].body.data).toEqual(answers[0]?.body.data);
    expect(reasons(repeated[1])).toEqual([]);
    expect(repeated[1].status).toBe(409);
    expect(before - (await available())).toBe(100 + (100 * (10 * 11 - 2 * 3)) / 2);
    expect(await detail(second)).toMatchObject({ status: 'draft', version: 1 });
  });

  it('confirm a record once, and of several edits of one version accept the first', async () => {
    const [step = '', edited = '', ...others] = await drafts(6);
    const again = () => keyed('Deduction/confirm', { id: step });
    const steps = await Promise.all([again(), ...others.map((id) => keyed('Deduction/confirm', { id })), again()]);
    expect([steps[0], steps.at(-1)].map((each) => reasons(each as Answer)).toSorted()).toEqual([
      [],
      ['status state.wrong'],
    ]);
    const edit = (description: string) => keyed('Deduction/edit', { id: edited, version: 1, description });
    const edits = await Promise.all([edit('one'), edit('two'), edit('three')]);
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await detail(edited))['version']).toBe(2);
  });

  it('edit different fields, each with its own audit entry', async () => {
    const ids = await drafts();
    const change = (at: number) =>
      at % 2 === 0 ? { description: `No. ${at}` } : { amount: at + 100, trackingNo: `STG-${at + 9}` };
    const wrong = 7;
    const answers = await Promise.all(
      ids.map((id, at) =>
        keyed('Deduction/edit', { id, version: 1, ...change(at), ...(at === wrong ? { amount: -1 } : {}) }),
      ),
    );
    expect(answers.map(({ body }) => body.success)).toEqual(ids.map((_, at) => at !== wrong));
    expect(reasons(answers[wrong] as Answer)[0]).toMatch(/^amount /);
    const rows = await auditOf(ids, 'edit');
    const fields = new Map(rows.map((row) => [row.record, row.fields]));
    expect(ids.map((id) => fields.get(id))).toEqual(
      ids.map((_, at) => (at === wrong ? undefined : at % 2 === 0 ? ['description'] : ['amount', 'trackingNo'])),
    );
    expect(await detail(ids[2] ?? '')).toMatchObject({ description: 'No. 2', version: 2 });
    expect(await detail(ids[wrong] ?? '')).toMatchObject({ version: 1 });
  });

  it('add records, each with its number, audit entry and stored answer', async () => {
    const keys = Array.from({ length: many }, () => randomUUID());
    const wrong = 5;
    const add = (at: number) =>
      keyed('Deduction/add', { ...deduction(at + 1), ...(at === wrong ? { amount: 0 } : {}) }, keys[at]);
    const answers = await Promise.all(keys.map((_, at) => add(at)));
    expect(answers.map(({ body }) => body.success)).toEqual(keys.map((_, at) => at !== wrong));
    expect(reasons(answers[wrong] as Answer)[0]).toMatch(/^amount /);
    const good = answers.filter(({ body }) => body.success);
    const ids = good.map(added);
    const rows = await auditOf(ids, 'add');
    expect(rows).toHaveLength(many - 1);
    const alone = await auditOf([await draft()], 'add');
    for (const { fields, version } of rows) expect([fields, version]).toEqual([alone[0]?.fields, '1']);
    const numbers = await Promise.all(ids.map(async (id) => (await detail(id))['deductionNo']));
    expect(new Set(numbers).size).toBe(ids.length);
    const repeated = await Promise.all(keys.map((_, at) => add(at)));
    expect(repeated.filter(({ body }) => body.success).map(({ body }) => body.data)).toEqual(
      good.map(({ body }) => body.data),
    );
  });

  it('learn which new record has a value that is taken', async () => {
    const { person } = world.person('north admin');
    const add = (code: string) => person.post('sysPos/add', { name: `Position ${code}`, code, sort: 1 });
    const answers = await Promise.all(['p1', 'p2', 'p1', 'p3', 'p2', 'p4'].map(add));
    const refused = answers.filter(({ body }) => !body.success);
    expect(answers.filter(({ body }) => body.success)).toHaveLength(4);
    for (const each of refused) expect(reasons(each).join()).toMatch(/(code|name) unique/);
    const { rows } = await world.owner.query<{ code: string }>(
      `SELECT code FROM position WHERE tenant_id = $1 AND code LIKE 'p_' ORDER BY code`,
      [world.homes.north.tenant],
    );
    expect(rows.map(({ code }) => code)).toEqual(['p1', 'p2', 'p3', 'p4']);
  });

  it('go through while a lock holds up one among them', async () => {
    const ids = await drafts(10);
    const [held = ''] = ids.slice(4);
    const client = await world.owner.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM deduction WHERE id = $1 FOR UPDATE', [held]);
    const answers = new Map(ids.map((id) => [id, keyed('Deduction/confirm', { id })]));
    for (const id of ids.filter((each) => each !== held)) {
      expect(state(await (answers.get(id) as Promise<Answer>))).toBe('confirmed');
    }
    await client.query('COMMIT');
    client.release();
    expect(state(await (answers.get(held) as Promise<Answer>))).toBe('confirmed');
  });

  it('do not wait for an earlier one that a lock holds up', async () => {
    const [held = '', ...others] = await drafts(5);
    const client = await world.owner.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM deduction WHERE id = $1 FOR UPDATE', [held]);
    const late = keyed('Deduction/confirm', { id: held });
    for (const id of others) expect(state(await keyed('Deduction/confirm', { id }))).toBe('confirmed');
    await client.query('COMMIT');
    client.release();
    expect(state(await late)).toBe('confirmed');
  });
});
