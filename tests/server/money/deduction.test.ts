import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
});
afterAll(() => world?.close());

const draft = async (more: object = {}) =>
  added(
    await money.finance.post('Deduction/add', {
      customer: money.customer('acme'),
      amount: 24.35,
      reason: 'reweigh',
      trackingNo: '1Z999AA10123456784',
      description: 'Billed at 14 lb',
      ...more,
    }),
  );
const available = () => money.balance('available', money.customer('acme'));

describe('a deduction', () => {
  it('moves nothing as a draft, charges the balance when confirmed, and gives it back when reversed', async () => {
    const before = await available();
    const id = await draft();
    expect(await money.lines(id)).toEqual([]);
    expect((await money.member.get('Deduction/detail', { id })).body.success).toBe(false);
    expect(state(await money.finance.post('Deduction/confirm', { id }))).toBe('confirmed');
    expect(before - (await available())).toBe(2_435);
    expect((await money.member.get('Deduction/detail', { id })).body.data).toMatchObject({ amount: 24.35 });
    expect(reasons(await money.finance.post('Deduction/reverse', { id }))).toEqual(['reverseReason required']);
    expect(state(await money.finance.post('Deduction/reverse', { id, reverseReason: 'Not theirs' }))).toBe('reversed');
    expect(await available()).toBe(before);
    expect(await money.lines(id)).toEqual([
      'deduction available>revenueFee 24.35',
      'reversal revenueFee>available 24.35',
    ]);
    expect(reasons(await money.finance.post('Deduction/confirm', { id }))).toEqual(['status state.wrong']);
  });

  it('names an order or a tracking number, of the same customer', async () => {
    const none = await money.finance.post('Deduction/add', {
      customer: money.customer('acme'),
      amount: 1,
      reason: 'other',
      description: 'x',
    });
    expect(reasons(none)).toEqual(['trackingNo noReference']);
    const { rows } = await world.owner.query<{ id: string }>(
      `SELECT id::text FROM "order" WHERE tenant_id = $1 AND customer <> $2 LIMIT 1`,
      [world.homes.north.tenant, money.customer('acme')],
    );
    const foreign = await money.finance.post('Deduction/add', {
      customer: money.customer('acme'),
      amount: 1,
      reason: 'other',
      description: 'x',
      order: rows[0]?.id,
    });
    expect(reasons(foreign)).toEqual(['order reference.missing']);
  });

  it('may take the balance below zero, because the cost has come up', async () => {
    const id = await draft({ customer: money.customer('lumen'), amount: 80 });
    expect(state(await money.finance.post('Deduction/confirm', { id }))).toBe('confirmed');
    expect(await money.balance('available', money.customer('lumen'))).toBe(-8_000);
  });

  it('is nobody’s but finance’s', async () => {
    const id = await draft();
    for (const person of [money.member, money.clerk]) {
      expect((await person.post('Deduction/confirm', { id })).status).toBe(403);
      expect((await person.post('Deduction/add', {})).status).toBe(403);
    }
  });

  it('is confirmed once by twenty at the same moment', async () => {
    const before = await available();
    const id = await draft({ amount: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => money.finance.post('Deduction/confirm', { id })),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(before - (await available())).toBe(300);
  });

  it('comes in by the file: seven good rows of ten stay, three come back with their reasons', async () => {
    const good = Array.from({ length: 7 }, (_, at) => `C1001,${10 + at}.25,reweigh,1ZGOOD${at},Row ${at}`);
    const bad = [
      'C1001,-5,reweigh,1ZBAD0,Below nought',
      'NOBODY,5,reweigh,1ZBAD1,No such customer',
      'C1001,5,other,,No reference',
    ];
    const file = ['customer,amount,reason,trackingNo,description', ...good, ...bad].join('\n');
    const { job } = (await money.finance.send('Deduction/import', 'rows.csv', file)).body.data as { job: string };
    await world.test.runJobs();
    const done = (await money.finance.get('job', { id: job })).body.data as { file: string; result: object };
    expect(done.result).toMatchObject({ added: 7, refused: 3 });
    const bytes = (await money.finance.raw('sysFileInfo/download', { id: done.file })).rawPayload;
    const [, ...refused] = parse(bytes, { bom: true }) as string[][];
    expect(refused.map((row) => row.at(-1))).toEqual([
      expect.stringMatching(/^Amount: /),
      expect.stringMatching(/^Customer: There is no record “NOBODY”/),
      'Tracking no.: Name an order or a tracking number.',
    ]);
    const kept = (await money.finance.get('Deduction/list', { 'trackingNo.contains': '1ZGOOD' })).body.data as {
      id: string;
    }[];
    const answer = await money.finance.post('Deduction/confirm', { ids: kept.map(({ id }) => id) });
    expect((answer.body.data as { results: { ok: boolean }[] }).results.map(({ ok }) => ok)).toEqual(
      kept.map(() => true),
    );
  });
});
