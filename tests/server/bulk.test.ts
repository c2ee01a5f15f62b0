import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, state, type Money } from '../support/money.ts';
import type { Answer } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
}, 240_000);
afterAll(() => world?.close());

const draft = async (amount: number, customer = 'acme') =>
  added(
    await money.finance.post('Deduction/add', {
      ...{ customer: money.customer(customer), amount, reason: 'storage', trackingNo: 'STG-1', description: 'May' },
    }),
  );
const drafts = async (many: number) => {
  const ids: string[] = [];
  for (let at = 0; at < many; at += 1) ids.push(await draft(at + 1));
  return ids;
};
const confirm = (ids: unknown[], key?: string) =>
  money.finance.post('Deduction/confirm', { ids }, key ? { 'idempotency-key': key } : {});
const outcomes = ({ body }: Answer): string[] =>
  (body.data as { results: { id: string; ok: boolean; issues?: { path: string; code: string }[] }[] }).results.map(
    ({ ok, issues }) => (ok ? 'ok' : (issues ?? []).map(({ path, code }) => `${path} ${code}`).join(', ')),
  );
/** What the trail says of these records' last step, and in how many transactions they took it. */
const steps = async (ids: string[], verb: string) => {
  const { rows } = await world.owner.query<{ record: string; fields: string[]; version: string; xmin: string }>(
    `SELECT record_id::text AS record, version::text, xmin::text, ARRAY(SELECT c ->> 'field' FROM json_array_elements(changes) c) AS fields
       FROM lading.audit WHERE record_id = ANY($1) AND verb = $2 ORDER BY record_id`,
    [ids, verb],
  );
  return { rows, transactions: new Set(rows.map(({ xmin }) => xmin)).size };
};
const available = () => money.balance('available', money.customer('acme'));

describe('one step of many records', () => {
  it('is refused where none is selected', async () => {
    const { body } = await confirm([]);
    expect(body).toMatchObject({ success: false, issues: [{ path: 'ids', code: 'ids.none' }] });
    const called = (await money.admin.post('Order/trial', { ids: [] })).body;
    expect(called).toMatchObject({ success: false, issues: [{ path: 'ids', code: 'ids.none' }] });
    expect(called.message).toMatch(/^No data selected\./);
  });

  it('is refused for what has changed since it was seen, and taken for the rest', async () => {
    const ids = await drafts(3);
    const [changed = '', same = '', unseen = ''] = ids;
    await money.finance.post('Deduction/edit', { id: changed, amount: 900 });
    const before = await available();
    const versions = { [changed]: 1, [same]: 1 };
    const asked = await money.finance.post('Deduction/confirm', { ids, versions });
    expect(outcomes(asked)).toEqual([' error.stale', 'ok', 'ok']);
    expect(before - (await available())).toBe(500);
    expect(outcomes(await confirm([changed]))).toEqual(['ok']);
    for (const wrong of [[1], 'x', 7]) {
      const { status } = await money.finance.post('Deduction/confirm', { ids: [unseen], versions: wrong });
      expect(status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it('is taken in one transaction, and leaves what each would have left alone', async () => {
    const alone = await draft(3);
    expect(state(await money.finance.post('Deduction/confirm', { id: alone }))).toBe('confirmed');
    const ids = await drafts(6);
    const before = await available();
    expect(outcomes(await confirm(ids))).toEqual(ids.map(() => 'ok'));
    expect(before - (await available())).toBe(2_100);
    const { rows, transactions } = await steps(ids, 'confirm');
    expect(transactions).toBe(1);
    const single = await steps([alone], 'confirm');
    const facts = (list: typeof rows) => list.map(({ fields, version }) => ({ fields, version }));
    expect(facts(rows)).toEqual(ids.flatMap(() => facts(single.rows)));
    const of = async (id: string) => (await money.finance.get('Deduction/detail', { id })).body.data as object;
    const shown = ['status', 'version', 'confirmedBy', '$confirmedBy', '_can'];
    const seen = async (id: string) => Object.entries(await of(id)).filter(([name]) => shown.includes(name));
    for (const id of ids) expect(await seen(id)).toEqual(await seen(alone));
    for (const [at, id] of ids.entries()) {
      expect(await money.lines(id)).toEqual([`deduction available>revenueFee ${at + 1}.00`]);
    }
  });

  it('holds nobody up by those that are refused, and tells each its own reason in its place', async () => {
    const [first = '', done = '', last = ''] = await drafts(3);
    expect(state(await money.finance.post('Deduction/confirm', { id: done }))).toBe('confirmed');
    expect(outcomes(await confirm([first, done, '42', 'nothing', last]))).toEqual([
      'ok',
      'status state.wrong',
      ' error.notFound',
      ' error.notFound',
      'ok',
    ]);
    expect((await steps([first, last], 'confirm')).transactions).toBe(1);
  });

  it('takes it once where a record is named twice', async () => {
    const id = await draft(4);
    const before = await available();
    expect(outcomes(await confirm([id, id]))).toEqual(['ok', 'status state.wrong']);
    expect(before - (await available())).toBe(400);
  });

  it('books the others where the book refuses one', async () => {
    const ids = await drafts(3);
    const [, taken = ''] = ids;
    const leg = {
      ...{ key: `deduction:${taken}`, kind: 'deduction', amount: '99', currency: 'USD', entity: 'x', record: '1' },
      ...{ debit: 'available', debit_holder: money.customer('acme'), credit: 'revenueFee', past_floor: true },
    };
    const client = await world.owner.connect();
    await client.query('BEGIN');
    await client.query("SELECT lading.enter_house($1, '', $2, 'UTC', NULL, NULL)", [
      world.homes.north.tenant,
      world.person('north finance').account,
    ]);
    await client.query('SELECT ledger.post($1::json)', [JSON.stringify([leg])]);
    await client.query('COMMIT');
    client.release();
    expect(outcomes(await confirm(ids))).toEqual(['ok', ' ledger.keyReused', 'ok']);
    const detail = await money.finance.get('Deduction/detail', { id: taken });
    expect(detail.body.data).toMatchObject({ status: 'draft', version: 1 });
    expect((await steps(ids, 'confirm')).transactions).toBe(1);
  });

  it('has one effect under one key, however often and however many at once', async () => {
    const ids = await drafts(5);
    const before = await available();
    const key = randomUUID();
    const answers = await Promise.all([confirm(ids, key), confirm(ids, key), confirm(ids, key)]);
    for (const answer of [...answers, await confirm(ids, key)]) expect(outcomes(answer)).toEqual(ids.map(() => 'ok'));
    expect(before - (await available())).toBe(1_500);
    const fewer = ids.slice(0, 2);
    expect(outcomes(await confirm(fewer, key))).toEqual([' error.keyReused', ' error.keyReused']);
  });

  it('lets two who want the same records in another order through without a circle', async () => {
    const ids = await drafts(8);
    const [one, other] = await Promise.all([confirm(ids), confirm(ids.toReversed())]);
    const [ours, theirs] = [outcomes(one), outcomes(other).toReversed()];
    for (const at of ids.keys()) expect([ours[at], theirs[at]].toSorted()).toEqual(['ok', 'status state.wrong']);
    expect((await steps(ids, 'confirm')).transactions).toBe(1);
  });

  it('goes one by one where an effect asks the database itself, with the same answers', async () => {
    const deposits: string[] = [];
    for (const amount of [10, 20]) {
      const paid = { amount, currency: 'USD', method: 'wire', receivedOn: '2025-06-02' };
      deposits.push(
        added(await money.finance.post('MemberDeposit/add', { customer: money.customer('acme'), ...paid })),
      );
    }
    const voided = await money.finance.post('MemberDeposit/void', { ids: deposits, reason: 'Counted twice' });
    expect(outcomes(voided)).toEqual(['ok', 'ok']);
    expect((await steps(deposits, 'void')).transactions).toBe(2);
  });
});
